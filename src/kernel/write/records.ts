import type { BusinessDate } from '../../domain/dates.ts'
import { decimal } from '../../domain/money.ts'
import { dependsOnDay, eventsOf, families } from '../../entities/events.ts'
import { eventsOfEntryMax } from '../../entities/journal.ts'
import type { Entry } from '../../entities/journal-entry.ts'
import { factsOf, type TableFacts, type Trail } from '../../entities/table.ts'
import type { Row } from '../../ports/database/transaction.ts'
import type { Change } from './changes.ts'
import { newJournalId } from './ids.ts'
import { ownField, rowIdOf } from './row-id.ts'

/** The journal row of one owner, without what all rows of a unit have in common. */
export interface JournalRow {
  id: string
  owner_type: string
  owner_id: string
  client_id: unknown
  debtor_id: unknown
  version: unknown
  entries: readonly Entry[]
}

/** Readers take a row apart, so none has more than this. */
export const entriesMax = 1_000

/** What the changes add to the journal: a row for each owner of whom something changed. */
export function journalOf(changes: readonly Change[], today: BusinessDate): readonly JournalRow[] {
  const pages: Page[] = []
  const byOwner = new Map<string, Page[]>()
  for (const change of asTheyLeft(changes)) {
    const facts = factsOf(change.meta.tableName)
    if (facts.silent) continue
    const place = placeOf(change, facts)
    const client = clientOf(change, facts)
    const debtor = debtorOf(change, facts.debtorColumn)
    const key = JSON.stringify([place.ownerType, place.ownerId, client])
    const known = byOwner.get(key) ?? []
    let page = known.find((one) => takes(one, debtor))
    if (page === undefined) {
      page = pageOf(place, client)
      pages.push(page)
      byOwner.set(key, [...known, page])
    }
    enter(page, place, debtor, change, today)
  }
  return pages.map(written)
}

/** Each change with its row as that change left it, whatever later ones did to the same row. */
function asTheyLeft(changes: readonly Change[]): readonly Change[] {
  const rows = new Set(changes.map(({ entity }) => entity))
  if (rows.size === changes.length) return changes
  const before = new Map<Change['entity'], Change['entity']>()
  const told = changes.toReversed().map((change) => {
    const entity = before.get(change.entity) ?? change.entity
    if (change.action === 'UPDATED') before.set(change.entity, undone(entity, change))
    return { ...change, entity }
  })
  return told.toReversed()
}

function undone(entity: Change['entity'], { fields }: Change): Change['entity'] {
  const values = Object.entries(fields).map(([name, { from }]) => [name, from] as const)
  if (typeof entity['version'] === 'number') values.push(['version', entity['version'] - 1])
  const earlier = values.map(([name, value]) => [name, { value, enumerable: true }])
  return Object.create(entity, Object.fromEntries(earlier)) as Change['entity']
}

/** Whether the content of any of their events depends on the day. */
export function isOfTheDay(changes: readonly Change[]): boolean {
  return changes.some(({ meta }) => dependsOnDay(factsOf(meta.tableName)))
}

/** A journal row while it is made; of each entry it remembers the debtor. */
interface Page {
  row: JournalRow
  entries: { entry: Entry; debtor: unknown }[]
  debtor: unknown
}

/** Where a change stands: with which owner, and as what if it is not of the owner itself. */
interface Place {
  ownerType: string
  ownerId: string
  as?: 'entity' | 'part'
}

function placeOf({ meta, entity }: Change, facts: TableFacts): Place {
  const { trail, owner } = facts
  const name = meta.className
  const ownerId = String(entity[trail?.key ?? ownField(meta, facts)])
  if (trail !== undefined) {
    const ownerType = kindOf(entity, trail) ?? name
    return ownerType === name ? { ownerType, ownerId } : { ownerType, ownerId, as: 'part' }
  }
  const [ownerType, key] =
    owner === undefined ? [] : [kindOf(entity, owner), entity[owner.key] ?? undefined]
  if (ownerType === undefined || key === undefined) return { ownerType: name, ownerId }
  return { ownerType, ownerId: String(key), as: 'entity' }
}

function kindOf(row: Change['entity'], { entity }: Trail): string | undefined {
  return typeof entity === 'string' ? entity : entity.entities[String(row[entity.field])]
}

const pageOf = ({ ownerType, ownerId }: Place, client: unknown): Page => ({
  row: {
    id: newJournalId(),
    owner_type: ownerType,
    owner_id: ownerId,
    client_id: client,
    debtor_id: null,
    version: null,
    entries: [],
  },
  entries: [],
  debtor: null,
})

