import type { BusinessDate } from './dates.ts'
import { ledgerStatusOn } from './invoices/ledger-status.ts'

/** Which event a change means. The kernel reads this table; no verb emits anything by hand. */
export interface EventRule {
  entity: string
  /** The change: the row appears, goes, a field takes a value, or any field changes. */
  when: 'CREATED' | 'DELETED' | 'UPDATED' | { field: string; becomes?: string }
  type: string
  name: string
}

/** The life of a row; of what belongs to something larger, under a word of its own. */
const life = (entity: string, type: string, of = ''): EventRule[] => [
  { entity, when: 'CREATED', type, name: worded(of, 'created') },
  { entity, when: 'UPDATED', type, name: worded(of, 'updated') },
  { entity, when: 'DELETED', type, name: worded(of, 'deleted') },
]

const worded = (of: string, verb: string) =>
  of === '' ? verb : of + verb.charAt(0).toUpperCase() + verb.slice(1)

/** What it means that a field takes one of these values. */
const becoming = (
  entity: string,
  field: string,
  type: string,
  names: Readonly<Record<string, string>>,
): EventRule[] =>
  Object.entries(names).map(([becomes, name]) => ({ entity, when: { field, becomes }, type, name }))

export const eventRules: readonly EventRule[] = [
  ...becoming('Client', 'status', 'CLIENT', { ACTIVE: 'activated' }),
  ...life('Client', 'CLIENT'),
  { entity: 'ClientAccess', when: 'CREATED', type: 'CLIENT', name: 'accessGiven' },
  { entity: 'ClientAccess', when: 'DELETED', type: 'CLIENT', name: 'accessEnded' },
  ...life('ClientSetting', 'CLIENT', 'settings'),
  { entity: 'OnboardingStep', when: 'UPDATED', type: 'CLIENT', name: 'onboardingMoved' },
  ...life('EmailRecipient', 'CLIENT', 'emailRecipient'),
  ...life('ClientArticle', 'CLIENT', 'article'),
  { entity: 'ClientProduct', when: { field: 'enabled' }, type: 'CLIENT_PRODUCT', name: 'toggled' },
  ...life('ClientProduct', 'CLIENT_PRODUCT'),
  { entity: 'ClientAccount', when: { field: 'balance' }, type: 'CLIENT_ACCOUNT', name: 'changed' },
  ...life('ClientAccount', 'CLIENT_ACCOUNT'),
  ...life('ClientAccountTransaction', 'CLIENT_ACCOUNT', 'transaction'),
  { entity: 'ClientSync', when: { field: 'status' }, type: 'CLIENT_SYNC', name: 'statusChanged' },
  ...life('ClientSync', 'CLIENT_SYNC'),
  ...life('ClientSyncInvoice', 'CLIENT_SYNC', 'invoice'),
  ...life('ErpType', 'ERP', 'type'),
  ...life('Erp', 'ERP'),
  ...life('ReminderProfile', 'REMINDER_PROFILE'),
  ...life('PaymentReferenceSetting', 'CLIENT', 'paymentReferences'),
  ...life('Debtor', 'DEBTOR'),
  ...life('SystemDebtor', 'SYSTEM_DEBTOR'),
  ...life('SystemDebtorCreditStatus', 'SYSTEM_DEBTOR', 'limit'),
  ...life('DebtorBlocked', 'DEBTOR_BLOCKED'),
  ...becoming('CreditStatus', 'status', 'CREDIT_STATUS', {
    WARNING: 'warning',
    BLOCKED: 'blocked',
  }),
  {
    entity: 'CreditStatus',
    when: { field: 'creditLimit' },
    type: 'CREDIT_STATUS',
    name: 'limitChanged',
  },
  ...life('CreditStatus', 'CREDIT_STATUS'),
  ...life('CreditDecisionStatus', 'CREDIT_DECISION_STATUS'),
  ...life('FactoringCountry', 'FACTORING_COUNTRY'),
  ...becoming('Invoice', 'mainStatus', 'INVOICE', {
    PENDING_AUTHORIZATION: 'authorizationRequired',
    PENDING: 'pending',
    ACTIVATING: 'activating',
    PAUSED: 'paused',
    DISPUTED: 'disputed',
    STOPPED: 'stopped',
    CLOSED: 'closed',
    ARCHIVED: 'archived',
    CREATED: 'reset',
  }),
  { entity: 'Invoice', when: { field: 'bookedDate' }, type: 'INVOICE', name: 'activated' },
  { entity: 'Invoice', when: { field: 'pausedFrom' }, type: 'INVOICE', name: 'resumed' },
  ...life('Invoice', 'INVOICE'),
  { entity: 'Invoice', when: { field: 'balance' }, type: 'INVOICE_BALANCE', name: 'changed' },
  ...life('Article', 'INVOICE', 'article'),
  ...life('ArticleLabel', 'INVOICE', 'articleLabel'),
  ...becoming('InvoiceActivation', 'status', 'INVOICE', { FAILED: 'activationFailed' }),
  ...becoming('InvoiceLedgerEvent', 'status', 'INVOICE_LEDGER_EVENT', {
    DONE: 'done',
    SKIPPED: 'skipped',
  }),
  { entity: 'InvoiceLedgerEvent', when: 'CREATED', type: 'INVOICE_LEDGER_EVENT', name: 'planned' },
  ...life('InvoiceLedgerEvent', 'INVOICE_LEDGER_EVENT'),
  {
    entity: 'FinancialEvent',
    when: { field: 'reversedById' },
    type: 'INVOICE_FINANCIAL_EVENT',
    name: 'reversed',
  },
  ...life('FinancialEvent', 'INVOICE_FINANCIAL_EVENT'),
  ...life('BookkeepingAccount', 'BOOKKEEPING_ACCOUNT'),
  { entity: 'LockedPeriod', when: 'CREATED', type: 'VOUCHER', name: 'periodLocked' },
  { entity: 'LockedPeriod', when: 'UPDATED', type: 'VOUCHER', name: 'periodLocked' },
  ...becoming('Voucher', 'status', 'VOUCHER', {
    EXPORTED: 'exported',
    EXTERNAL_BOOKED: 'externallyBooked',
    EXTERNAL_FAILED: 'failed',
    REVERSED: 'reversed',
  }),
  { entity: 'Voucher', when: { field: 'externalAttempts' }, type: 'VOUCHER', name: 'sent' },
  ...life('Voucher', 'VOUCHER'),
  ...becoming('VoucherRequest', 'status', 'VOUCHER', {
    FAILED: 'requestFailed',
    CREATED: 'requestSettled',
  }),
  ...becoming('FactoringDecision', 'financeDecision', 'FACTORING_STATUS', {
    APPROVED: 'approved',
    DENIED: 'denied',
    DENIED_SERVICE: 'deniedService',
    REFINANCE: 'refinance',
  }),
  { entity: 'FactoringDecision', when: 'CREATED', type: 'FACTORING_STATUS', name: 'requested' },
  {
    entity: 'FactoringDecision',
    when: { field: 'status' },
    type: 'FACTORING_STATUS',
    name: 'moved',
  },
  ...life('FactoringDecision', 'FACTORING_STATUS'),
  ...becoming('InvoiceRefinancing', 'status', 'FACTORING_STATUS', { RECOURSED: 'recourse' }),
  ...life('InvoiceRefinancing', 'FACTORING_STATUS', 'refinancing'),
  ...life('Payout', 'PAYOUT'),
  ...life('Document', 'DOCUMENT'),
  ...becoming('SystemErrand', 'status', 'ERRAND', {
    RESOLVED: 'resolved',
    CLOSED: 'closed',
    OPEN: 'opened',
  }),
  { entity: 'SystemErrand', when: 'CREATED', type: 'ERRAND', name: 'opened' },
  ...life('SystemErrand', 'ERRAND'),
  ...becoming('BackgroundTask', 'status', 'BACKGROUND_TASK', {
    COMPLETED: 'completed',
    FAILED: 'failed',
  }),
  ...life('BackgroundTask', 'BACKGROUND_TASK'),
  ...life('Webhook', 'WEBHOOK'),
  { entity: 'InboundEvent', when: 'CREATED', type: 'INBOUND_EVENT', name: 'received' },
  ...becoming('InboundEvent', 'status', 'INBOUND_EVENT', { APPLIED: 'applied' }),
  { entity: 'InboundEvent', when: 'UPDATED', type: 'INBOUND_EVENT', name: 'updated' },
  { entity: 'RealtimeMessage', when: 'CREATED', type: 'REALTIME', name: 'test' },
  { entity: 'CacheClear', when: 'CREATED', type: 'CACHE', name: 'cleared' },
  { entity: 'User', when: 'CREATED', type: 'USER', name: 'invited' },
  { entity: 'User', when: { field: 'status', becomes: 'ACTIVE' }, type: 'USER', name: 'activated' },
  {
    entity: 'User',
    when: { field: 'status', becomes: 'DISABLED' },
    type: 'USER',
    name: 'disabled',
  },
  { entity: 'User', when: { field: 'superUser' }, type: 'USER', name: 'superUserChanged' },
  { entity: 'User', when: { field: 'mfaEnrolledAt' }, type: 'USER', name: 'mfaChanged' },
  { entity: 'User', when: { field: 'recoveryHashes' }, type: 'USER', name: 'recoveryCodeUsed' },
  { entity: 'User', when: { field: 'passwordChangedAt' }, type: 'USER', name: 'passwordChanged' },
  { entity: 'User', when: 'UPDATED', type: 'USER', name: 'updated' },
  { entity: 'UserRole', when: 'CREATED', type: 'USER', name: 'roleAssigned' },
  { entity: 'UserRole', when: 'DELETED', type: 'USER', name: 'roleRemoved' },
  {
    entity: 'Invitation',
    when: { field: 'status', becomes: 'ACCEPTED' },
    type: 'USER',
    name: 'invitationAccepted',
  },
  {
    entity: 'Invitation',
    when: { field: 'status', becomes: 'EXPIRED' },
    type: 'USER',
    name: 'invitationExpired',
  },
  {
    entity: 'Invitation',
    when: { field: 'status', becomes: 'WITHDRAWN' },
    type: 'USER',
    name: 'invitationWithdrawn',
  },
  { entity: 'PasswordReset', when: 'CREATED', type: 'USER', name: 'passwordResetRequested' },
  ...life('Role', 'ROLE'),
  { entity: 'RoleRight', when: 'CREATED', type: 'ROLE', name: 'rightAdded' },
  { entity: 'RoleRight', when: 'DELETED', type: 'ROLE', name: 'rightRemoved' },
  ...life('UserGroup', 'USER_GROUP'),
  { entity: 'UserGroupMember', when: 'CREATED', type: 'USER_GROUP', name: 'userAdded' },
  { entity: 'UserGroupMember', when: 'DELETED', type: 'USER_GROUP', name: 'userRemoved' },
  ...life('ServiceAccount', 'SERVICE_ACCOUNT'),
  {
    entity: 'ServiceAccountSecret',
    when: 'CREATED',
    type: 'SERVICE_ACCOUNT',
    name: 'secretRotated',
  },
  { entity: 'ServiceAccountRole', when: 'CREATED', type: 'SERVICE_ACCOUNT', name: 'roleAssigned' },
  { entity: 'ServiceAccountRole', when: 'DELETED', type: 'SERVICE_ACCOUNT', name: 'roleRemoved' },
  { entity: 'Token', when: 'CREATED', type: 'TOKEN', name: 'issued' },
  { entity: 'Token', when: { field: 'revokedAt' }, type: 'TOKEN', name: 'revoked' },
  ...life('ReasonCode', 'REASON_CODE'),
  ...life('DebtorSubtype', 'DEBTOR_SUBTYPE'),
]

