import type { FrozenInvoice } from '../../domain/invoices/documents/frozen-invoice.ts'
import type { Apart } from '../apart/apart.ts'

/** What is written across a document that is not one yet. */
export type Mark = 'PREVIEW'

export interface Beside {
  mark?: Mark | undefined
  /** In pixels of our own, as `drawnLogotype` gives it. */
  logo?: Uint8Array | undefined
}

/**
 * The PDF of an invoice: the same bytes for the same frozen data, whenever and wherever. It is
 * drawn apart, so that nobody waits meanwhile.
 */
export async function invoicePdf(
  apart: Apart,
  invoice: FrozenInvoice,
  { mark, logo }: Beside = {},
): Promise<Uint8Array> {
  const given = { value: { invoice, mark }, parts: logo === undefined ? [] : [logo] }
  const { parts } = await apart.do('invoicePdf', invoice.tenantId, given)
  return parts[0] as Uint8Array
}