/** Rows of one owner may have another debtor, or none; two debtors never share a journal row. */
function takes({ debtor, entries }: Page, other: unknown): boolean {
  return entries.length < entriesMax && (other === null || debtor === null || other === debtor)
}

function enter(
  page: Page,
  { as }: Place,
  debtor: unknown,
  change: Change,
  today: BusinessDate,
): void {
  const { meta, entity, action } = change
  const facts = factsOf(meta.tableName)
  const version = entity['version'] as number | undefined
  const changes = changesOf(change, as)
  const kept = action === 'CREATED' ? keptOf(change, facts) : undefined
  const { events, data } = eventsIn(change, facts, today)
  const entry: Entry = {
    action,
    ...(as !== undefined && { [as]: meta.className, id: rowIdOf(meta, facts, entity) }),
    ...(version !== undefined && { version }),
    ...(changes !== undefined && { changes }),
    ...(kept !== undefined && { kept }),
    ...(events !== undefined && { events }),
    ...(data !== undefined && { data }),
  }
  if (as === undefined) page.row.version = version ?? null
  page.debtor ??= debtor
  page.entries.push({ entry, debtor })
}

function written({ row, entries, debtor }: Page): JournalRow {
  const marked = entries.map(({ entry, debtor: its }) => {
    const { version, ...unversioned } = entry
    // The version that the owner has at the end is said once, with the row.
    const said = entry.id === undefined && version === row.version ? unversioned : entry
    return its === debtor ? said : { ...said, debtor: null }
  })
  return { ...row, debtor_id: debtor, entries: marked }
}

function eventsIn(
  change: Change,
  facts: TableFacts,
  today: BusinessDate,
): Pick<Entry, 'events' | 'data'> {
  const meant = eventsOf(facts, change)
  if (meant.length === 0) return {}
  if (meant.length > eventsOfEntryMax) throw new Error(`${facts.table} means too much at once`)
  const shown = meant.flatMap(({ type }) => {
    const data = eventData(type, change.entity, today)
    return data === null ? [] : [[type, valuesOf(type, data)] as const]
  })
  return {
    events: Object.fromEntries(meant.map(({ type, name }) => [type, name])),
    ...(shown.length > 0 && { data: Object.fromEntries(shown) }),
  }
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

/** The values alone, where what the family shows is there up to some field. */
function valuesOf(type: string, data: Row): Row | readonly unknown[] {
  const names = Object.keys(data)
  const shows = families.get(type)?.shows ?? []
  return names.every((name, at) => name === shows[at]) ? Object.values(data) : data
}

/** What appears is told by its own row; what goes, as it was; else the fields that changed. */
function changesOf(change: Change, as: Place['as']): Row | undefined {
  if (change.action === 'CREATED') return undefined
  if (change.action === 'UPDATED') return change.fields
  const beside = as === 'part' ? [] : besideOf(factsOf(change.meta.tableName))
  return stateOf(change.fields, 'from', beside)
}

/** Id and client are shown beside the state of a row. */
export const besideOf = ({ clientColumn }: TableFacts): readonly string[] =>
  clientColumn === 'client_id' ? ['id', 'clientId'] : ['id']

function keptOf({ fields }: Change, { unrecorded = [] }: TableFacts): Row | undefined {
  const of = Object.fromEntries(
    unrecorded.flatMap((field) => {
      const value = fields[field]
      return value === undefined ? [] : [[field, value]]
    }),
  )
  const kept = stateOf(of, 'to')
  return Object.keys(kept).length === 0 ? undefined : kept
}

/** Each field's value in a new or deleted row; empty fields are left out. */
function stateOf(
  fields: Change['fields'],
  side: 'from' | 'to',
  beside: readonly string[] = [],
): Row {
  const state: Row = {}
  for (const [field, value] of Object.entries(fields)) {
    if (!isEmpty(value[side]) && !beside.includes(field)) state[field] = value[side]
  }
  return state
}

export function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value instanceof Date) return value === undefined
  return value === null || Object.keys(value).length === 0
}

function clientOf(change: Change, { clientColumn, clientHears }: TableFacts): unknown {
  if (clientColumn === undefined || clientHears?.(change.entity) === false) return null
  return change.entity[clientColumn === 'id' ? 'id' : 'clientId'] ?? null
}

function debtorOf(change: Change, column: 'debtor_id' | 'id' | undefined): unknown {
  if (column === undefined) return null
  return change.entity[column === 'id' ? 'id' : 'debtorId'] ?? null
}
