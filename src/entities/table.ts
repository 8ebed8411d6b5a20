import { p } from '@mikro-orm/core'
import { sides } from '../domain/access/scope.ts'
import type { ProcessName } from '../domain/processes.ts'
import type { EventsOfTable } from '../domain/event-rules.ts'
import type { IdPrefix } from '../domain/ids.ts'
import { ownId, tenantId, traceparent } from './columns.ts'
import { leastIdAt } from './id-functions.ts'
import { ofTenant, policyOf, type Owned } from './reach.ts'

/** What the kernel needs to know of a table besides its columns. */
export interface TableFacts extends Owned {
  table: string
  /** The field with the moment that its ids are made of: `createdAt` where it has that. */
  moment?: string
  /** Fields that a debtor sees changed or empty; a debtor cannot filter by them either. */
  debtorIsShown?: Readonly<Record<string, (value: unknown) => unknown>>
  /** Fields that say who paid, empty to people of a client from whom that is hidden. */
  sender?: readonly string[]
  /** Fields in which the tenant's people write to each other: empty to whoever sees some alone. */
  internal?: readonly string[]
  /** The rows are a history themselves, so they have no changelog. */
  silent?: true
  /** Fields with hashes and sealed values: who only reads for reports sees none of them. */
  secrets?: readonly string[]
  /** Those of them that the master key seals, each for its row and column, under `id`. */
  sealed?: readonly string[]
  /** The rows are written once; only these fields may change later. */
  immutable?: readonly string[]
  /** The kernel writes the rows as records of a change, even if the change has no client. */
  record?: true
  /** Whom its rows belong to: their changes stand in the owner's journal, under their own name. */
  owner?: Trail
  /** Fields of new rows that say how far others have come: a number, a balance, a key by chance. */
  running?: readonly string[]
  /** Fields that statements change without a record: of a new row they are kept with it. */
  unrecorded?: readonly string[]
  /** The entity in whose changelog its changes are recorded: its own by default. */
  trail?: Trail
  /** Fields of a client's rows that say what the tenant thinks of it or has agreed with it. */
  tenantsAlone?: readonly string[]
  /**
   * People add its rows to what may be another's (`addedHow`): who is bound changes and deletes
   * none of another side's, but for these fields, which follow from what else is done.
   */
  added?: { but?: readonly string[] }
  /** Why callers bound to a client change rows that are no client's, `shared` ones as well. */
  boundMayWrite?: string
  /** The rows whose changes and events their client sees, if not all of them. */
  clientHears?: (row: Readonly<Record<string, unknown>>) => boolean
  /** The events that its changes mean, by family. */
  events?: EventsOfTable
  /** The query that it is, where it has no rows of its own. */
  view?: string
  /** How full new rows make a page, in per cent: what moves needs room for its changes. */
  filledTo?: number
  /**
   * What `ALREADY_EXISTS` points at, by unique key: the fields that were sent, where these are not
   * the columns of the key.
   */
  pointsAt?: Readonly<Record<string, readonly string[]>>
  /** Its rows ask for their process themselves (`startable`), and stand in no outbox. */
  starts?: Starts
  /**
   * Its rows hardly ever change, and each change but of unrecorded fields is told by the tenant's
   * `PolicyVersion`. Of what gets new rows often, only later changes are told: `afterwards`.
   */
  steady?: 'always' | 'afterwards'
  /** Fields of it that change daily all the same; no question is steady that asks for one. */
  moving?: readonly string[]
  /**
   * What becomes of its rows where the debtor, or the invoice that is not booked, to which they
   * belong moves to another client or into another debtor.
   */
  onMove?: OnMove
  /** When its rows are over, and go: each rule by itself. */
  keptFor?: readonly Kept[]
  /** Foreign keys, always inside the tenant: property → table. Those that nothing else proves. */
  references?: Readonly<Record<string, string>>
}

/** They go along, or stay, which says why; a debtor is kept for what stays with it by its id. */
export type OnMove = 'follows' | { stays: string; keepsDebtor?: true }

/** Rows that go so many days after a moment of theirs. */
export interface Kept {
  days: number
  /** The moment, in SQL: a column that an index has; of the row that they belong to, by `of`. */
  since: string
  /** Where the moment is a day, or that of an id that the key begins with behind the tenant. */
  by?: 'date' | 'id'
  of?: { table: string; key: string }
  /** What else must be true of a row `k` before it goes. */
  where?: string
  /** Rows so many that they are swept up all the time, for all tenants at once. */
  swept?: true
}

/** The process that a row asks for, and the fields that make its business key. */
export interface Starts {
  process: ProcessName
  key: readonly string[]
  /** The field with the client, whose workflows operators search for. */
  client?: string
}

/** The kind of row that is meant, and the field that names it. */
export interface Trail {
  entity: string | EntityByWord
  key: string
}

/** For rows with owners of several kinds: the field with the kind, and the entities. */
export interface EntityByWord {
  field: string
  entities: Readonly<Record<string, string>>
}

const facts = new Map<string, TableFacts>()

export function factsOf(table: string): TableFacts {
  const found = facts.get(table)
  if (found === undefined) throw new Error(`${table} is not a table of a tenant`)
  return found
}

export function allTables(): readonly TableFacts[] {
  return [...facts.values()].filter(({ view }) => view === undefined)
}

export function allViews(): readonly (TableFacts & { view: string })[] {
  return [...facts.values()].flatMap(({ view, ...rest }) =>
    view === undefined ? [] : [{ ...rest, view }],
  )
}

