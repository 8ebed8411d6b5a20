import type { Language } from '../distribution/document.ts'
import { bookkeepingDefaults, type BookkeepingSettings } from '../bookkeeping/settings.ts'
import { merged } from '../settings.ts'
import type { SettingKind } from './client.ts'
import { defaultTexts, type InvoiceTexts } from './invoice-text.ts'
import type { ProductCode } from './product.ts'

export const billingFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export const vatTreatments = ['STANDARD', 'REVERSE_CHARGE', 'EXEMPT'] as const

/** How the tenant bills the client for what it does. */
export interface BillingSettings {
  billingFrequency: (typeof billingFrequencies)[number]
  /** Taken from the client's account instead of being paid by itself. */
  setOff: boolean
  billRecipientEmail: string | null
  invoiceReference: string | null
  vatTreatment: (typeof vatTreatments)[number]
  paymentTermsDays: number
  /** In decimal notation; smaller bills wait for the next round. */
  minBillAmount: string
  /** One bill for all charges of a round. */
  combine: boolean
}

export const paymentAccountKinds = ['BANKGIRO', 'PLUSGIRO', 'IBAN'] as const

/** Where debtors pay to. */
export interface PaymentAccount {
  kind: (typeof paymentAccountKinds)[number]
  number: string
  bic?: string | undefined
}

export const channels = ['EMAIL', 'LETTER', 'PEPPOL', 'EFAKTURA', 'DIGITAL_MAILBOX', 'SMS'] as const

export interface InvoiceSettings {
  /** A prefix of the client's own invoice numbers. */
  numberSeries: string | null
  paymentTermsDays: number
  /** Percentage points above the reference rate. */
  interestRateMargin: string
  reminderFeeAgreed: boolean
  /** To whole units of the currency; the difference is a row of its own. */
  roundTotal: boolean
  defaultChannel: (typeof channels)[number]
  /** Somebody else has to release what was accepted for activation. */
  authorizationRequired: boolean
  autoActivate: boolean
  autoFactoring: boolean
  defaultProductCode: ProductCode
  yourReferenceRequired: boolean
  paymentAccount: PaymentAccount | null
}

export type InvoiceTextSettings = Readonly<Record<Language, InvoiceTexts>>

export const kycStatuses = ['NOT_STARTED', 'PENDING', 'APPROVED', 'DENIED', 'EXPIRED'] as const
export const riskClasses = ['LOW', 'NORMAL', 'HIGH'] as const

/** What is known of the client itself, as the law on money laundering asks. */
export interface ComplianceSettings {
  kycStatus: (typeof kycStatuses)[number]
  riskClass: (typeof riskClasses)[number] | null
  pepChecked: boolean
  beneficialOwnersConfirmedAt: string | null
  purposeOfRelation: string | null
  /** A year, in the tenant's currency. */
  expectedVolume: string | null
  nextReviewAt: string | null
  restrictions: readonly string[]
}

export const layouts = ['STANDARD', 'COMPACT'] as const
export const productions = ['AT_ACTIVATION', 'ON_DEMAND'] as const

/** How the documents that debtors get look. */
export interface DocumentSettings {
  language: Language
  produce: (typeof productions)[number]
  pdfLayout: (typeof layouts)[number]
  logoDocumentId: string | null
  colours: { primary: string; text: string }
  attachTerms: boolean
  /** None: what follows from the identification number, where it follows. */
  vatNumber: string | null
  fTax: boolean
}

export interface SettingsOf {
  BILLING: BillingSettings
  BOOKKEEPING: BookkeepingSettings
  INVOICE: InvoiceSettings
  INVOICE_TEXT: InvoiceTextSettings
  COMPLIANCE: ComplianceSettings
  DOCUMENT: DocumentSettings
}

const defaults: SettingsOf = {
  BILLING: {
    billingFrequency: 'MONTHLY',
    setOff: true,
    billRecipientEmail: null,
    invoiceReference: null,
    vatTreatment: 'STANDARD',
    paymentTermsDays: 30,
    minBillAmount: '0.00',
    combine: true,
  },
  BOOKKEEPING: bookkeepingDefaults,
  INVOICE: {
    numberSeries: null,
    paymentTermsDays: 30,
    interestRateMargin: '8',
    reminderFeeAgreed: true,
    roundTotal: false,
    defaultChannel: 'EMAIL',
    authorizationRequired: false,
    autoActivate: false,
    autoFactoring: false,
    defaultProductCode: 'INVOICE_SERVICE',
    yourReferenceRequired: false,
    paymentAccount: null,
  },
  INVOICE_TEXT: defaultTexts,
  COMPLIANCE: {
    kycStatus: 'NOT_STARTED',
    riskClass: null,
    pepChecked: false,
    beneficialOwnersConfirmedAt: null,
    purposeOfRelation: null,
    expectedVolume: null,
    nextReviewAt: null,
    restrictions: [],
  },
  DOCUMENT: {
    language: 'sv',
    produce: 'AT_ACTIVATION',
    pdfLayout: 'STANDARD',
    logoDocumentId: null,
    colours: { primary: '#1f3a5f', text: '#1a1a1a' },
    attachTerms: false,
    vatNumber: null,
    fTax: false,
  },
}

/** What a client begins with; its documents speak the language that it is spoken to in. */
export function firstSettings(kind: SettingKind, language: Language): Record<string, unknown> {
  return { ...defaults[kind], ...(kind === 'DOCUMENT' && { language }) }
}

/** What is kept, with the default of whatever it does not say. */
export function settingsFrom<K extends SettingKind>(
  kind: K,
  kept: Readonly<Record<string, unknown>> = {},
): SettingsOf[K] {
  return merged(defaults[kind], kept)
}
