import { p } from '@mikro-orm/core'
import type { EventsOfTable } from '../domain/event-rules.ts'
import type { IdKind } from '../domain/ids.ts'
import { ofTenant, policyOf, type Owned } from './reach.ts'

/** What the kernel must know of a table beyond its columns. */
export interface TableFacts extends Owned {
  table: string
  /** Prefix of its ids; a table without one is a link between two others. */
  id?: IdKind
  /** What a debtor is shown in place of what is not theirs to know; they cannot ask for it either. */
  debtorIsShown?: Readonly<Record<string, (value: unknown) => unknown>>
  /** Rows that tell their own story: no changelog beside them. */
  silent?: true
  /** Rows that are written once: only these of their fields may change later. */
  immutable?: readonly string[]
  /** Rows that the kernel writes beside a change, also where the change is nobody's in particular. */
  record?: true
  /** Whose changelog tells of it: its own by default. */
  trail?: { entity: string | EntityByWord; key: string }
  /** Rows of the whole tenant that come and change with what somebody at a client does. */
  boundMayWrite?: true
  /** Of which rows their client is told, where it is not of all of them. */
  clientHears?: (row: Readonly<Record<string, unknown>>) => boolean
  /** What its changes mean to whoever subscribes, by family. */
  events?: EventsOfTable
  /** Foreign keys, always inside the tenant: property → table. */
  references?: Readonly<Record<string, string>>
}

/** Of what can belong to several kinds of rows: the field that says to which, and their entities. */
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
  return [...facts.values()]
}

/**
 * A table of tenants: row level security is forced, and its policy knows the tenant and, where rows
 * belong to clients or debtors, whose of them one sees. It is one policy, so that no author can
 * forget half of it.
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

export const inTenant = { tenantId: p.string().primary() }

/** A row with an id of its own: the key is the tenant and the id. */
export const identified = { ...inTenant, id: p.string().primary() }

/** What one can change, with the version that guards against two changing it at once. */
export const versioned = {
  version: p.integer().version(),
  createdAt: p.datetime(3),
  updatedAt: p.datetime(3),
}