/** The columns that hold what a master key sealed, by table. */
export const sealedColumns = (): readonly { table: string; columns: readonly string[] }[] =>
  allTables().flatMap(({ table, sealed = [] }) =>
    sealed.length === 0 ? [] : [{ table, columns: sealed.map(columnNamed) }],
  )

type KeptTable = Kept & { table: string; silent: boolean }

/** What goes after a time, by table, parts first: what is swept all the time, or what a job does. */
export const keptTables = (swept: boolean): readonly KeptTable[] =>
  allTables()
    .flatMap(({ table, keptFor = [], silent = false }) =>
      keptFor.map((kept) => ({ table, silent, ...kept })),
    )
    .filter((kept) => (kept.swept ?? false) === swept)
    .toSorted((a, b) => Number(a.of === undefined) - Number(b.of === undefined))

/** From which rows `k` of a table, and under which condition, those go whose time is over then. */
export function overAt({ table, since, by, days, where, of }: KeptTable, at: string, most = 1) {
  const moment = of === undefined ? since : `o.${since}`
  const and = where === undefined ? '' : ` and ${where}`
  if (by === 'id') {
    const before = leastIdAt(`${at} - interval '${days} days'`)
    const ofTenant = `select k.ctid from ${table} k where k.tenant_id = t.tenant_id
      and k.${since} < ${before}${and} order by k.${since} limit ${most}`
    return { from: `tenant t cross join lateral (${ofTenant}) k`, where: 'true' }
  }
  return {
    from:
      of === undefined
        ? `${table} k`
        : `${of.table} o join ${table} k on k.tenant_id = o.tenant_id and k.${of.key} = o.id`,
    where: `${moment} < (${at} - interval '${days} days')${by === undefined ? '' : `::${by}`}${and}`,
  }
}

interface Steady {
  how: 'always' | 'afterwards'
  moving: readonly string[]
}

/** What is known of a moment ago by one number, see `SteadyTables`. */
export const steadyTables = (): ReadonlyMap<string, Steady> =>
  new Map(
    allTables().flatMap(({ table, steady, moving = [], unrecorded = [] }) =>
      steady === undefined
        ? []
        : [[table, { how: steady, moving: [...moving, ...unrecorded].map(columnNamed) }]],
    ),
  )

/**
 * A table of tenants. Row level security is forced by one policy, so that no author can forget half
 * of it: it checks the tenant, and the client or debtor of the row.
 */
export function tenantTable<const Table extends string>(
  table: Table,
  more: Omit<TableFacts, 'table'> = {},
) {
  facts.set(table, { table, ...more })
  const rule = policyOf(more)
  return {
    tableName: table,
    rowLevelSecurity: 'force' as const,
    policies: [{ name: `${table}_tenant`, using: rule, check: more.record ? ofTenant : rule }],
  }
}

/** What is read as a table and written as another, whose policy binds who reads it. */
export function tenantView<const Table extends string>(
  table: Table,
  more: Omit<TableFacts, 'table'> & { view: string },
) {
  facts.set(table, { table, ...more })
  return { tableName: table, view: true as const, expression: more.view }
}

export const inTenant = { tenantId: tenantId() }

/** A row with an id of its own, and its prefix: the key is the tenant and the id. */
export const identified = (prefix: IdPrefix) => ({ ...inTenant, id: ownId(prefix) })

/** What one can change, with the version that guards against two changing it at once. */
export const versioned = {
  version: p.integer().version(),
  createdAt: p.datetime(3),
  updatedAt: p.datetime(3),
}

/** On whose side it was added; the kernel says it, and it goes where the row goes. */
export const addedHow = { addedFor: p.enum(sides).nullable() }

/** Of a row that asks for its process: empty but while that waits to be sent. */
export const startable = {
  /** Since when it is asked for. */
  startsAt: p.datetime(3).nullable().hidden(),
  /** Until when a relay has taken it, or leaves it after a failure. */
  startDueAt: p.datetime(6).nullable().hidden(),
  startAttempts: p.integer().nullable().hidden(),
  startError: p.string().length(500).nullable().hidden(),
  /** Of the work that asked for it, where that is traced. */
  startTraceparent: traceparent(),
}

/** Whatever was asked for before; the relay sends it after the commit. */
export const startAsked = (now: Date, traceparent: string | null) => ({
  startsAt: now,
  startTraceparent: traceparent,
  startDueAt: null,
  startAttempts: null,
  startError: null,
})

/** Nobody has to send it any more, in a statement. */
export const startSettled = `starts_at = null, start_due_at = null, start_attempts = null, start_error = null,
  start_traceparent = null`

/** The few rows whose start waits, for the relay. */
export const startIndex = (table: string) => ({
  name: `${table}_start_index`,
  expression: `create index ${table}_start_index on ${table} (tenant_id, starts_at) where starts_at is not null`,
})

/** Of names by which people tell things apart: no two look the same, however they are written. */
export const noTwoAlike = (table: string) => ({
  name: `${table}${alike}`,
  expression: `create unique index ${table}${alike} on ${table} (tenant_id, folded_name(name))`,
})
const alike = '_name_alike'

/** The fields that were sent of a unique key, where its columns are not what was sent. */
export const pointedAt = (table: string, key: string): readonly string[] | undefined =>
  key === `${table}${alike}` ? ['name'] : facts.get(table)?.pointsAt?.[key]

/** The column of a property. */
export const columnNamed = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
