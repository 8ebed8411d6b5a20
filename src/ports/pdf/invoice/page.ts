import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import {
  titleOf,
  wordsOf,
  type DocumentWords,
} from '../../../domain/invoices/documents/document-words.ts'
import { Sheet } from '../sheet.ts'

export const left = 50
export const right = Sheet.width - 50
export const inner = right - left
/** Where the body of a page ends: below stands the foot. */
export const bottom = Sheet.height - 92

/** One document while it is drawn: its sheet, and how far down it has come. */
export interface Drawing {
  sheet: Sheet
  invoice: FrozenInvoice
  words: DocumentWords
  y: number
}

export function drawingOf(invoice: FrozenInvoice): Drawing {
  const words = wordsOf(invoice.language)
  const title = `${titleOf(invoice, words)} ${invoice.invoiceNumber}`
  const sheet = new Sheet({
    title,
    author: invoice.sender.name,
    subject: invoice.debtor.name,
    language: invoice.language,
    made: new Date(invoice.frozenAt),
    colour: invoice.look.text,
  })
  return { sheet, invoice, words, y: 0 }
}

/** Room for something that must not be torn apart; on a new page where there is none left. */
export function room(drawing: Drawing, height: number): boolean {
  if (drawing.y + height <= bottom) return false
  drawing.sheet.newPage()
  nextHead(drawing)
  return true
}

/** The head of every page but the first. */
function nextHead(drawing: Drawing): void {
  const { sheet, invoice, words } = drawing
  const title = `${titleOf(invoice, words)} ${invoice.invoiceNumber}`
  sheet.text(invoice.sender.name, left, 42, { bold: true, size: 10, width: inner / 2 })
  sheet.text(`${title} (${words.continued})`, left + inner / 2, 42, {
    width: inner / 2,
    align: 'right',
  })
  sheet.rule(left, 58, inner)
  drawing.y = 72
}

/** What stands on every page, once it is known how many there are. */
export function finishPages({ sheet, invoice, words }: Drawing, isPreview: boolean): void {
  const columns = footColumns(invoice, words)
  const width = inner / columns.length
  for (let page = 0; page < sheet.pages; page++) {
    sheet.turnTo(page)
    const style = { size: 8, width: 100, align: 'right' as const, colour: '#555555' }
    sheet.text(words.page(page + 1, sheet.pages), right - 100, 26, style)
    sheet.rule(left, Sheet.height - 78, inner)
    columns.forEach((lines, at) =>
      lines.forEach((line, n) => {
        const small = { size: 7.5, width: width - 8, colour: '#555555' }
        sheet.text(line, left + at * width, Sheet.height - 70 + n * 10, small)
      }),
    )
    if (isPreview) sheet.across(words.preview)
  }
}

function footColumns({ sender }: FrozenInvoice, words: DocumentWords): string[][] {
  const { name, address, identificationNumber, vatNumber, email, phone, fTax } = sender
  const labelled = (label: string, value: string | null) =>
    value === null ? [] : [`${label} ${value}`]
  return [
    [name, ...address],
    [
      ...labelled(words.organisation, identificationNumber),
      ...labelled(words.vatNumber, vatNumber),
    ].concat(fTax ? [words.fTax] : []),
    [email, phone].filter((line) => line !== null),
  ].map((lines) => lines.slice(0, 5))
}
