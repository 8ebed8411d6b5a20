import { eventsOf, tellings } from '../domain/events.ts'
import { decimal } from '../domain/money.ts'
import type { Principal } from '../domain/access/principal.ts'
import { factsOf } from '../entities/table.ts'
import type { Row, Transaction } from '../ports/database/transaction.ts'
import type { Change } from './changes.ts'
import { newId } from './ids.ts'

/** Where a change came from. */
export interface Origin {
  requestId?: string | null
  workflowId?: string | null
}

export interface Records {
  changelog: Row[]
  event: Row[]
  outbox: Row[]
  idempotency: Row[]
}

/** The rows that every change leaves behind: its changelog, and the event it means. */
export function rowsOf(
  changes: readonly Change[],
  principal: Principal,
  now: Date,
  origin: Origin,
): Pick<Records, 'changelog' | 'event'> {
  const changelog: Row[] = []
  const event: Row[] = []
  for (const change of changes) {
    const name = change.meta.className
    const facts = factsOf(change.meta.tableName)
    if (facts.silent) continue
    const entity = facts.trail?.entity ?? name
    const entityId = String(change.entity[facts.trail?.key ?? idField(change)])
    const clientId = clientOf(change, facts.clientColumn)
    changelog.push({
      tenant_id: principal.tenantId,
      id: newId('Changelog'),
      entity,
      entity_id: entityId,
      action: change.action,
      changes: facts.trail === undefined ? changesOf(change) : { [name]: summary(change) },
      client_id: clientId,
      principal_kind: principal.kind,
      principal_id: principal.id,
      principal_name: principal.name,
      request_id: origin.requestId ?? null,
      workflow_id: origin.workflowId ?? null,
      at: now,
    })
    for (const meant of eventsOf({ entity: name, action: change.action, fields: change.fields })) {
      event.push({
        tenant_id: principal.tenantId,
        id: newId('Event'),
        ...meant,
        subject_type: entity,
        subject_id: entityId,
        client_id: clientId,
        debtor_id: debtorOf(change, facts.debtorColumn),
        version: change.entity['version'] ?? null,
        changed: change.action === 'UPDATED' ? Object.keys(change.fields) : null,
        data: told(meant.type, change.entity),
        occurred_at: now,
      })
    }
  }
  return { changelog, event }
}

/** What the event's family tells of a subject, amounts in decimal notation. */
function told(type: string, entity: Record<string, unknown>): Row | null {
  const telling = tellings[type]
  if (telling === undefined) return null
  const { fields, currency } = telling
  const code = currency === undefined ? '' : String(entity[currency])
  return Object.fromEntries(
    fields
      .filter((field) => entity[field] !== undefined)
      .map((field) => {
        const value = entity[field]
        return [field, typeof value === 'bigint' ? decimal(value, code) : value]
      }),
  )
}

/**
 * What changed, from what to what; of a row that appears or goes its state. Its id and its client
 * stand beside it.
 */
function changesOf(change: Change): Row {
  if (change.action === 'UPDATED') return change.fields
  const state = stateOf(change)
  delete state['id']
  if (factsOf(change.meta.tableName).clientColumn === 'client_id') delete state['clientId']
  return state
}

/** A row that tells of its owner (a role's right) stands there whole, under its name. */
function summary(change: Change): Row {
  if (change.action !== 'UPDATED') return stateOf(change)
  const of = (side: 'from' | 'to') =>
    Object.fromEntries(Object.entries(change.fields).map(([field, value]) => [field, value[side]]))
  return { from: of('from'), to: of('to') }
}

/** Each field's value in a row that appears or goes; one that is empty says nothing. */
function stateOf({ action, fields }: Change): Row {
  const side = action === 'CREATED' ? 'to' : 'from'
  const state: Row = {}
  for (const [field, value] of Object.entries(fields)) {
    if (!isEmpty(value[side])) state[field] = value[side]
  }
  return state
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value instanceof Date) return value === undefined
  return value === null || Object.keys(value).length === 0
}

function idField(change: Change): string {
  return change.meta.properties['id' as never] === undefined ? 'tenantId' : 'id'
}

function clientOf(change: Change, column: 'client_id' | 'id' | undefined): unknown {
  if (column === undefined) return null
  return change.entity[column === 'id' ? 'id' : 'clientId'] ?? null
}

function debtorOf(change: Change, column: 'debtor_id' | 'id' | undefined): unknown {
  if (column === undefined) return null
  return change.entity[column === 'id' ? 'id' : 'debtorId'] ?? null
}

const tables = ['changelog', 'event', 'outbox', 'idempotency'] as const

/** What one statement writes: the tables that have rows, each from one JSON text. */
function statementFor(written: readonly (keyof Records)[]): string {
  const inserts = written.map(
    (table, at) =>
      `${table}_in as (select r.* from json_populate_recordset(null::${table}, $${at + 1}) r),
       ${table}_rows as (insert into ${table} select * from ${table}_in)`,
  )
  if (!written.includes('event')) return `with ${inserts.join(', ')} select`
  inserts.push(deliveries)
  return `with ${inserts.join(', ')} select exists (select from delivery_in) as delivers`
}

/**
 * An event gets its deliveries with itself: one for each subscription to its family. Their ids
 * follow from both, so that none is made twice.
 */
const deliveries = `
  delivery_in as (
    select e.tenant_id, 'WHRL' || substr(e.id, 3, 10) || upper(left(md5(r.webhook_id || e.id), 16))
      as log_id, r.webhook_id, e.occurred_at, e.id as event_id, e.client_id, e.type, e.name,
      e.subject_type, e.subject_id,
      json_build_object('id', e.id, 'type', e.type, 'event', e.name, 'tenantId', e.tenant_id,
        'clientId', e.client_id, 'subjectType', e.subject_type, 'subjectId', e.subject_id,
        'occurredAt', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'version', e.version, 'changed', coalesce(e.changed, '[]'),
        'data', coalesce(e.data, '{}'))::text as payload
    from event_in e join webhook_route r on r.tenant_id = e.tenant_id and r.type = e.type
      and (r.only_client_id is null or r.only_client_id = e.client_id)),
  log_rows as (insert into webhook_log (tenant_id, id, webhook_id, event_id, client_id, type, event,
      subject_type, subject_id, status, payload, automatic_attempts, manual_attempts, due_at,
      created_at)
    select tenant_id, log_id, webhook_id, event_id, client_id, type, name, subject_type, subject_id,
      'QUEUED', payload, 0, 0, occurred_at, occurred_at from delivery_in),
  queue_rows as (insert into webhook_queue (tenant_id, webhook_id, due_at, log_id)
    select tenant_id, webhook_id, occurred_at, log_id from delivery_in)`

const statements = new Map<string, string>()

/** Amounts are told as text, so that no reader makes them inexact. */
const exact = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

/**
 * All of them in one statement, whose cost is the trip and not the number of rows: whom the commit
 * then wakes.
 */
export async function writeRecords(transaction: Transaction, records: Records): Promise<string[]> {
  const written = tables.filter((table) => records[table].length > 0)
  const name = `records ${written.join(' ')}`
  let text = statements.get(name)
  if (text === undefined) statements.set(name, (text = statementFor(written)))
  const [row] = await transaction.prepared<{ delivers?: boolean }>(
    name,
    text,
    written.map((table) => JSON.stringify(records[table], exact)),
  )
  return [
    ...(records.outbox.length > 0 ? ['receivables_outbox'] : []),
    ...(row?.delivers === true ? ['receivables_deliveries'] : []),
  ]
}
