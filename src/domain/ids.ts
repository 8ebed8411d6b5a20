/** The one table of id prefixes; patterns, examples and searches by id read it. */
export const idPrefixes = {
  Tenant: 'TN',
  Client: 'C.',
  User: 'U',
  UserGroup: 'UG',
  ClientAccess: 'AC',
  Invitation: 'UI',
  PasswordReset: 'PW',
  Role: 'RO',
  ServiceAccount: 'SA',
  ServiceAccountSecret: 'SS',
  Token: 'TK',
  ReasonCode: 'RC',
  DebtorSubtype: 'DS',
  ClientSetting: 'CS',
  OnboardingStep: 'OS',
  ClientProduct: 'CP',
  ClientAccount: 'CA',
  ClientAccountTransaction: 'CT',
  ClientArticle: 'CX',
  EmailRecipient: 'ER',
  ErpType: 'ET',
  Erp: 'EP',
  ClientSync: 'CY',
  ClientSyncInvoice: 'CZ',
  ReminderProfile: 'RP',
  PaymentReferenceSetting: 'PS',
  SystemDebtor: 'SD',
  Debtor: 'D.',
  DebtorBlocked: 'DB',
  CreditStatus: 'CR',
  SystemDebtorCreditStatus: 'SC',
  Invoice: 'I',
  Article: 'AR',
  ArticleLabel: 'AL',
  InvoiceActivation: 'IA',
  InvoiceLedgerEvent: 'LE',
  FinancialEvent: 'FE',
  BookkeepingAccount: 'BA',
  Voucher: 'V',
  VoucherPosting: 'VP',
  VoucherRequest: 'VR',
  FactoringDecision: 'FD',
  CreditDecisionStatus: 'CD',
  FactoringCountry: 'FC',
  InvoiceRefinancing: 'IR',
  Payout: 'PO',
  Document: 'DOC',
  SystemErrand: 'SE',
  ErrandEvent: 'EE',
  BackgroundTask: 'T',
  Webhook: 'WH',
  WebhookLog: 'WHRL',
  InboundEvent: 'IE',
  RealtimeToken: 'RT',
  RealtimeMessage: 'RM',
  CacheClear: 'CC',
  Changelog: 'CL',
  Event: 'EV',
  Outbox: 'OB',
} as const

export type IdKind = keyof typeof idPrefixes

const sortablePart = '[0-9A-HJKMNP-TV-Z]{26}'

export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${idPrefixes[kind].replace('.', '\\.')}${sortablePart}$`)
}

export function exampleId(kind: IdKind): string {
  return `${idPrefixes[kind]}01K9ZV3Q7M2T8W4X6Y0A1B2C3D`
}
