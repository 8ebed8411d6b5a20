import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { refuse } from '../../../domain/refusal.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import { Overstepped } from '../../../ports/apart/crew.ts'
import { invoicePdf, type Mark } from '../../../ports/pdf/pdf.ts'
import { logotypeOf } from './logotype-of.ts'

export interface Rendered {
  bytes: Uint8Array
  /** It has a logotype that could not be drawn, so that the name of the sender stands there. */
  undrawn: boolean
}

/** The document of frozen data, with the logotype that it was frozen with. */
export async function renderInvoice(
  runtime: Pick<Runtime, 'apart' | 'documents'>,
  frozen: FrozenInvoice,
  mark?: Mark,
): Promise<Rendered> {
  const logo = await logotypeOf(runtime, frozen)
  const bytes = await invoicePdf(runtime.apart, frozen, { mark, logo }).catch((error: unknown) => {
    if (error instanceof Overstepped) refuse('DOCUMENT_NOT_DRAWN', { detail: error.message })
    throw error
  })
  return { bytes, undrawn: frozen.look.logoKey !== null && logo === undefined }
}
