import type { Row, Transaction } from '../../../ports/database/transaction.ts'
import type { Caller } from '../../../policy/authenticate.ts'
import { families, receives } from '../../../entities/events.ts'
import { eventColumns, eventsIn, selected } from '../../../entities/journal.ts'
import { factsOf } from '../../../entities/table.ts'
import { scopeOf } from '../../../domain/access/scope.ts'
import { hiddenFrom } from '../../write/bound.ts'
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

/** The transactions that were over when it was taken: whatever else becomes visible came later. */
export interface Snapshot extends Row {
  text: string
  /** The oldest that was not over: what it does not see has this number or a later one. */
  xmin: bigint
}

export async function takeSnapshot(transaction: Transaction): Promise<Snapshot> {
  const [row] = await transaction.prepared<{ text: string }>(snapshot, [])
  const text = row!.text
  return { text, xmin: BigInt(text.split(':')[0]!) }
}

/** What became visible between two snapshots, among what has later ids. */
export interface Between {
  after: string
  earlier: Snapshot
  later: Snapshot
}

/**
 * The rows of the journal, by their ids: what is known of them already is not read again. A row
 * becomes visible with all of its events.
 */
export async function rowsBetween(
  transaction: Transaction,
  tenantId: string,
  { after, earlier, later }: Between,
): Promise<string[]> {
  const values = [tenantId, journalIdOf(after), later.text, earlier.text, `${earlier.xmin}`]
  const rows = await transaction.prepared<{ id: string }>(became, values)
  return rows.map(({ id }) => id)
}

/** The events of these rows. */
export function eventsOf(
  transaction: Transaction,
  tenantId: string,
  rows: readonly string[],
  later: Snapshot,
): Promise<StreamedEvent[]> {
  return transaction.prepared<StreamedEvent>(byRow, [tenantId, rows, later.text])
}

/** What a reader at this mark has not received, from `after` on, of what a snapshot sees. */
export function eventsMissed(
  transaction: Transaction,
  tenantId: string,
  after: string,
  { eventId, runningFrom }: Mark,
  seen: Snapshot,
  limit: number,
): Promise<StreamedEvent[]> {
  const values = [tenantId, journalIdOf(after), seen.text, eventId, runningFrom, limit]
  return transaction.prepared<StreamedEvent>(missed, values)
}

const snapshot = 'select pg_current_snapshot()::text as text'

const columns = `${selected(eventColumns)}, pg_snapshot_xmin($3::text::pg_snapshot)::text as running_from`

// A row has the last 32 bits of its transaction's number: the rest are told by the newest there is.
const withNumbers = `journal j
  cross join (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as number) newest
  cross join lateral (
    select newest.number - ((newest.number - j.xmin::text::bigint) & 4294967295) as number) by`

const isSeenBy = (snapshot: string) =>
  `pg_visible_in_snapshot(by.number::text::xid8, ${snapshot}::text::pg_snapshot)`

const became = `select j.id from ${withNumbers}
  where j.tenant_id = $1 and j.id > $2 and by.number >= $5::bigint
    and ${isSeenBy('$3')} and not ${isSeenBy('$4')}`

const byRow = `select ${columns} from journal j cross join lateral ${eventsIn}
  where j.tenant_id = $1 and j.id = any ($2) order by j.id, e.n, v.n`

const missed = `select ${columns} from ${withNumbers} cross join lateral ${eventsIn}
  where j.tenant_id = $1 and j.id > $2 and ${eventColumns.id} <> $4 and ${isSeenBy('$3')}
    and (${eventColumns.id} > $4 or $5::bigint is null or by.number >= $5::bigint)
  order by j.id, e.n, v.n limit $6`

/** Their own client's and debtor's alone, of the families whose rows they may read. */
export function mayReceive(caller: Caller, event: StreamedEvent): boolean {
  const { clientId, debtorId } = caller
  if (clientId !== null && event.client_id !== clientId) return false
  if (debtorId !== null && (event.debtor_id !== debtorId || !isForDebtors(event))) return false
  return receives(caller, event.type)
}

/** A debtor receives nothing of drafts, financing and notes, and sees nothing of them either. */
function isForDebtors({ type, data }: StreamedEvent): boolean {
  return families.get(type)?.toDebtor?.(data ?? {}) ?? false
}

/** The event as its receiver may have it: what they may not see is left out. */
export function asShownTo(caller: Caller, event: StreamedEvent): StreamedEvent {
  const table = families.get(event.type)?.table
  if (table === undefined) return event
  const hidden = hiddenFrom(scopeOf(caller), factsOf(table))
  if (hidden.size === 0) return event
  const data = Object.entries(event.data ?? {}).map(([field, value]) => [
    field,
    hidden.has(field) ? (hidden.get(field)!(value) ?? null) : value,
  ])
  const changed = event.changed?.filter((field) => !hidden.has(field)) ?? null
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
