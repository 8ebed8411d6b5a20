import type { InvoiceType } from '../invoice.ts'
import { plainFilename } from '../../filename.ts'
import { titleOf, wordsOf } from './document-words.ts'
import type { Language } from '../../languages.ts'

/** One of the two who stand on the document. */
export interface FrozenParty {
  name: string
  /** Already in lines, as they are shown. */
  address: string[]
  identificationNumber: string | null
  vatNumber: string | null
  email: string | null
  phone: string | null
}

export interface FrozenRow {
  type: string
  articleNumber: string | null
  description: string
  quantity: string | null
  unit: string | null
  price: string | null
  /** With its unit: `10 %`, an amount, or `10 % + 5.00`. */
  discount: string | null
  vatPercentage: string | null
  /** In the invoice's currency, in decimal notation, as all amounts here. */
  net: string
}

export interface FrozenAccount {
  kind: 'BANKGIRO' | 'PLUSGIRO' | 'IBAN'
  number: string
  bic: string | null
}

/**
 * All that an invoice document shows, as it was when the activation began: plain data, from which
 * the same bytes can be made at any time.
 */
export interface FrozenInvoice {
  format: 1
  tenantId: string
  invoiceId: string
  clientId: string
  debtorId: string
  /** Which activation it was frozen for; the document is made once for each. */
  activation: number
  frozenAt: string
  produce: 'AT_ACTIVATION' | 'ON_DEMAND'
  language: Language
  look: {
    primary: string
    /** Not kept of documents that were frozen before it could be chosen. */
    text?: string | undefined
    logoKey: string | null
    compact: boolean
  }
  type: InvoiceType
  /** For documents about an invoice, as the notice of assignment, and those of loans. */
  notice?: 'ASSIGNMENT' | 'LOAN' | undefined
  invoiceNumber: string
  invoiceDate: string
  expireDate: string
  deliveryDate: string | null
  currency: string
  sender: FrozenParty & { fTax: boolean }
  debtor: FrozenParty & { customerNumber: string }
  references: Record<string, string>
  rows: FrozenRow[]
  vats: { rate: string; base: string; amount: string }[]
  net: string
  vat: string
  /** The VAT in the currency of the books, where the invoice is in another; the law asks for it. */
  vatInBase?: { currency: string; amount: string; rate: string } | undefined
  rounding: string
  gross: string
  /** Who is paid, where, and under which reference; none on a credit note. */
  payment: { payee: string; account: FrozenAccount | null; reference: string | null } | null
  /** The invoices that a credit note credits. */
  credits: { invoiceNumber: string; invoiceDate: string }[]
  /** The client's own texts, the terms of late payment, the note of assignment, and the foot. */
  message: string | null
  interestText: string | null
  assignmentText: string | null
  footer: string | null
  /** The day until which the law wants it kept. */
  retentionUntil: string
}

export function isCredit({ type }: Pick<FrozenInvoice, 'type'>): boolean {
  return type === 'CREDIT_INVOICE'
}

/** The name under which the document of one activation exists once. */
export const documentKeyOf = ({ activation }: Pick<FrozenInvoice, 'activation'>): string =>
  `activation/${activation}`

/** The file name of the document. */
export function filenameOf(frozen: FrozenInvoice): string {
  const { language, invoiceNumber } = frozen
  return plainFilename(`${titleOf(frozen, wordsOf(language))} ${invoiceNumber}.pdf`)
}
