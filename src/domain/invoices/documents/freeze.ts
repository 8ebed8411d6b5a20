import {
  defaultTexts,
  filled,
  type InvoiceTexts,
  type TextFacts,
} from '../../clients/invoice-text.ts'
import { isBought, type FinancingStatus } from '../../factoring/financing-status.ts'
import { decimal } from '../../money.ts'
import { vatInBaseCurrency } from '../../bookkeeping/exchange-rates.ts'
import type { InvoiceType } from '../invoice.ts'
import { shownAccount, type PaymentAccount } from '../../clients/payment-accounts.ts'
import { addressLines } from './address.ts'
import type { Language } from '../../languages.ts'
import type { FrozenInvoice, FrozenParty, FrozenRow } from './frozen-invoice.ts'
import { retentionUntil } from '../../bookkeeping/retention.ts'
import { vatNumberOf } from './vat-number.ts'

export interface InvoiceFacts {
  tenantId: string
  id: string
  clientId: string
  debtorId: string
  type: InvoiceType
  /** Whether the claim is the tenant's as the document is made. */
  financingStatus: FinancingStatus
  invoiceNumber: string
  invoiceDate: string
  expireDate: string
  deliveryDate?: string | null | undefined
  invoiceCurrency: string
  baseCurrency: string
  /** Base currency for one of the invoice's. */
  rate: string
  netAmount: bigint
  vatAmount: bigint
  roundingAmount: bigint
  grossAmount: bigint
  vats: readonly { rate: string; base: string; amount: string }[]
  paymentReference?: string | null | undefined
  references?: Readonly<Record<string, string>> | null | undefined
}

export interface RowFacts {
  type: string
  articleNumber?: string | null | undefined
  description?: string | null | undefined
  quantity?: string | null | undefined
  unit?: string | null | undefined
  price?: string | null | undefined
  discountPercent?: string | null | undefined
  discountAmount?: string | null | undefined
  vatPercentage?: string | null | undefined
  netAmount: bigint
}

export interface SenderFacts {
  name: string
  identificationNumber: string
  countryCode: string
  contactInformation?: { email: string; phone: string } | null | undefined
  addressInformation?: Record<string, unknown> | null | undefined
}

export interface DebtorFacts {
  name: string
  customerNumber: string
  identificationNumber?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  invoiceAddress?: Record<string, unknown> | null | undefined
  preferredLanguage?: Language | null | undefined
}

/** Of the client's invoice settings. */
interface InvoiceChoices {
  interestRateMargin: string
  fixedInterestRate: string | null
  reminderFeeAgreed: boolean
  paymentAccount: PaymentAccount | null
}

/** Of its document settings. */
interface DocumentChoices {
  language: Language
  produce: FrozenInvoice['produce']
  pdfLayout: 'STANDARD' | 'COMPACT'
  colours: { primary: string; text: string }
  vatNumber: string | null
  fTax: boolean
}

/** All that a document is frozen from. */
export interface Freezing {
  invoice: InvoiceFacts
  rows: readonly RowFacts[]
  client: SenderFacts
  debtor: DebtorFacts
  tenantName: string
  settings: {
    invoice: InvoiceChoices
    document: DocumentChoices
    /** The month and day on which the fiscal years of the client begin. */
    bookkeeping: { fiscalYearStart: string }
  }
  texts: Readonly<Record<Language, InvoiceTexts>>
  /** Where the bytes of the client's logotype are. */
  logoKey: string | null
  credits: readonly { invoiceNumber: string; invoiceDate: string }[]
  activation: { number: number }
  now: Date
}

/** The invoice as its document will show it, for ever. */
export function frozen(facts: Freezing): FrozenInvoice {
  const { invoice, rows, client, settings, activation } = facts
  const { invoiceCurrency: currency, type } = invoice
  const language = facts.debtor.preferredLanguage ?? settings.document.language
  const credit = type === 'CREDIT_INVOICE'
  return {
    format: 1,
    tenantId: invoice.tenantId,
    invoiceId: invoice.id,
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    activation: activation.number,
    frozenAt: facts.now.toISOString(),
    produce: settings.document.produce,
    language,
    look: lookOf(facts),
    type,
    invoiceNumber: invoice.invoiceNumber,
    invoiceDate: invoice.invoiceDate,
    expireDate: invoice.expireDate,
    deliveryDate: invoice.deliveryDate ?? null,
    currency,
    sender: senderOf(client, settings.document),
    debtor: debtorOf(facts.debtor, client.countryCode),
    references: { ...invoice.references },
    rows: rows.map((row) => rowOf(row, currency)),
    vats: invoice.vats.map(({ rate, base, amount }) => ({
      rate: plain(rate),
      base: decimal(BigInt(base), currency),
      amount: decimal(BigInt(amount), currency),
    })),
    net: decimal(invoice.netAmount, currency),
    vat: decimal(invoice.vatAmount, currency),
    ...vatInBaseOf(invoice),
    rounding: decimal(invoice.roundingAmount, currency),
    gross: decimal(invoice.grossAmount, currency),
    payment: credit ? null : paymentOf(facts),
    credits: credit ? facts.credits.map((credited) => ({ ...credited })) : [],
    ...textsOf(facts, language),
    retentionUntil: retentionUntil(invoice.invoiceDate, settings.bookkeeping.fiscalYearStart),
  }
}

function vatInBaseOf(invoice: InvoiceFacts): Pick<FrozenInvoice, 'vatInBase'> {
  const { baseCurrency: currency, rate } = invoice
  if (currency === invoice.invoiceCurrency || invoice.vatAmount === 0n) return {}
  const amount = decimal(vatInBaseCurrency(invoice), currency)
  return { vatInBase: { currency, amount, rate: plain(rate) } }
}

