import {
  columnsOf,
  type Column,
  type Columns,
  type Values,
} from '../../ports/database/orm-seams.ts'
import { jsonOf, listOf } from '../../ports/database/values.ts'
import type { RowToWrite } from './row-to-write.ts'

/** How rows of one table are written that are new, deleted, or changed in the same columns. */
export interface Shape {
  columns: readonly Column[]
  /** Identifies an existing row: its key without the tenant, and the version it must have. */
  keys: readonly Column[]
  version: Column | undefined
  /** The statement for one row, its values as parameters; and for many, a list for each column. */
  one: string
  many: string
  /** When many rows are written at once, each must still have the expected version. */
  counted: boolean
}

const shapes = new WeakMap<object, Map<string, Shape>>()

export function shapeOf({
  meta,
  action,
  written,
}: Pick<RowToWrite, 'meta' | 'action' | 'written'>): Shape {
  let ofTable = shapes.get(meta)
  if (ofTable === undefined) shapes.set(meta, (ofTable = new Map()))
  const changed = action === 'UPDATED' ? written.toSorted() : []
  const key = `${action} ${changed.join()}`
  let shape = ofTable.get(key)
  if (shape === undefined) {
    const columns = columnsOf(meta)
    const made = { CREATED: insertOf, UPDATED: updateOf, DELETED: deleteOf }[action]
    ofTable.set(key, (shape = made(columns, changed)))
  }
  return shape
}

const quoted = ({ column }: Column) => `"${column}"`

function insertOf({ table, all, version }: Columns): Shape {
  const columns = all.filter((column) => column !== version)
  const names = columns.map(quoted).join(', ')
  const values = columns.map((_, at) => `$${at + 1}`).join(', ')
  return {
    columns,
    keys: [],
    version,
    one: `insert into "${table}" (${names}) values (${values})`,
    many: `insert into "${table}" (${names})
      select ${columns.map(fromList).join(', ')} from ${listed(columns)}`,
    counted: false,
  }
}

/** A row without the expected version fails the transaction, so that nothing after it commits. */
function updateOf(of: Columns, changed: readonly string[]): Shape {
  const { table, all, version } = of
  const columns = all.filter(({ property }) => changed.includes(property))
  if (version !== undefined && columns.includes(version)) {
    throw new Error(`the version of ${table} is nobody's to write`)
  }
  const keys = [...keysOf(of), ...(version === undefined ? [] : [version])]
  const next = version === undefined ? [] : [`${quoted(version)} = t.${quoted(version)} + 1`]
  const setOne = [...columns.map((column, at) => `${quoted(column)} = $${at + 1}`), ...next]
  const setMany = [...columns.map((column) => `${quoted(column)} = ${fromList(column)}`), ...next]
  const lists = columns.length + keys.length
  return {
    columns,
    keys,
    version,
    one: `with changed as (update "${table}" t set ${setOne.join(', ')}
      where ${named(keys, columns.length)} returning 1)
      select 1 / count(*) from changed`,
    many: `with changed as (update "${table}" t set ${setMany.join(', ')}
      from ${listed([...columns, ...keys])}
      where ${namedByMany(keys, lists)} returning 1)
      select 1 / (count(*) = $${lists + 2}::int)::int from changed`,
    counted: true,
  }
}

function deleteOf(of: Columns): Shape {
  const { table } = of
  const keys = keysOf(of)
  return {
    columns: [],
    keys,
    version: undefined,
    one: `delete from "${table}" t where ${named(keys, 0)}`,
    many: `delete from "${table}" t using ${listed(keys)} where ${namedByMany(keys, keys.length)}`,
    counted: false,
  }
}

const keysOf = ({ keys, byProperty }: Columns) =>
  keys.filter((name) => name !== 'tenantId').map((name) => byProperty.get(name)!)

function named(keys: readonly Column[], before: number): string {
  const each = keys.map((key, at) => ` and t.${quoted(key)} = $${before + at + 1}`)
  return `t."tenant_id" = $${before + keys.length + 1}${each.join('')}`
}

const namedByMany = (keys: readonly Column[], lists: number) =>
  `t."tenant_id" = $${lists + 1}${keys.map((key) => ` and t.${quoted(key)} = r.${quoted(key)}`).join('')}`

/** Rows of which each column is a list; lists within a list are words there. */
function listed(columns: readonly Column[]): string {
  const lists = columns.map(
    ({ kind, type }, at) => `$${at + 1}::${kind === 'list' ? 'text' : type}[]`,
  )
  return `unnest(${lists.join(', ')}) as r (${columns.map(quoted).join(', ')})`
}

const fromList = (column: Column) =>
  `r.${quoted(column)}${column.kind === 'list' ? `::${column.type}` : ''}`

/** The value as a parameter of its own, or as one of a list. */
export function valueOf(
  { property, kind }: Column,
  entity: Readonly<Values>,
  how: 'alone' | 'among',
): unknown {
  const value = entity[property] ?? null
  if (value === null) return null
  if (kind === 'json') return jsonOf(value)
  return kind === 'list' && how === 'among' ? listOf(value as unknown[]) : value
}
