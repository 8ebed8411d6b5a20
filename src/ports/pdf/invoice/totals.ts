import { decimalsOf } from '../../../domain/money.ts'
import { isCredit } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { numberIn } from '../../../domain/invoices/documents/document-words.ts'
import { left, right, room, type Drawing } from './page.ts'

const lineHeight = 14
const totalsX = right - 235
const totalsWidth = 235
const amountWidth = 100

/** The VAT by rate at the left, the totals at the right, on one page together. */
export function drawTotals(drawing: Drawing): void {
  const { invoice } = drawing
  const sums = sumsOf(drawing)
  room(drawing, Math.max(invoice.vats.length + 1, sums.length + 1) * lineHeight + 34)
  const top = drawing.y
  drawVats(drawing, top)
  drawSums(drawing, sums, top)
  drawing.y = Math.max(drawing.y, top + (invoice.vats.length + 1) * lineHeight) + 10
}

function drawVats({ sheet, invoice, words }: Drawing, top: number): void {
  const { language, currency, vats } = invoice
  const show = (amount: string) => numberIn(language, amount, decimalsOf(currency))
  const cells = (texts: readonly string[], y: number, bold: boolean) =>
    texts.forEach((text, n) => {
      const style = { size: 8, bold, width: 62, align: 'right' as const }
      sheet.text(text, left + n * 70, y, style)
    })
  if (vats.length === 0) return
  cells([words.vatRate, words.vatBase, words.vatOf], top + 2, true)
  vats.forEach(({ rate, base, amount }, n) => {
    const y = top + 2 + (n + 1) * lineHeight
    cells([numberIn(language, rate), show(base), show(amount)], y, false)
  })
}

type Sum = [label: string, amount: string]

function sumsOf({ invoice, words }: Drawing): Sum[] {
  const { language, currency, vatInBase } = invoice
  // Interest and principal have no VAT.
  if (invoice.notice === 'LOAN') return []
  const show = (amount: string, of = currency) => numberIn(language, amount, decimalsOf(of))
  const sums: Sum[] = [
    [words.net, show(invoice.net)],
    [words.vatOf, show(invoice.vat)],
  ]
  if (vatInBase !== undefined) {
    const { currency: base, amount, rate } = vatInBase
    sums.push([words.vatInBase(base, numberIn(language, rate)), show(amount, base)])
  }
  if (!isZero(invoice.rounding)) sums.push([words.rounding, show(invoice.rounding)])
  return sums
}

function drawSums(drawing: Drawing, sums: readonly Sum[], top: number): void {
  const { sheet, invoice, words } = drawing
  const { language, currency } = invoice
  sums.forEach(([label, amount], n) => {
    const y = top + 2 + n * lineHeight
    sheet.text(label, totalsX, y)
    const width = amountWidth
    sheet.text(amount, right - width - 4, y, { width, align: 'right' })
  })
  const y = top + sums.length * lineHeight + 6
  const style = { size: 11, bold: true }
  sheet.panel(totalsX - 6, y, totalsWidth + 6, 22, '#eef1f5')
  sheet.text(isCredit(invoice) ? words.toCredit : words.toPay, totalsX, y + 6, style)
  const amount = `${currency} ${numberIn(language, invoice.gross, decimalsOf(currency))}`
  sheet.text(amount, right - 154, y + 6, { ...style, width: 150, align: 'right' })
  drawing.y = y + 28
}

const isZero = (amount: string) => /^-?[0.]+$/.test(amount)
