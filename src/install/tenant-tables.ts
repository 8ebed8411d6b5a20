import type pg from 'pg'
import { allTables, columnNamed } from '../entities/table.ts'

/** A table of a tenant as it is carried elsewhere. */
export interface CarriedTable {
  table: string
  /** Without those that the database derives from others. */
  columns: string[]
  key: string[]
  /** Each opened here and sealed anew there. */
  sealed: string[]
}

interface Found {
  table: string
  columns: string[]
  key: string[]
}

/** All tables of tenants, in an order of their names. */
export async function carriedTables(client: pg.Client): Promise<CarriedTable[]> {
  const facts = new Map(allTables().map((each) => [each.table, each]))
  const { rows } = await client.query<Found>(
    `select c.relname as table,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       (select array_agg(k.attname::text order by array_position(i.indkey::int[], k.attnum::int))
        from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
     group by c.oid, c.relname order by 1`,
    [[...facts.keys()]],
  )
  return rows.map((row) => ({
    ...row,
    sealed: (facts.get(row.table)?.sealed ?? []).map(columnNamed),
  }))
}

/** Between installations of the same schema alone. */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by 1')
  return rows.map(({ name }) => name)
}
