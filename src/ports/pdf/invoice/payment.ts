import { create } from 'qrcode'
import { shownAccount } from '../../../domain/clients/payment-accounts.ts'
import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { paymentCode } from '../../../domain/invoices/documents/payment-code.ts'
import { grouped } from '../../../domain/clients/references.ts'
import { numberIn, type DocumentWords } from '../../../domain/invoices/documents/document-words.ts'
import { decimalsOf } from '../../../domain/money.ts'
import { inner, left, right, room, type Drawing } from './page.ts'

const lineHeight = 15
const codeSize = 84

/** How to pay: what is typed into a bank's form, and the same as a code that it reads. */
export function drawPayment(drawing: Drawing): void {
  const { sheet, invoice, words } = drawing
  const { payment } = invoice
  if (payment === null) return
  const code = codeOf(invoice)
  const facts = factsOf(invoice, payment, words)
  const height = Math.max(facts.length * lineHeight, code === null ? 0 : codeSize) + 20
  room(drawing, height + 10)
  const top = drawing.y + 10
  sheet.rule(left, top, inner, invoice.look.primary, 1)
  facts.forEach(([label, value], n) => {
    const y = top + 12 + n * lineHeight
    sheet.text(label, left, y, { colour: '#555555', width: 110 })
    sheet.text(value, left + 118, y, { bold: true, size: 10, width: 270 })
  })
  if (code !== null) {
    const { modules } = create(code, { errorCorrectionLevel: 'M' })
    const dark = (row: number, column: number) => modules.get(row, column) === 1
    const at = { x: right - codeSize, y: top + 10, size: codeSize }
    sheet.modules(dark, modules.size, at)
  }
  drawing.y = top + height
}

/** The texts below: the client's own, what late payment costs, and who owns the claim now. */
export function drawTexts(drawing: Drawing): void {
  const { sheet, invoice } = drawing
  const texts = [invoice.assignmentText, invoice.message, invoice.interestText, invoice.footer]
  for (const text of texts) {
    if (text === null) continue
    const style = { size: 8.5, bold: text === invoice.assignmentText }
    const lines = sheet.lines(text, inner, style)
    drawing.y += 5
    for (const line of lines) {
      room(drawing, 11)
      sheet.text(line, left, drawing.y, style)
      drawing.y += 11
    }
  }
}

type Payment = NonNullable<FrozenInvoice['payment']>

function factsOf(
  invoice: FrozenInvoice,
  { payee, account, reference }: Payment,
  words: DocumentWords,
) {
  const { language, currency, gross, expireDate } = invoice
  const amount = `${currency} ${numberIn(language, gross, decimalsOf(currency))}`
  const facts: [label: string, value: string][] = [
    [words.toPay, amount],
    [words.expireDate, expireDate],
    [words.payee, payee],
  ]
  if (account !== null) {
    facts.push([words[account.kind], shownAccount(account.kind, account.number)])
    if (account.bic !== null) facts.push([words.bic, account.bic])
  }
  if (reference !== null) facts.push(referenceFact(reference, words))
  return facts
}

/**
 * An OCR number is printed as it has to be typed; an RF reference in groups, which help to type it.
 */
function referenceFact(reference: string, words: DocumentWords): [label: string, value: string] {
  const isRf = reference.startsWith('RF')
  return isRf ? [words.reference, grouped(reference)] : [words.ocr, reference]
}

function codeOf(invoice: FrozenInvoice): string | null {
  const { payment, sender, gross: amount, currency, invoiceDate, expireDate } = invoice
  if (payment === null || payment.account === null) return null
  const { payee, account, reference } = payment
  // The number beside a name belongs to that name.
  const identificationNumber = payee === sender.name ? sender.identificationNumber : null
  return paymentCode({
    payee,
    identificationNumber,
    account,
    reference,
    amount,
    currency,
    invoiceDate,
    expireDate,
  })
}
