import { refuse } from '../../domain/refusal.ts'
import type { Client } from '../../entities/client.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Each number is one invoice's of its client, which may have one of that number already. */
export async function refuseTakenNumbers(
  unit: Unit,
  { id: clientId }: Client,
  invoices: readonly Invoice[],
): Promise<void> {
  const [taken] = await unit.transaction.prepared<{ id: string; number: string }>(
    `select i.id, i.invoice_number as number
     from unnest($3::text[], $4::text[]) as moved (number, type)
     join invoice i on i.tenant_id = $1 and i.client_id = $2
       and i.invoice_number = moved.number and i.type = moved.type
     order by i.invoice_number limit 1`,
    [
      unit.tenantId,
      clientId,
      invoices.map(({ invoiceNumber }) => invoiceNumber),
      invoices.map(({ type }) => type),
    ],
  )
  if (taken === undefined) return
  const message = `The client has an invoice ${taken.number} of its own`
  refuse('INVOICE_ALREADY_EXISTS', {
    existingId: taken.id,
    errors: [{ pointer: '/clientId', code: 'INVOICE_ALREADY_EXISTS', message }],
  })
}
