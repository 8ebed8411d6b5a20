import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { AnyDatabase } from '../../ports/database/kysely-on.ts'
import type { Unit } from '../write/unit.ts'

type Select = SelectQueryBuilder<AnyDatabase, string, Record<string, unknown>>

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
  within: RawBuilder<boolean>,
  query: Select,
): Promise<Select> {
  const { kysely } = unit.transaction
  const some = kysely
    .selectFrom(table)
    .where('tenant_id', '=', unit.tenantId)
    .where(within)
    .select(sql<number>`1`.as('one'))
    // By the key, which has them side by side, though others have the id as their last column.
    .orderBy('id')
    .limit(fewMax + 1)
  const { n } = await kysely
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) > fewMax) return query
  // The planner takes no condition or order into what has an offset.
  const few = query.selectAll().offset(sql.lit(0))
  return kysely.selectFrom(few.as(table)) as unknown as Select
}
