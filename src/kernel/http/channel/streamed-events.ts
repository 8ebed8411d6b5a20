import type { Row, Transaction } from '../../../ports/database/transaction.ts'
import type { Caller } from '../../../policy/authenticate.ts'
import { families } from '../../../entities/events.ts'
import { eventColumns, eventsIn, selected } from '../../../entities/journal.ts'
import { factsOf } from '../../../entities/table.ts'
import { isNarrowing } from '../../../policy/gate.ts'
import { familyRights } from '../../../policy/family-rights.ts'
import { journalIdOf, markOf, type Mark } from './event-ids.ts'

export interface StreamedEvent extends Row {
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
  running_from: string
}

/**
 * What has become visible since: rows are committed in another order than they were numbered, so
 * the last while is looked through again each time, but for what is known of it. A row of the
 * journal is visible with all of its events, or not at all.
 */
export async function eventsAfter(
  transaction: Transaction,
  tenantId: string,
  after: string,
  known: readonly string[],
  limit: number,
): Promise<{ rows: readonly string[]; events: StreamedEvent[] }> {
  const values = [tenantId, journalIdOf(after), known, limit]
  const found = await transaction.prepared<StreamedEvent & { row: string }>(text, values)
  const rows = new Set(found.map(({ row }) => row))
  return { rows: [...rows], events: found.filter(({ id }) => id !== null) }
}

/** What a reader at this mark has not received, from `after` on. */
export function eventsMissed(
  transaction: Transaction,
  tenantId: string,
  after: string,
  { eventId, runningFrom }: Mark,
  limit: number,
): Promise<StreamedEvent[]> {
  const values = [tenantId, journalIdOf(after), eventId, runningFrom, limit]
  return transaction.prepared<StreamedEvent>(missed, values)
}

const columns = `${selected(eventColumns)},
  pg_snapshot_xmin(pg_current_snapshot())::text as running_from`

const isIn = 'j.tenant_id = $1 and j.id > $2'

const text = `
  select j.id as row, event.*
  from (select * from journal j where ${isIn} and j.id <> all ($3::text[]) order by j.id limit $4) j
  left join lateral (select ${columns}, e.n as entry, v.n as nth
    from ${eventsIn}) event on true
  order by j.id, event.entry, event.nth`

// A row's transaction has 32 bits of its number, which are compared in a circle.
const missed = `
  select ${columns}
  from journal j cross join lateral ${eventsIn}
  where ${isIn} and ${eventColumns.id} <> $3 and (${eventColumns.id} > $3 or $4::bigint is null
    or ((j.xmin::text::bigint - $4::bigint) & 4294967295) < 2147483648)
  order by j.id, e.n, v.n limit $5`

/** Their own client's and debtor's alone, of the families whose rows they may read. */
export function mayReceive(caller: Caller, event: StreamedEvent): boolean {
  const { clientId, debtorId } = caller
  if (clientId !== null && event.client_id !== clientId) return false
  if (debtorId !== null && (event.debtor_id !== debtorId || !isForDebtors(event))) return false
  // A right for assigned clients alone opens no family: whose they are is not asked here.
  const opening = familyRights[event.type]?.filter((right) => !isNarrowing(right))
  return opening?.some((right) => caller.has(right)) ?? false
}

/** A debtor receives nothing of drafts, financing and notes, and sees nothing of them either. */
function isForDebtors({ type, data }: StreamedEvent): boolean {
  return families.get(type)?.toDebtor?.(data ?? {}) ?? false
}

/** The event as a debtor may receive it: what they may not see is left out. */
export function asShownTo({ debtorId }: Caller, event: StreamedEvent): StreamedEvent {
  const table = families.get(event.type)?.table
  const debtorIsShown = table === undefined ? undefined : factsOf(table).debtorIsShown
  if (debtorId === null || debtorIsShown === undefined) return event
  const data = Object.entries(event.data ?? {}).map(([field, value]) => [
    field,
    debtorIsShown[field]?.(value) ?? (field in debtorIsShown ? null : value),
  ])
  const changed = event.changed?.filter((field) => !(field in debtorIsShown)) ?? null
  return { ...event, data: Object.fromEntries(data) as StreamedEvent['data'], changed }
}

/** As one block of the stream, with the same content as a webhook. */
export function streamBlockOf(event: StreamedEvent, tenantId: string): string {
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
  const mark = markOf({ eventId: event.id, runningFrom: event.running_from })
  return `id: ${mark}\nevent: ${event.type}\ndata: ${JSON.stringify(body)}\n\n`
}
