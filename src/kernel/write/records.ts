import type { BusinessDate } from '../../domain/dates.ts'
import { decimal } from '../../domain/money.ts'
import { dependsOnDay, eventsOf, families } from '../../entities/events.ts'
import { factsOf, type TableFacts } from '../../entities/table.ts'
import type { Row } from '../../ports/database/transaction.ts'
import type { Change } from './changes.ts'
import { newId } from './ids.ts'

export interface ChangelogRow {
  entity_id: string
  id: string
  entity: string
  action: string
  client_id: unknown
  changes: Row
}

export interface EventRow {
  id: string
  type: string
  name: string
  subject_type: string
  subject_id: string
  client_id: unknown
  debtor_id: unknown
  version: unknown
  changed: string[] | null
  data: Row | null
}

/** The rows that every change adds: its changelog entry and its event. */
export function rowsOf(
  changes: readonly Change[],
  today: BusinessDate,
): {
  changelog: ChangelogRow[]
  event: EventRow[]
} {
  const changelog: ChangelogRow[] = []
  const event: EventRow[] = []
  for (const change of changes) {
    const name = change.meta.className
    const facts = factsOf(change.meta.tableName)
    if (facts.silent) continue
    const entity = ownerOf(change, facts.trail) ?? name
    const entityId = String(change.entity[facts.trail?.key ?? idField(change)])
    const clientId = clientOf(change, facts)
    changelog.push({
      entity_id: entityId,
      id: newId('Changelog'),
      entity,
      action: change.action,
      client_id: clientId,
      changes: entity === name ? changesOf(change) : { [name]: summary(change) },
    })
    for (const meant of eventsOf(facts, change)) {
      event.push({
        id: newId('Event'),
        ...meant,
        subject_type: entity,
        subject_id: entityId,
        client_id: clientId,
        debtor_id: debtorOf(change, facts.debtorColumn),
        version: change.entity['version'] ?? null,
        changed: change.action === 'UPDATED' ? Object.keys(change.fields) : null,
        data: eventData(meant.type, change.entity, today),
      })
    }
  }
  return { changelog, event }
}

/** Whether the content of any of their events depends on the day. */
export function isOfTheDay(changes: readonly Change[]): boolean {
  return changes.some(({ meta }) => dependsOnDay(factsOf(meta.tableName)))
}

/** What an event of this family contains of its subject, amounts in decimal notation. */
function eventData(type: string, entity: Record<string, unknown>, today: BusinessDate): Row | null {
  const { shows, currency, onDay } = families.get(type) ?? {}
  if (shows === undefined) return null
  const code = currency === undefined ? '' : String(entity[currency])
  return Object.fromEntries(
    shows
      .filter((field) => entity[field] !== undefined)
      .map((field) => {
        const value = onDay?.[field]?.(entity as never, today) ?? entity[field]
        return [field, typeof value === 'bigint' ? decimal(value, code) : value]
      }),
  )
}

/**
 * The changed fields with old and new values; for a new or deleted row, its state. Id and client
 * are columns of their own.
 */
function changesOf(change: Change): Row {
  if (change.action === 'UPDATED') return change.fields
  const { clientColumn } = factsOf(change.meta.tableName)
  return stateOf(change, clientColumn === 'client_id' ? ['id', 'clientId'] : ['id'])
}

/** A row that is part of its owner (a role's right) is recorded whole, under its own name. */
function summary(change: Change): Row {
  if (change.action !== 'UPDATED') return stateOf(change)
  const of = (side: 'from' | 'to') =>
    Object.fromEntries(Object.entries(change.fields).map(([field, value]) => [field, value[side]]))
  return { from: of('from'), to: of('to') }
}

/** Each field's value in a new or deleted row; empty fields are left out. */
function stateOf({ action, fields }: Change, beside: readonly string[] = []): Row {
  const side = action === 'CREATED' ? 'to' : 'from'
  const state: Row = {}
  for (const [field, value] of Object.entries(fields)) {
    if (!isEmpty(value[side]) && !beside.includes(field)) state[field] = value[side]
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

/** The kind of row in whose changelog the change is recorded, if it is not its own. */
function ownerOf(change: Change, trail: TableFacts['trail']): string | undefined {
  const entity = trail?.entity
  if (entity === undefined || typeof entity === 'string') return entity
  const { field, entities } = entity
  return entities[String(change.entity[field])]
}

function clientOf(change: Change, { clientColumn, clientHears }: TableFacts): unknown {
  if (clientColumn === undefined || clientHears?.(change.entity) === false) return null
  return change.entity[clientColumn === 'id' ? 'id' : 'clientId'] ?? null
}

function debtorOf(change: Change, column: 'debtor_id' | 'id' | undefined): unknown {
  if (column === undefined) return null
  return change.entity[column === 'id' ? 'id' : 'debtorId'] ?? null
}
