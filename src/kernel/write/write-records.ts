import type { Principal } from '../../domain/access/principal.ts'
import type { Row, Transaction } from '../../ports/database/transaction.ts'
import { storedEntry } from '../../entities/journal-entry.ts'
import { eventColumns, eventsIn, selected } from '../../entities/journal.ts'
import type { JournalRow } from './records.ts'

/** Where a change came from. */
export interface Origin {
  requestId?: string | null
  workflowId?: string | null
}

/** What all records of one unit have in common. */
export interface Author {
  principal: Principal
  now: Date
  origin: Origin
}

export interface Records {
  journal: readonly JournalRow[]
  outbox: readonly Row[]
  idempotency: readonly Row[]
}

/** `event` has no values of its own: events are taken out of the journal that is written. */
type Part = keyof Records | 'event'

const statements = new Map<string, string>()

/**
 * Writes all records in one statement, whose cost is the round trip and not the number of rows;
 * returns whom to wake after the commit.
 */
export async function writeRecords(
  transaction: Transaction,
  records: Records,
  author: Author,
): Promise<string[]> {
  const written = partsOf(records)
  const key = written.join()
  let text = statements.get(key)
  if (text === undefined) statements.set(key, (text = statementFor(written)))
  const values = written.flatMap((part) => valuesOf(part, records, author))
  const [row] = await transaction.last<{ delivers?: boolean }>(text, values)
  return [
    ...(records.outbox.length > 0 ? ['receivables_outbox'] : []),
    ...(row?.delivers === true ? ['receivables_deliveries'] : []),
  ]
}

function partsOf({ journal, outbox, idempotency }: Records): Part[] {
  const means = journal.some(({ entries }) => entries.some(({ events }) => events !== undefined))
  return [
    ...(journal.length > 0 ? (['journal'] as const) : []),
    ...(means ? (['event'] as const) : []),
    ...(outbox.length > 0 ? (['outbox'] as const) : []),
    ...(idempotency.length > 0 ? (['idempotency'] as const) : []),
  ]
}

/** What all rows of a unit have in common, and the columns of which a list is sent. */
const alike = {
  tenant_id: 'text',
  at: 'timestamptz',
  principal_kind: 'text',
  principal_id: 'text',
  principal_name: 'text',
  request_id: 'text',
  workflow_id: 'text',
} as const
const listed = {
  id: 'text',
  owner_type: 'text',
  owner_id: 'text',
  client_id: 'text',
  debtor_id: 'text',
  version: 'int',
} as const

function valuesOf(part: Part, records: Records, { principal, now, origin }: Author): unknown[] {
  if (part === 'event') return []
  if (part !== 'journal') return [textOf(records[part])]
  const { tenantId, kind, id, name } = principal
  const { requestId = null, workflowId = null } = origin
  const rows = records.journal
  const columns = Object.keys(listed) as (keyof typeof listed)[]
  return [
    tenantId,
    now,
    kind,
    id,
    name,
    requestId,
    workflowId,
    ...columns.map((column) => rows.map((row) => row[column])),
    textOf(rows.map(({ entries }) => entries.map(storedEntry))),
    textOf(rows.map(({ data }) => data)),
  ]
}

/** Amounts are written as text, so that no reader loses precision. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))
}

/** What one statement writes: the tables that have rows, each with parameters of its own. */
function statementFor(written: readonly Part[]): string {
  let count = 0
  const next = () => `$${++count}`
  const parts = written.flatMap((part) => {
    if (part === 'journal') return journalParts(next)
    if (part === 'event') return eventParts
    return `${part}_rows as (insert into ${part}
      select r.* from json_populate_recordset(null::${part}, ${next()}) r)`
  })
  const isTold = written.includes('event')
  return `with ${parts.join(', ')}
    select ${isTold ? 'exists (select from delivery_in) as delivers' : ''}`
}

function journalParts(next: () => string): string[] {
  const common = Object.entries(alike).map(([name, type]) => `${next()}::${type} as ${name}`)
  const lists = Object.values(listed).map((type) => `${next()}::${type}[]`)
  const own = Object.keys(listed).join()
  const columns = [...Object.keys(alike), ...Object.keys(listed), 'entries', 'data'].join()
  return [
    `journal_in as (select ${common.join()}, ${own}, entries, data::json as data
      from rows from (unnest(${lists.join()}), json_array_elements(${next()}),
        json_array_elements_text(${next()})) r (${own}, entries, data))`,
    `journal_rows as (insert into journal (${columns}) select ${columns} from journal_in)`,
  ]
}

/**
 * An event is written together with its deliveries, one for each subscription to its family. Their
 * ids are derived from both, so that none is made twice.
 */
const deliveries = `delivery_in as (
    select e.tenant_id, 'WHRL' || substr(e.id, 3, 10) || upper(left(md5(r.webhook_id || e.id), 16))
      as log_id, r.webhook_id, e.occurred_at, e.id as event_id, e.client_id,
      r.only_client_id is not null as to_client, e.type, e.name, e.subject_type, e.subject_id,
      json_build_object('id', e.id, 'type', e.type, 'event', e.name, 'tenantId', e.tenant_id,
        'clientId', e.client_id, 'subjectType', e.subject_type, 'subjectId', e.subject_id,
        'occurredAt', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'version', e.version, 'changed', coalesce(e.changed, '[]'),
        'data', coalesce(e.data, '{}'))::text as payload
    from event_in e join webhook_route r on r.tenant_id = e.tenant_id and r.type = e.type
      and (r.only_client_id is null or r.only_client_id = e.client_id)),
  log_rows as (insert into webhook_log (tenant_id, id, webhook_id, event_id, client_id, to_client,
      type, event, subject_type, subject_id, status, payload, automatic_attempts, manual_attempts,
      due_at, created_at)
    select tenant_id, log_id, webhook_id, event_id, client_id, to_client, type, name, subject_type,
      subject_id, 'QUEUED', payload, 0, 0, occurred_at, occurred_at from delivery_in),
  queue_rows as (insert into webhook_queue (tenant_id, webhook_id, due_at, log_id)
    select tenant_id, webhook_id, occurred_at, log_id from delivery_in)`

/** They are looked for only where somebody subscribes to any. */
const eventParts = [
  `event_in as (select ${selected(eventColumns)} from journal_in j cross join lateral ${eventsIn}
    where exists (select from webhook_route r
      where r.tenant_id = (select tenant_id from journal_in limit 1)))`,
  deliveries,
]
