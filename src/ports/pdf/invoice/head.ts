import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { titleOf, type DocumentWords } from '../../../domain/invoices/documents/document-words.ts'
import { left, right, type Drawing } from './page.ts'

const labelWidth = 105
const valueWidth = 145
const lineHeight = 13
/** Where the window of an envelope shows the address. */
const windowX = 312
const windowY = 128
const windowWidth = right - windowX

/** The head of the first page: who, to whom, and under which numbers and dates. */
export function drawHead(drawing: Drawing, logo?: Uint8Array): void {
  const { sheet, invoice, words } = drawing
  if (logo !== undefined) sheet.picture(logo, left, 32, [200, 60])
  else sheet.text(invoice.sender.name, left, 44, { bold: true, size: 14, width: 240 })
  sheet.text(titleOf(invoice, words), windowX, 44, { bold: true, size: 20, width: windowWidth })
  const facts = factsOf(invoice, words)
  facts.forEach(([label, value], n) => {
    const y = windowY + n * lineHeight
    sheet.text(label, left, y, { colour: '#555555', width: labelWidth - 6 })
    sheet.text(value, left + labelWidth, y, { width: valueWidth })
  })
  const address = [invoice.debtor.name, ...invoice.debtor.address].slice(0, 7)
  address.forEach((line, n) => {
    const style = { size: 10.5, bold: n === 0, width: windowWidth }
    sheet.text(line, windowX, windowY + n * 14, style)
  })
  drawing.y = windowY + Math.max(facts.length * lineHeight, address.length * 14, 90) + 22
}

type Fact = [label: string, value: string]

function factsOf(invoice: FrozenInvoice, words: DocumentWords): Fact[] {
  const { references } = invoice
  const isLoan = invoice.notice === 'LOAN'
  const facts: [label: string, value: string | null | undefined][] = [
    [isLoan ? words.loanNumber : words.invoiceNumber, invoice.invoiceNumber],
    ...invoice.credits.map((credited): Fact => {
      return [words.credits, `${credited.invoiceNumber} (${credited.invoiceDate})`]
    }),
    [isLoan ? words.loanDate : words.invoiceDate, invoice.invoiceDate],
    [words.expireDate, invoice.payment === null && !isLoan ? null : invoice.expireDate],
    [words.deliveryDate, invoice.deliveryDate],
    [words.customerNumber, invoice.debtor.customerNumber],
    [words.organisation, invoice.debtor.identificationNumber],
    ...Object.entries(words.references).map(([name, label]): [string, string | undefined] => [
      label,
      references[name],
    ]),
  ]
  return facts.filter((fact): fact is Fact => fact[1] != null && fact[1] !== '')
}
