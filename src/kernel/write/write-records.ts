import type { Principal } from '../../domain/access/principal.ts'
import type { Row, Transaction } from '../../ports/database/transaction.ts'
import { automationPrefix, depthMax } from '../../domain/automation/automation.ts'
import { idCodes } from '../../domain/ids.ts'
import { inJson, jsonOf } from '../../ports/database/values.ts'
import { isTraced, traceparent } from '../../ports/tracing/traced.ts'
import { ofTheTenant, storedEntries, storedWorkflowId } from '../../entities/journal-entry.ts'
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

/**
 * `event` has no values of its own: events are taken out of the journal that is written. `unheard`
 * stands in its place where nobody subscribed to any a moment ago, and fails if somebody does now.
 */
type Part = keyof Records | 'event' | 'unheard'

/** Tenants of which no subscription and no automation heard of any event when one was last written. */
const unheard = new Set<string>()
const unheardMax = 10_000

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
  const { tenantId } = author.principal
  const written = partsOf(records, transaction.isTried && unheard.has(tenantId))
  const key = written.join()
  let text = statements.get(key)
  if (text === undefined) statements.set(key, (text = statementFor(written)))
  const sent = written.filter((part) => part !== 'event' && part !== 'unheard')
  const rows = sent.map((part) => rowsOf(part, records, author))
  const [row] = await transaction.last<Answer>(
    text,
    rows.map((each) => `[${each}]`),
    { text, parts: () => rows.map((each) => ({ rows: each })) },
  )
  if (row?.heard !== undefined) note(tenantId, row.heard)
  return [...(records.outbox.length > 0 ? [outboxChannel] : []), ...wokenBy(row)]
}

const outboxChannel = 'receivables_outbox'

/** Whom to wake after the commit, by what a statement with `eventParts` answers. */
export const wokenBy = ({ delivers, automates }: Answer = {}): string[] => [
  ...(automates === true ? [outboxChannel] : []),
  ...(delivers === true ? ['receivables_deliveries'] : []),
]

export interface Answer extends Row {
  delivers?: boolean
  automates?: boolean
  heard?: boolean
}

function note(tenantId: string, isHeard: boolean): void {
  if (isHeard) unheard.delete(tenantId)
  else if (unheard.size < unheardMax) unheard.add(tenantId)
}

function partsOf({ journal, outbox, idempotency }: Records, isUnheard: boolean): Part[] {
  const means = journal.some(({ entries }) => entries.some(({ events }) => events !== undefined))
  return [
    ...(journal.length > 0 ? (['journal'] as const) : []),
    ...(means ? [isUnheard ? ('unheard' as const) : ('event' as const)] : []),
    ...(outbox.length > 0 ? (['outbox'] as const) : []),
    ...(idempotency.length > 0 ? (['idempotency'] as const) : []),
  ]
}

/** The rows of a part as JSON, without the brackets around them. */
function rowsOf(part: keyof Records, records: Records, author: Author): string {
  const { requestId = null, workflowId = null } = author.origin
  if (part !== 'journal') {
    const asked = part === 'outbox' && { by_caller: requestId !== null && workflowId === null }
    return records[part].map((row) => jsonOf(stored({ ...row, ...asked }))).join()
  }
  const authored = jsonOf(authoredBy(author)).slice(1, -1)
  return records.journal
    .map(({ entries, ...row }) => {
      const own = jsonOf(stored(row)).slice(1)
      return `{${authored},"entries":${roomy(jsonOf(storedEntries(entries)))},${own}`
    })
    .join()
}

/** What rows of the journal say of who changed what they tell of. */
export function authoredBy({ principal, now, origin }: Author): Row {
  const { requestId = null, workflowId = null } = origin
  return {
    tenant_id: inJson('tenant', principal.tenantId),
    at: now,
    principal_kind: principal.kind,
    principal_id: inJson('id', principal.id),
    principal_name: principal.name,
    request_id: requestId,
    workflow_id: storedWorkflowId(workflowId, principal.tenantId),
    ...(isTraced() && { traceparent: traceparent() }),
  }
}

/** Rows of less than 2 kB are not compressed, so entries of nearly so many get spaces to be. */
function roomy(entries: string): string {
  if (entries.length < worthIt || entries.length > compressedFrom) return entries
  return `${entries.slice(0, -1).padEnd(compressedFrom)}]`
}

const worthIt = 700
const compressedFrom = 2_000

const idColumns = ['id', 'principal_id', 'client_id', 'debtor_id']

/** The ids of a row as the database has them, which reads nothing of what is inside of JSON. */
function stored(row: object): Row {
  const as: Row = { ...row }
  for (const column of idColumns) if (column in as) as[column] = inJson('id', as[column])
  if ('tenant_id' in as) as['tenant_id'] = inJson('tenant', as['tenant_id'])
  return as
}

