import { lifeOfSyncInvoice } from '../../domain/clients/sync.ts'
import { refuse } from '../../domain/refusal.ts'
import { ClientInvoiceRequest } from '../../entities/client-invoice-request.ts'
import { ClientSyncInvoice } from '../../entities/client-sync.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endInvoiceRequest } from '../clients/requests/answer-invoice-request.ts'

/** What a client has under way about invoices of a debtor that are not booked. */
export interface UnderWay {
  requests: ClientInvoiceRequest[]
  exports: ClientSyncInvoice[]
}

const going = `select id from invoice
  where tenant_id = $1 and debtor_id = $2 and ledger_status = 'NOT_BOOKED'`
const unbooked = `invoice_id in (${going})`

/** Also about one that stays, where a credit note that goes was to settle it. */
const open = `status in ('OPEN', 'IN_PROGRESS') and (${unbooked}
  or data ->> 'creditId' in (select id_text(id) from (${going}) as credits))`
const exporting = `direction = 'EXPORT' and status in ('PENDING', 'RUNNING')`

/** Held before the invoices, as by whoever answers or exports them. */
export async function holdUnderWay(
  unit: Unit,
  { id: debtorId, clientId }: { id: string; clientId: string },
): Promise<UnderWay> {
  return {
    requests: await unit.readEach(ClientInvoiceRequest, open, [debtorId], 'held'),
    exports: await unit.readEach(
      ClientSyncInvoice,
      `client_id = $3 and ${exporting} and ${unbooked}`,
      [debtorId, clientId],
      'held',
    ),
  }
}

/** The client asked about an invoice that is another's now, and its system is sent nothing of it. */
export async function endAtClient(
  unit: Unit,
  { id: debtorId, clientId }: { id: string; clientId: string },
  { requests, exports }: UnderWay,
): Promise<void> {
  const [row] = await unit.transaction.prepared<{ count: number }>(
    `select (select count(*) from client_invoice_request
         where tenant_id = $1 and ${open})::int
       + (select count(*) from client_sync_invoice
         where tenant_id = $1 and client_id = $3 and ${exporting} and ${unbooked})::int as count`,
    [unit.tenantId, debtorId, clientId],
  )
  if ((row?.count ?? 0) > requests.length + exports.length) {
    refuse('DEBTOR_BUSY', { detail: 'Its client asks for something about its invoices.' })
  }
  for (const request of requests) {
    endInvoiceRequest(unit, request, 'The invoice was moved to another client.')
  }
  for (const one of exports) {
    const error = 'The invoice was moved to another client'
    Object.assign(one, { status: lifeOfSyncInvoice.move(one.status, 'abort'), error })
  }
}
