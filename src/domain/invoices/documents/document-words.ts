import type { InvoiceType } from '../invoice.ts'
import type { Language } from '../../languages.ts'

const swedish = {
  titles: {
    INVOICE: 'Faktura',
    CREDIT_INVOICE: 'Kreditfaktura',
    INTEREST_INVOICE: 'Räntefaktura',
    FEE_INVOICE: 'Avgiftsfaktura',
    DEBIT_NOTE: 'Debetnota',
    TAKEOVER: 'Faktura',
  } as Readonly<Record<InvoiceType, string>>,
  page: (n: number, of: number) => `Sida ${n} av ${of}`,
  notices: { ASSIGNMENT: 'Underrättelse om överlåtelse', LOAN: 'Låneavi' },
  loanNumber: 'Avinummer',
  loanDate: 'Avidatum',
  preview: 'FÖRHANDSVISNING',
  invoiceNumber: 'Fakturanummer',
  invoiceDate: 'Fakturadatum',
  expireDate: 'Förfallodatum',
  deliveryDate: 'Leveransdatum',
  customerNumber: 'Kundnummer',
  credits: 'Avser faktura',
  references: {
    your: 'Er referens',
    our: 'Vår referens',
    order: 'Ert ordernummer',
    buyerReference: 'Köparens referens',
    contract: 'Avtal',
  } as Readonly<Record<string, string>>,
  organisation: 'Org.nr',
  vatNumber: 'Momsreg.nr',
  fTax: 'Godkänd för F-skatt',
  article: 'Artikel',
  description: 'Beskrivning',
  quantity: 'Antal',
  unit: 'Enhet',
  price: 'À-pris',
  discount: 'Rabatt',
  vatRate: 'Moms %',
  amount: 'Belopp',
  net: 'Summa exkl. moms',
  vatOf: 'Moms',
  vatBase: 'Underlag',
  vatInBase: (currency: string, rate: string) => `Moms i ${currency}, kurs ${rate}`,
  rounding: 'Öresavrundning',
  toPay: 'Att betala',
  toCredit: 'Att kreditera',
  payee: 'Betalas till',
  reference: 'Referens',
  ocr: 'OCR-nummer',
  BANKGIRO: 'Bankgiro',
  PLUSGIRO: 'Plusgiro',
  IBAN: 'IBAN',
  bic: 'BIC',
  continued: 'fortsättning',
}
export type DocumentWords = typeof swedish

const english: DocumentWords = {
  titles: {
    INVOICE: 'Invoice',
    CREDIT_INVOICE: 'Credit note',
    INTEREST_INVOICE: 'Interest invoice',
    FEE_INVOICE: 'Fee invoice',
    DEBIT_NOTE: 'Debit note',
    TAKEOVER: 'Invoice',
  },
  page: (n, of) => `Page ${n} of ${of}`,
  notices: { ASSIGNMENT: 'Notice of assignment', LOAN: 'Loan notice' },
  loanNumber: 'Notice number',
  loanDate: 'Date of notice',
  preview: 'PREVIEW',
  invoiceNumber: 'Invoice number',
  invoiceDate: 'Invoice date',
  expireDate: 'Due date',
  deliveryDate: 'Delivery date',
  customerNumber: 'Customer number',
  credits: 'Credits invoice',
  references: {
    your: 'Your reference',
    our: 'Our reference',
    order: 'Your order number',
    buyerReference: 'Buyer reference',
    contract: 'Contract',
  },
  organisation: 'Company no.',
  vatNumber: 'VAT no.',
  fTax: 'Approved for Swedish F-tax',
  article: 'Article',
  description: 'Description',
  quantity: 'Quantity',
  unit: 'Unit',
  price: 'Unit price',
  discount: 'Discount',
  vatRate: 'VAT %',
  amount: 'Amount',
  net: 'Total excl. VAT',
  vatOf: 'VAT',
  vatBase: 'Net',
  vatInBase: (currency, rate) => `VAT in ${currency}, rate ${rate}`,
  rounding: 'Rounding',
  toPay: 'Amount to pay',
  toCredit: 'Amount to credit',
  payee: 'Payable to',
  reference: 'Reference',
  ocr: 'OCR number',
  BANKGIRO: 'Bankgiro',
  PLUSGIRO: 'Plusgiro',
  IBAN: 'IBAN',
  bic: 'BIC',
  continued: 'continued',
}

export function wordsOf(language: Language): DocumentWords {
  return language === 'sv' ? swedish : english
}

/** A decimal text as the language writes numbers, with at least so many places. */
export function numberIn(language: Language, decimal: string, places = 0): string {
  const parts = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal)
  if (parts === null) return decimal
  const [, sign, whole = '', given = ''] = parts
  const grouped = whole.replaceAll(/(\d)(?=(?:\d{3})+$)/g, language === 'sv' ? '$1 ' : '$1,')
  const part = given.padEnd(places, '0')
  return `${sign}${grouped}${part === '' ? '' : (language === 'sv' ? ',' : '.') + part}`
}

/** What a document is called at its head. */
export function titleOf(
  { type, notice }: { type: InvoiceType; notice?: 'ASSIGNMENT' | 'LOAN' | undefined },
  words: DocumentWords,
): string {
  return notice === undefined ? words.titles[type] : words.notices[notice]
}
