import type { Language } from '../languages.ts'

/** The standard texts of a client's documents; each may have placeholders like `{debtorName}`. */
export const textFields = [
  'invoice',
  'creditInvoice',
  'reminder',
  'footer',
  'factoringClause',
] as const
export type TextField = (typeof textFields)[number]
export type InvoiceTexts = Readonly<Record<TextField, string>>

export const placeholders = [
  'clientName',
  'tenantName',
  'debtorName',
  'customerNumber',
  'invoiceNumber',
  'invoiceDate',
  'expireDate',
  'amount',
  'currency',
  'paymentReference',
  'paymentAccount',
] as const
export type Placeholder = (typeof placeholders)[number]
export type TextFacts = Readonly<Partial<Record<Placeholder, string>>>

export const defaultTexts: Readonly<Record<Language, InvoiceTexts>> = {
  sv: {
    invoice: 'Ange referens {paymentReference} vid betalning.',
    creditInvoice: 'Denna kreditfaktura avräknas mot er skuld till {clientName}.',
    reminder: 'Vi har ännu inte mottagit er betalning av faktura {invoiceNumber}.',
    footer: 'Efter förfallodagen debiteras dröjsmålsränta enligt räntelagen.',
    factoringClause:
      'Denna fordran är överlåten till {tenantName}. ' +
      'Betalning med befriande verkan kan endast ske till {paymentAccount}.',
  },
  en: {
    invoice: 'Please quote reference {paymentReference} with your payment.',
    creditInvoice: 'This credit note is set off against what you owe {clientName}.',
    reminder: 'We have not yet received your payment of invoice {invoiceNumber}.',
    footer: 'Interest on late payment is charged after the due date.',
    factoringClause:
      'This claim has been assigned to {tenantName}. ' +
      'It can be discharged only by payment to {paymentAccount}.',
  },
}

const known = new Set<string>(placeholders)
const written = /\{(\w+)\}/g

/** The unknown placeholders of a text. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(written)].map(([, name = '']) => name).filter((name) => !known.has(name))
}

/** Fills the placeholders of a text; one without a value becomes empty. */
export function filled(text: string, facts: TextFacts): string {
  return text.replaceAll(written, (whole, name: string) =>
    known.has(name) ? (facts[name as Placeholder] ?? '') : whole,
  )
}
