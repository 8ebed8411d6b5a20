import type { Principal } from '../../domain/access/principal.ts'
import type { Row, Transaction } from '../../ports/database/transaction.ts'
import type { ChangelogRow, EventRow } from './records.ts'

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
  changelog: readonly ChangelogRow[]
  event: readonly EventRow[]
  outbox: readonly Row[]
  idempotency: readonly Row[]
}

const tables = ['changelog', 'event', 'outbox', 'idempotency'] as const

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
  const written = tables.filter((table) => records[table].length > 0)
  const key = written.join()
  let text = statements.get(key)
  if (text === undefined) statements.set(key, (text = statementFor(written)))
  const values = written.flatMap((table) => valuesOf(table, records, author))
  const [row] = await transaction.last<{ delivers?: boolean }>(text, values)
  return [
    ...(records.outbox.length > 0 ? ['receivables_outbox'] : []),
    ...(row?.delivers === true ? ['receivables_deliveries'] : []),
  ]
}

/** Columns whose values are sent as one list each, and those of which the values are JSON. */
const listed = {
  changelog: ['entity_id', 'id', 'entity', 'action', 'client_id'],
  event: ['id', 'type', 'name', 'subject_type', 'subject_id', 'client_id', 'debtor_id', 'version'],
} as const
const json = { changelog: ['changes'], event: ['changed', 'data'] } as const

function valuesOf(
  table: keyof Records,
  records: Records,
  { principal, now, origin }: Author,
): unknown[] {
  if (table === 'outbox' || table === 'idempotency') return [textOf(records[table])]
  const { tenantId, kind, id, name } = principal
  const alike =
    table === 'event'
      ? [tenantId, now]
      : [tenantId, now, kind, id, name, origin.requestId ?? null, origin.workflowId ?? null]
  const rows = records[table] as readonly (ChangelogRow & EventRow)[]
  return [
    ...alike,
    ...listed[table].map((column) => listOf(rows.map((row) => row[column]))),
    ...json[table].map((column) => textOf(rows.map((row) => row[column]))),
  ]
}

/** Amounts are written as text, so that no reader loses precision. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))
}

/** In PostgreSQL's array syntax, because the driver takes longer to convert each value. */
function listOf(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (typeof value !== 'string') return value === null ? 'NULL' : `${value as number}`
    const needsMarks = value.includes('"') || value.includes('\\')
    return `"${needsMarks ? value.replaceAll(/["\\]/g, '\\$&') : value}"`
  })
  return `{${items.join()}}`
}

/** What one statement writes: the tables that have rows, each with parameters of its own. */
function statementFor(written: readonly (keyof Records)[]): string {
  let count = 0
  const next = () => `$${++count}`
  const parts = written.flatMap((table) => {
    if (table === 'changelog') return changelogPart(next)
    if (table === 'event') return eventParts(next)
    return `${table}_rows as (insert into ${table}
      select r.* from json_populate_recordset(null::${table}, ${next()}) r)`
  })
  const isTold = written.includes('event')
  return `with ${parts.join(', ')}
    select ${isTold ? 'exists (select from delivery_in) as delivers' : ''}`
}

function changelogPart(next: () => string): string {
  const columns = [...listed.changelog, ...json.changelog].join()
  return `changelog_rows as (insert into changelog (tenant_id, at, principal_kind, principal_id,
      principal_name, request_id, workflow_id, ${columns})
    select ${next()}, ${next()}::timestamptz, ${next()}, ${next()}, ${next()}, ${next()}, ${next()},
      r.* from rows from (unnest(${listed.changelog.map(() => `${next()}::text[]`).join()}),
      json_array_elements(${next()})) r (${columns}))`
}

function eventParts(next: () => string): string[] {
  const own = listed.event.join()
  const lists = () =>
    listed.event.map((name) => `${next()}::${name === 'version' ? 'int' : 'text'}[]`).join()
  const elements = () => json.event.map(() => `json_array_elements_text(${next()})`).join()
  return [
    `event_in as (select ${next()}::text as tenant_id, ${next()}::timestamptz as occurred_at, ${own},
      changed::json as changed, data::json as data
      from rows from (unnest(${lists()}), ${elements()}) r (${own}, ${json.event.join()}))`,
    `event_rows as (insert into event (tenant_id, occurred_at, ${own}, ${json.event.join()})
      select * from event_in)`,
    deliveries,
  ]
}

/**
 * An event is written together with its deliveries, one for each subscription to its family. Their
 * ids are derived from both, so that none is made twice.
 */
const deliveries = `
  delivery_in as (
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
