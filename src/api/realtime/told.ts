import type { Row, Transaction } from '../../ports/database/transaction.ts'
import type { Caller } from '../../policy/authenticate.ts'
import { familyRights } from '../../policy/family-rights.ts'

export interface ToldEvent extends Row {
  id: string
  type: string
  name: string
  subject_type: string
  subject_id: string
  client_id: string | null
  debtor_id: string | null
  version: number | null
  changed: string[] | null
  data: Record<string, unknown> | null
  occurred_at: Date
}

/**
 * What has become visible since: rows are committed in another order than they were numbered, so
 * the last while is looked through again each time, but for what is known of it.
 */
export function eventsAfter(
  transaction: Transaction,
  tenantId: string,
  after: string,
  known: readonly string[],
  limit: number,
): Promise<ToldEvent[]> {
  return transaction.prepared<ToldEvent>('events after', text, [tenantId, after, known, limit])
}

const text = `
  select id, type, name, subject_type, subject_id, client_id, debtor_id, version, changed, data,
    occurred_at
  from event where tenant_id = $1 and id > $2 and id <> all ($3::text[]) order by id limit $4`

/** Their own client's and debtor's alone, of the families whose rows they may read. */
export function mayHear(caller: Caller, event: ToldEvent): boolean {
  const { clientId, debtorId } = caller
  if (clientId !== null && event.client_id !== clientId) return false
  if (debtorId !== null && event.debtor_id !== debtorId) return false
  return familyRights[event.type]?.some((right) => caller.holds(right)) ?? false
}

/** As one block of the stream. It tells what a webhook tells. */
export function blockOf(event: ToldEvent, tenantId: string): string {
  const body = {
    id: event.id,
    type: event.type,
    event: event.name,
    tenantId,
    clientId: event.client_id,
    subjectType: event.subject_type,
    subjectId: event.subject_id,
    occurredAt: event.occurred_at.toISOString(),
    version: event.version,
    changed: event.changed ?? [],
    data: event.data ?? {},
  }
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(body)}\n\n`
}