/** The families by which one subscribes. */
export const families: readonly string[] = [
  ...new Set(eventRules.map(({ type }) => type)),
].toSorted()

export interface ChangeFacts {
  entity: string
  action: 'CREATED' | 'UPDATED' | 'DELETED'
  fields: Readonly<Record<string, { to?: unknown }>>
}

const familiesOf = new Map(
  [...Map.groupBy(eventRules, (rule) => rule.entity)].map(([entity, rules]) => [
    entity,
    [...Map.groupBy(rules, (rule) => rule.type).values()],
  ]),
)

/** Of each family the first rule that fits: the particular ones stand before the general. */
export function eventsOf(change: ChangeFacts): { type: string; name: string }[] {
  const families = familiesOf.get(change.entity) ?? []
  return families.flatMap((rules) => {
    const rule = rules.find(({ when }) => fits(when, change))
    return rule === undefined ? [] : [{ type: rule.type, name: rule.name }]
  })
}

interface Telling {
  fields: readonly string[]
  /** The field that names the currency of its amounts. */
  currency?: string
  /** What of it hangs on the day on which it is told. */
  onDay?: Readonly<Record<string, (row: never, today: BusinessDate) => unknown>>
}

/** Where a claim stands on the day on which somebody is told of it. */
export const ledgerOnDay = { ledgerStatus: ledgerStatusOn }

