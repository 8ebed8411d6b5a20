import type { FrozenInvoice } from './frozen-invoice.ts'
import { titleOf, wordsOf } from './document-words.ts'

/**
 * The contents of the notice of assignment: which claim was sold, what is open, and whom to pay.
 */
export function noticeOf(frozen: FrozenInvoice, open: string): FrozenInvoice {
  const { vatInBase: _, ...invoice } = frozen
  const none = open.replaceAll(/\d/g, '0').replace(/^0+(?=0)/, '')
  const title = titleOf(invoice, wordsOf(frozen.language))
  return {
    ...invoice,
    notice: 'ASSIGNMENT',
    produce: 'ON_DEMAND',
    rows: [{ ...emptyRow, description: `${title} ${frozen.invoiceNumber}`, net: open }],
    vats: [],
    net: open,
    vat: none,
    rounding: none,
    gross: open,
    message: null,
  }
}

const emptyRow = {
  type: 'LINE',
  articleNumber: null,
  quantity: null,
  unit: null,
  price: null,
  discount: null,
  vatPercentage: null,
} as const
