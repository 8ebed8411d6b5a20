import { sql, type RawBuilder } from 'kysely'
import type { Unit } from '../write/unit.ts'
import type { Select } from './keyset.ts'

/** Rows that are read and sorted sooner than they are sought in another order. */
export const fewOfTimeMax = 5_000
/** Of more, the statistics of the table know how common they are. */
export const fewOfClientMax = 500

/** What may have few rows, and a column to count them by. */
export interface PerhapsFew {
  within: RawBuilder<boolean>
  told: string
  max: number
  isOfTime: boolean
}

/**
 * Names and numbers often follow the time at which rows were made, so that those of an hour stand
 * together in an order by them too, and whoever looks for them from its begin passes all others. So
 * does whoever looks for those of a new client in an order that tells of clients behind its key.
 * Where there are few, these are read first, and then sorted.
 */
export async function firstOf(
  unit: Unit,
  table: string,
  { within, told, max }: PerhapsFew,
  query: Select,
): Promise<Select> {
  const { kysely } = unit.transaction
  const some = kysely
    .selectFrom(table)
    .where('tenant_id', '=', unit.tenantId)
    .where(within)
    // Of a time, what only rows say: an index of clients would answer for what a caller may see.
    .select(sql.ref(told).as('at'))
    .orderBy('id')
    .limit(max + 1)
  const { n } = await kysely
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.count<string>('at').as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) > max) return query
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
        .limit(fewOfTimeMax + 1)
        .as('some'),
    )
    .select([column, ({ fn }) => fn.countAll<string>().as('n')])
    .groupBy(column)
    .execute()
  if (rows.reduce((sum, { n }) => sum + Number(n), 0) > fewOfTimeMax) return undefined
  const words = new Set(rows.map((row) => String(row[column])))
  return { query: fenced(unit, table, query), words }
}

/** The planner takes no condition or order into what has an offset. */
function fenced(unit: Unit, table: string, query: Select): Select {
  const few = query.selectAll().offset(sql.lit(0))
  return unit.transaction.kysely.selectFrom(few.as(table)) as unknown as Select
}