/** What one statement writes: the tables that have rows, each as one list of them. */
function statementFor(written: readonly Part[]): string {
  let count = 0
  const parts = written.flatMap((part) => {
    if (part === 'event') return eventParts
    if (part === 'unheard') return []
    const rows = `json_populate_recordset(null::${part}, $${++count})`
    if (part !== 'journal') return `${part}_rows as (insert into ${part} select r.* from ${rows} r)`
    return [
      `journal_in as (select r.* from ${rows} r)`,
      `journal_rows as (insert into journal select * from journal_in)`,
    ]
  })
  return `with ${parts.join(', ')} select ${answerOf(written)}`
}

function answerOf(written: readonly Part[]): string {
  if (written.includes('event')) {
    return `${isToWake}, ${heard} as heard`
  }
  return written.includes('unheard') ? `1 / case when ${heard} then 0 else 1 end` : ''
}

export const isToWake = `exists (select from delivery_in) as delivers,
  exists (select from run_in) as automates`

const routed = (table: string) => `exists (select from ${table} r
  where r.tenant_id = (select tenant_id from journal_in limit 1))`

const heard = `(${routed('webhook_route')} or ${routed('automation_route')})`

/**
 * An event is written together with its deliveries, one for each subscription to its family. Their
 * ids are derived from both, so that none is made twice.
 */
const deliveries = `event_out as (
    select e.*, r.webhook_ids, r.to_clients from event_in e cross join lateral (
      select array_agg(webhook_id) as webhook_ids,
        array_agg(only_client_id is not null) as to_clients
      from webhook_route r where r.tenant_id = e.tenant_id and r.type = e.type
        and (r.only_client_id is null or r.only_client_id = e.client_id)) r
    where r.webhook_ids is not null),
  payload_rows as (insert into webhook_payload (tenant_id, event_id, client_id,
      traceparent, payload)
    select e.tenant_id, e.id, e.client_id, e.traceparent,
      json_build_object('id', id_text(e.id), 'type', e.type, 'event', e.name,
        'tenantId', tenant_text(e.tenant_id), 'clientId', id_text(e.client_id),
        'subjectType', e.subject_type, 'subjectId', e.subject_id,
        'occurredAt', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'version', e.version, 'changed', coalesce(e.changed, '[]'),
        'data', coalesce(e.data, '{}'))::text
    from event_out e),
  delivery_in as (
    select e.tenant_id, id_beside(${idCodes.WHRL}, e.id, r.webhook_id) as log_id, r.webhook_id,
      e.occurred_at, e.id as event_id, e.client_id, r.to_client, e.type,
      e.name, e.subject_type, e.subject_id
    from event_out e
    cross join lateral unnest(e.webhook_ids, e.to_clients) r (webhook_id, to_client)),
  log_rows as (insert into webhook_log (tenant_id, id, webhook_id, event_id, client_id, to_client,
      type, event, subject_type, subject_id, status, automatic_attempts, manual_attempts, due_at,
      created_at)
    select tenant_id, log_id, webhook_id, event_id, client_id, to_client, type, name, subject_type,
      subject_id, 'QUEUED', 0, 0, occurred_at, occurred_at from delivery_in),
  queue_rows as (insert into webhook_queue (tenant_id, webhook_id, due_at, log_id)
    select tenant_id, webhook_id, occurred_at, log_id from delivery_in)`

/**
 * It sets off automations as well, one run of each. What an automation did says in the id of its
 * process how many stand behind it; beyond those that the guard ends no more are made.
 */
const runs = `run_in as (select e.*, r.automation_id, r.of_client
    from event_in e join automation_route r on r.tenant_id = e.tenant_id and r.type = e.type
      and (r.event is null or r.event = e.name)
      and (r.only_client_id is null or r.only_client_id = e.client_id)
    where e.depth <= ${depthMax + 1}),
  run_rows as (insert into automation_run (tenant_id, id, automation_id, event_id, type, event,
      subject_type, subject_id, client_id, of_client, depth, status, facts, created_at, starts_at,
      start_traceparent)
    select tenant_id, id_beside(${idCodes.AQ}, id, automation_id), automation_id, id, type, name,
      subject_type, subject_id, client_id, of_client, depth, 'WAITING',
      json_build_object('ownerType', owner_type, 'ownerId', owner_id,
        'debtorId', id_text(debtor_id), 'changed', coalesce(changed, '[]'),
        'data', coalesce(data, '{}')), occurred_at, occurred_at, traceparent
    from run_in)`

const depth = `1 + case when j.workflow_id like '${automationPrefix}${ofTheTenant}%'
  then split_part(j.workflow_id, '/', 4)::int else 0 end`

/** Of the rows `journal_in`; they are looked for only where somebody subscribes to any. */
export const eventParts = [
  `event_in as (select ${selected({ ...eventColumns, owner_type: 'j.owner_type', owner_id: 'j.owner_id', traceparent: 'j.traceparent', depth })}
    from journal_in j cross join lateral ${eventsIn}
    where ${heard})`,
  deliveries,
  runs,
]