function lookOf({ settings: { document }, logoKey }: Freezing): FrozenInvoice['look'] {
  const { colours, pdfLayout } = document
  return { primary: colours.primary, text: colours.text, logoKey, compact: pdfLayout === 'COMPACT' }
}

function senderOf(client: SenderFacts, chosen: DocumentChoices): FrozenInvoice['sender'] {
  const { name, identificationNumber, countryCode, contactInformation: contact } = client
  return {
    name,
    address: under(name, client.addressInformation, countryCode),
    identificationNumber,
    vatNumber: chosen.vatNumber ?? vatNumberOf(identificationNumber, countryCode),
    email: contact?.email ?? null,
    phone: contact?.phone ?? null,
    fTax: chosen.fTax,
  }
}

function debtorOf(debtor: DebtorFacts, home: string): FrozenParty & { customerNumber: string } {
  return {
    name: debtor.name,
    address: under(debtor.name, debtor.invoiceAddress, home),
    identificationNumber: debtor.identificationNumber ?? null,
    vatNumber: null,
    email: debtor.email ?? null,
    phone: debtor.phone ?? null,
    customerNumber: debtor.customerNumber,
  }
}

/** What stands under a name: the one that the address itself names first, if that is another. */
function under(
  name: string,
  address: Readonly<Record<string, unknown>> | null | undefined,
  home: string,
): string[] {
  const other = typeof address?.['name'] === 'string' ? address['name'].trim() : ''
  const lines = addressLines(address, home)
  return other === '' || other === name ? lines : [other, ...lines]
}

function rowOf(row: RowFacts, currency: string): FrozenRow {
  const { discountPercent, discountAmount, vatPercentage } = row
  const discounts = [
    ...(discountPercent == null ? [] : [`${discountPercent} %`]),
    ...(discountAmount == null ? [] : [discountAmount]),
  ]
  return {
    type: row.type,
    articleNumber: row.articleNumber ?? null,
    description: row.description ?? '',
    quantity: row.quantity ?? null,
    unit: row.unit ?? null,
    price: row.price ?? null,
    discount: discounts.length === 0 ? null : discounts.join(' + '),
    vatPercentage: vatPercentage == null ? null : plain(vatPercentage),
    net: decimal(row.netAmount, currency),
  }
}

/** A rate as one writes it: without the zeros that a column adds. */
function plain(number: string): string {
  return number.includes('.') ? number.replace(/\.?0+$/, '') : number
}

function paymentOf(facts: Freezing): FrozenInvoice['payment'] {
  const { paymentAccount: account } = facts.settings.invoice
  return {
    payee: isBought(facts.invoice) ? facts.tenantName : facts.client.name,
    account: account === null ? null : { ...account, bic: account.bic ?? null },
    reference: facts.invoice.paymentReference ?? null,
  }
}

function textsOf(facts: Freezing, language: Language) {
  const texts = facts.texts[language]
  const values = textFactsOf(facts)
  const credit = facts.invoice.type === 'CREDIT_INVOICE'
  const orNull = (text: string) => (text.trim() === '' ? null : filled(text, values))
  // The buyer of a claim must be named, even if the client's own texts leave it out.
  const assignment = orNull(texts.factoringClause) ?? orNull(defaultTexts[language].factoringClause)
  return {
    interestText: credit ? null : interestText(facts.settings.invoice, language),
    assignmentText: isBought(facts.invoice) && !credit ? assignment : null,
    message:
      values.paymentReference === '' && !credit
        ? null
        : orNull(credit ? texts.creditInvoice : texts.invoice),
    // The foot is about late payment, and a credit note demands none.
    footer: credit ? null : orNull(texts.footer),
  }
}

function textFactsOf({ invoice, client, debtor, settings, tenantName }: Freezing): TextFacts {
  const { paymentAccount: account } = settings.invoice
  return {
    clientName: client.name,
    tenantName,
    debtorName: debtor.name,
    customerNumber: debtor.customerNumber,
    invoiceNumber: invoice.invoiceNumber,
    invoiceDate: invoice.invoiceDate,
    expireDate: invoice.expireDate,
    amount: decimal(invoice.grossAmount, invoice.invoiceCurrency),
    currency: invoice.invoiceCurrency,
    paymentReference: invoice.paymentReference ?? '',
    paymentAccount: account === null ? tenantName : shownAccount(account.kind, account.number),
  }
}

/** The debtor must be informed of interest and fee before they may be charged. */
function interestText(settings: InvoiceChoices, language: Language): string {
  const { reminderFeeAgreed, interestRateMargin, fixedInterestRate } = settings
  const percent = fixedInterestRate ?? interestRateMargin
  const shown = percent.replace('.', language === 'sv' ? ',' : '.')
  const isFixed = fixedInterestRate !== null
  if (language === 'sv') {
    const fee = reminderFeeAgreed ? ' Påminnelseavgift debiteras enligt lag.' : ''
    const rate = isFixed ? `${shown} procent per år` : `referensräntan plus ${shown} procentenheter`
    return `Efter förfallodagen debiteras dröjsmålsränta med ${rate}.${fee}`
  }
  const fee = reminderFeeAgreed ? ' A reminder fee is charged as permitted by law.' : ''
  const rate = isFixed
    ? `${shown} per cent a year`
    : `the reference rate plus ${shown} percentage points`
  return `After the due date interest is charged at ${rate}.${fee}`
}
