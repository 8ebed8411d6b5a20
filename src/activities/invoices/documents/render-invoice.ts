import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import type { DocumentStore } from '../../../ports/documents/documents.ts'
import { invoicePdf, type Mark } from '../../../ports/pdf/pdf.ts'

/** The document of frozen data, with the logotype that it was frozen with. */
export async function renderInvoice(
  documents: DocumentStore,
  frozen: FrozenInvoice,
  mark?: Mark,
): Promise<Uint8Array> {
  const { logoKey } = frozen.look
  const logo = logoKey === null ? undefined : await documents.get(logoKey)
  return invoicePdf(frozen, { mark, logo })
}
