import { z } from 'zod'
import type { KeptSettings } from '../../../activities/clients/kept-settings.ts'
import type { SettingKind } from '../../../domain/clients/client.ts'
import { productCodes } from '../../../domain/clients/product.ts'
import {
  billingFrequencies,
  channels,
  kycStatuses,
  layouts,
  paymentAccountKinds,
  productions,
  riskClasses,
  settingsFrom,
  vatTreatments,
  type SettingsOf,
} from '../../../domain/clients/settings.ts'
import { accountingBases, exportMethods } from '../../../domain/bookkeeping/settings.ts'
import { languages } from '../../../domain/distribution/document.ts'
import { percentSent } from '../../../kernel/read/amounts.ts'
import {
  email,
  id,
  name,
  sentDay,
  showVersioned,
  versionedView,
} from '../../../kernel/read/fields.ts'

const days = z.int().min(0).max(365).meta({ example: 30 })
const decimal = (example: string) =>
  z
    .string()
    .regex(/^\d{1,12}(?:\.\d{1,4})?$/, 'A decimal number with a point')
    .meta({ example })
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'As #1f3a5f')
  .meta({ example: '#1f3a5f' })

/** The fields of each kind of settings: a view shows all of them, a change names some. */
export const billing = {
  billingFrequency: z.enum(billingFrequencies),
  setOff: z.boolean(),
  billRecipientEmail: email.nullable(),
  invoiceReference: name(100).nullable(),
  vatTreatment: z.enum(vatTreatments),
  paymentTermsDays: days,
  minBillAmount: decimal('100.00'),
  combine: z.boolean(),
}

export const bookkeepingExport = {
  method: z.enum(exportMethods),
  voucherSeries: z
    .string()
    .regex(/^[A-Z0-9]{1,10}$/, 'Capitals and digits, at most 10')
    .meta({ example: 'A' }),
}

export const bookkeeping = {
  export: z.strictObject(bookkeepingExport),
  bookInvoices: z.boolean(),
  bookPayments: z.boolean(),
  fiscalYearStart: z
    .string()
    .regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/, 'A month and a day')
    .meta({ example: '01-01' }),
  basis: z.enum(accountingBases),
}

const paymentAccount = z
  .strictObject({
    kind: z.enum(paymentAccountKinds),
    number: name(40),
    bic: z.string().max(11).optional(),
  })
  .meta({ example: { kind: 'BANKGIRO', number: '991-2346' } })

export const invoice = {
  numberSeries: name(20).nullable(),
  paymentTermsDays: days,
  interestRateMargin: percentSent.meta({ example: '8' }),
  reminderFeeAgreed: z.boolean(),
  roundTotal: z.boolean(),
  defaultChannel: z.enum(channels),
  authorizationRequired: z.boolean(),
  autoActivate: z.boolean(),
  autoFactoring: z.boolean(),
  defaultProductCode: z.enum(productCodes),
  yourReferenceRequired: z.boolean(),
  paymentAccount: paymentAccount.nullable(),
}

export const compliance = {
  kycStatus: z.enum(kycStatuses),
  riskClass: z.enum(riskClasses).nullable(),
  pepChecked: z.boolean(),
  beneficialOwnersConfirmedAt: sentDay.nullable(),
  purposeOfRelation: name(1000).nullable(),
  expectedVolume: decimal('5000000').nullable(),
  nextReviewAt: sentDay.nullable(),
  restrictions: z.array(name(200)).max(50),
}

export const documentColours = { primary: colour, text: colour }

export const document = {
  language: z.enum(languages),
  produce: z.enum(productions),
  pdfLayout: z.enum(layouts),
  logoDocumentId: id('Document').nullable(),
  colours: z.strictObject(documentColours),
  attachTerms: z.boolean(),
  vatNumber: name(30).nullable(),
  fTax: z.boolean(),
}

const text = z.string().max(2000)

export const texts = {
  invoice: text,
  creditInvoice: text,
  reminder: text,
  footer: text,
  factoringClause: text,
}

export const invoiceText = { sv: z.strictObject(texts), en: z.strictObject(texts) }

const ofClient = { clientId: id('Client'), ...versionedView }
const settingsView = <S extends z.ZodRawShape>(fields: S, called: string) =>
  z.object({ ...ofClient, ...fields }).meta({ id: called })

export const BillingSettingsView = settingsView(billing, 'BillingSettings')
export const BookkeepingSettingsView = settingsView(bookkeeping, 'BookkeepingSettings')
export const InvoiceSettingsView = settingsView(invoice, 'InvoiceSettings')
export const ComplianceSettingsView = settingsView(compliance, 'ComplianceSettings')
export const DocumentSettingsView = settingsView(document, 'DocumentSettings')
export const InvoiceTextSettingsView = settingsView(invoiceText, 'InvoiceTextSettings')

type Shown<K extends SettingKind> = {
  -readonly [F in keyof SettingsOf[K]]: Plain<SettingsOf[K][F]>
} & ReturnType<typeof ofWhom>
type Plain<T> = T extends readonly (infer E)[] ? E[] : T

/** Settings of a kind, with the default of whatever is not kept. */
export const showing =
  <K extends SettingKind>(kind: K) =>
  (kept: KeptSettings): Shown<K> =>
    ({ ...ofWhom(kept), ...settingsFrom(kind, kept.value) }) as Shown<K>

function ofWhom(kept: KeptSettings) {
  return { clientId: kept.clientId, ...showVersioned(kept) }
}
