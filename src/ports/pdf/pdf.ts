import type { FrozenInvoice } from '../../domain/invoices/documents/frozen-invoice.ts'

/** What is written across a document that is not one yet. */
export type Mark = 'PREVIEW'

export interface Beside {
  mark?: Mark | undefined
  /** A PNG or JPEG. */
  logo?: Uint8Array | undefined
}

/** The PDF of an invoice: the same bytes for the same frozen data, whenever and wherever. */
export async function invoicePdf(invoice: FrozenInvoice, beside: Beside = {}): Promise<Uint8Array> {
  const { drawInvoice } = await import('./invoice/draw-invoice.ts')
  return drawInvoice(invoice, beside)
}
