import { sql, type RawBuilder } from 'kysely'
import type { Unit } from '../write/unit.ts'
import type { Select } from './keyset.ts'

/** Rows that are read and sorted sooner than they are sought in another order. */
const fewMax = 5_000

/**
 * Names and numbers often follow the time at which rows were made, so that those of an hour stand
 * together in an order by them too, and whoever looks for them from its begin passes all others.
 * Where a time has few rows, these are read first, and then sorted.
 */
export async function firstOfTime(
  unit: Unit,
  table: string,
  { within, moment }: { within: RawBuilder<boolean>; moment: string },
  query: Select,
): Promise<Select> {
  const { kysely } = unit.transaction
  const some = kysely
    .selectFrom(table)
    .where('tenant_id', '=', unit.tenantId)
    .where(within)
    // What only rows say, or an index of clients and ids would answer for what a caller may see.
    .select(sql.ref(moment).as('at'))
    .orderBy('id')
    .limit(fewMax + 1)
  const { n } = await kysely
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.count<string>('at').as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) > fewMax) return query
  // In the order of the key: others, that have the id as their last column, are read as a whole.
  return fenced(unit, table, query.orderBy('id'))
}

/**
 * An order by words is read word by word. Where a filter finds few rows, they are read for those
 * words only that they say, and not sought in all rows with a word as well.
 */
export async function firstOfWords(
  unit: Unit,
  table: string,
  column: string,
  query: Select,
): Promise<{ query: Select; words: ReadonlySet<string> } | undefined> {
  const rows = await unit.transaction.kysely
    .selectFrom(
      query
        .select(column)
        .limit(fewMax + 1)
        .as('some'),
    )
    .select([column, ({ fn }) => fn.countAll<string>().as('n')])
    .groupBy(column)
    .execute()
  if (rows.reduce((sum, { n }) => sum + Number(n), 0) > fewMax) return undefined
  const words = new Set(rows.map((row) => String(row[column])))
  return { query: fenced(unit, table, query), words }
}

/** The planner takes no condition or order into what has an offset. */
function fenced(unit: Unit, table: string, query: Select): Select {
  const few = query.selectAll().offset(sql.lit(0))
  return unit.transaction.kysely.selectFrom(few.as(table)) as unknown as Select
}
