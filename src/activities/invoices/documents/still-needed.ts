import type { Document } from '../../../entities/document.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/**
 * Of these, what is kept beyond its day: a claim that is open or disputed is proven by it, a
 * request is decided by it, or a loan to its client rests on it.
 */
export async function stillNeeded(
  unit: Unit,
  documents: readonly Document[],
): Promise<ReadonlySet<string>> {
  const ids = documents.map(({ id }) => id)
  const rows = await unit.widened(() =>
    unit.transaction.prepared<{ id: string }>(needed, [unit.tenantId, ids]),
  )
  return new Set(rows.map(({ id }) => id))
}

const isOpen = `i.booked_date is not null and i.main_status not in ('CLOSED', 'ARCHIVED')`

const needed = `select d.id from document d
where d.tenant_id = $1 and d.id = any($2) and d.retention_until is not null
  and d.status <> 'DELETED' and (
    exists (select from invoice i where i.tenant_id = $1 and i.id = d.invoice_id and ${isOpen})
    or d.owner_type = 'INVOICE_REQUEST' and exists (
      select from client_invoice_request r
      join invoice i on i.tenant_id = $1 and i.id = r.invoice_id
      where r.tenant_id = $1 and r.id = d.owner_id
        and (r.status in ('OPEN', 'IN_PROGRESS') or ${isOpen}))
    or d.owner_type = 'CLIENT' and exists (
      select from business_loan l where l.tenant_id = $1 and l.client_id = d.client_id
        and l.status in ('SIGNED', 'ACTIVE', 'PAUSED', 'DEFAULTED')))`
