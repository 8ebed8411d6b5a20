import { z } from 'zod'
import { commentsMax } from '../../../domain/clients/invoice-request.ts'
import { refuse } from '../../../domain/refusal.ts'
import { ClientInvoiceRequest } from '../../../entities/client-invoice-request.ts'
import { filled } from '../../../kernel/read/fields.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export const commentOnRequestInput = z.strictObject({
  text: filled(2000).meta({ example: 'The debtor disputes the delivery.' }),
})

/** Both sides speak to each other there, also after it was answered. */
export async function commentOnRequest(
  unit: Unit,
  id: string,
  { text }: z.output<typeof commentOnRequestInput>,
): Promise<ClientInvoiceRequest> {
  const request = await loadHeld(unit, ClientInvoiceRequest, id)
  addComment(unit, request, text)
  return request
}

export function addComment(unit: Unit, request: ClientInvoiceRequest, text: string): void {
  if (request.comments.length >= commentsMax) refuse('INVOICE_REQUEST_COMMENTS_FULL')
  const { id: by, name: byName } = unit.principal
  request.comments = [...request.comments, { text, by, byName, at: unit.now.toISOString() }]
}