/** The kinds of rows of which something is told that hangs on the day. */
export const toldByDay: ReadonlySet<string> = new Set(['Invoice'])

/** What an event tells of its subject besides what changed; amounts in the currency of a field. */
export const tellings: Readonly<Record<string, Telling>> = {
  INVOICE: {
    fields: ['invoiceNumber', 'type', 'mainStatus', 'ledgerStatus', 'productCode', 'bookedDate'],
    onDay: ledgerOnDay,
  },
  INVOICE_BALANCE: {
    fields: [
      'invoiceNumber',
      'ledgerStatus',
      'balance',
      'paidAmount',
      'creditedAmount',
      'baseCurrency',
    ],
    currency: 'baseCurrency',
    onDay: ledgerOnDay,
  },
  INVOICE_FINANCIAL_EVENT: {
    fields: ['claimId', 'type', 'component', 'amount', 'currency', 'bookDate'],
    currency: 'currency',
  },
  FACTORING_STATUS: { fields: ['invoiceId', 'status', 'financeDecision', 'decidedBy'] },
  REALTIME: { fields: ['text'] },
  CACHE: { fields: ['module'] },
}

function fits(when: EventRule['when'], change: ChangeFacts): boolean {
  if (typeof when === 'string') return when === change.action
  const field = change.fields[when.field]
  if (change.action !== 'UPDATED' || field === undefined) return false
  return when.becomes === undefined || field.to === when.becomes
}
