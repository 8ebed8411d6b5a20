import { numberOfTenant } from '../../src/domain/id-forms.ts'
import type { Stage } from './stage.ts'

/** A row that a piece of work has left, each value as PostgreSQL writes it. */
export interface Written {
  table: string
  kind: 'insert' | 'update'
  row: Readonly<Record<string, string | null>>
  key: readonly string[]
  types: Readonly<Record<string, string>>
  /** Of an update. */
  changed: readonly string[]
}

type Rows = Map<string, Pick<Written, 'table' | 'key' | 'types' | 'row'>>

/** When a token was used is noted now and then, and belongs to no one call. */
const beside = new Set(['token', 'login_attempt'])

/**
 * What a piece of work wrote for a tenant, found by looking before and after: the other side
 * follows the platform by itself. What was written more than once counts as it was left.
 */
export async function writtenBy(
  stage: Stage,
  tenantId: string,
  work: () => Promise<unknown>,
): Promise<Written[]> {
  const before = await rowsOf(stage, tenantId)
  await work()
  const after = await rowsOf(stage, tenantId)
  const written: Written[] = []
  for (const [name, found] of after) {
    const earlier = before.get(name)?.row
    const columns = Object.keys(found.row)
    const changed = columns.filter((at) => earlier?.[at] !== found.row[at])
    if (earlier === undefined) written.push({ ...found, kind: 'insert', changed: [] })
    else if (changed.length > 0) written.push({ ...found, kind: 'update', changed })
  }
  return written
}

const columnsOf = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    case when a.attnum = any(i.indkey) then 'key' end as key
  from pg_index i join pg_class c on c.oid = i.indrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
  order by c.relname, a.attnum`

async function rowsOf(stage: Stage, tenantId: string): Promise<Rows> {
  const rows: Rows = new Map()
  const columns = Map.groupBy(await stage.asText(columnsOf), ({ table }) => String(table))
  for (const [table, own] of columns) {
    if (beside.has(table)) continue
    const key = own.filter((each) => each['key'] === 'key').map(({ column }) => String(column))
    const types = Object.fromEntries(own.map((each) => [each['column'], String(each['type'])]))
    const all = `select * from ${table} where tenant_id = $1`
    for (const row of await stage.asText(all, [numberOfTenant(tenantId)])) {
      rows.set([table, ...key.map((column) => row[column])].join(' '), { table, key, types, row })
    }
  }
  return rows
}

/** How many rows of which table: what both sides have to leave alike. */
export function countsOf(written: readonly Written[]): string {
  const kinds = Map.groupBy(written, ({ table, kind }) => `${kind} ${table}`)
  return [...kinds]
    .map(([kind, rows]) => `${kind} ${rows.length}`)
    .toSorted()
    .join(', ')
}
