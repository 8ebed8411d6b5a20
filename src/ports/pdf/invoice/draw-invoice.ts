import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import type { Given } from '../../apart/kinds.ts'
import type { Beside } from '../pdf.ts'
import { drawHead } from './head.ts'
import { drawingOf, finishPages } from './page.ts'
import { drawPayment, drawTexts } from './payment.ts'
import { drawRows } from './rows.ts'
import { drawTotals } from './totals.ts'

/** An invoice or credit note, from the head of its first page to the foot of its last. */
export async function drawInvoice(
  invoice: FrozenInvoice,
  { mark, logo }: Beside,
): Promise<Uint8Array> {
  const drawing = drawingOf(invoice)
  drawHead(drawing, logo)
  drawRows(drawing)
  drawTotals(drawing)
  drawPayment(drawing)
  drawTexts(drawing)
  finishPages(drawing, mark === 'PREVIEW')
  return drawing.sheet.finish()
}

/** As it is asked for from another process. */
export async function drawInvoiceApart({ value, parts: [logo] }: Given): Promise<Given> {
  const { invoice, mark } = value as { invoice: FrozenInvoice } & Pick<Beside, 'mark'>
  return { value: null, parts: [await drawInvoice(invoice, { mark, logo })] }
}
