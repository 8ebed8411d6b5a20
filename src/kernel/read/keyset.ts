import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { AnyDatabase } from '../../ports/database/kysely-on.ts'
import type { Bound } from '../write/bound.ts'
import type { Unit } from '../write/unit.ts'
import { countMax } from './page.ts'
import type { Order, Part } from './parts.ts'

export type Select = SelectQueryBuilder<AnyDatabase, string, Record<string, unknown>>

/** The rows of a part in its order, after the values of one of them. */
function ordered(query: Select, { where, order }: Part, values: readonly unknown[]): Select {
  let part = where === undefined ? query : query.where(where)
  if (values.length > 0) part = after(part, order, values)
  for (const { column, descending, nullable } of order) {
    part = part.orderBy(column, (by) => {
      const directed = descending ? by.desc() : by.asc()
      return nullable ? directed.nullsLast() : directed
    })
  }
  return part
}

/** The same of stretches that each have an index: the first of each, then the first of these. */
export function orderedOf(
  kysely: Kysely<AnyDatabase>,
  each: readonly Select[],
  part: Part,
  values: readonly unknown[],
  limit: number,
): Select {
  const [first, ...rest] = each as readonly [Select, ...Select[]]
  if (rest.length === 0) return ordered(first, part, values).limit(limit)
  const firstOf = (stretch: Select) =>
    kysely
      .selectFrom(ordered(stretch, part, values).selectAll().limit(limit).as('stretch'))
      .selectAll()
  const all = rest.reduce((sum, one) => sum.unionAll(firstOf(one)), firstOf(first))
  const together = kysely.selectFrom(all.as('stretches')) as unknown as Select
  return ordered(together, { ...part, where: undefined }, []).limit(limit)
}

/** The rows after the cursor: for each field of the order, equal before it and further in it. */
function after(query: Select, order: readonly Order[], values: readonly unknown[]): Select {
  const uniform = order.every((by) => !by.nullable && by.descending === order[0]?.descending)
  if (uniform) {
    const columns = sql.join(order.map(({ column }) => sql.ref(column)))
    const bounds = sql.join(values.map((value) => sql.val(value)))
    const sign = order[0]?.descending ? sql`<` : sql`>`
    return query.where(sql<boolean>`(${columns}) ${sign} (${bounds})`)
  }
  const conditions = order.map((by, at) => {
    const before = order.slice(0, at).map((earlier, n) => same(earlier.column, values[n]))
    return sql<boolean>`(${sql.join([...before, beyond(by, values[at])], sql` and `)})`
  })
  return query.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
}

function same(column: string, value: unknown) {
  return sql<boolean>`${sql.ref(column)} is not distinct from ${sql.val(value)}`
}

/** Nulls stand last in either direction, so after a null there is none but nulls. */
function beyond({ column, descending, nullable }: Order, value: unknown) {
  if (value === null) return sql<boolean>`false`
  const sign = descending ? sql`<` : sql`>`
  const further = sql<boolean>`${sql.ref(column)} ${sign} ${sql.val(value)}`
  return nullable ? sql<boolean>`(${further} or ${sql.ref(column)} is null)` : further
}

/** Those that a caller is limited to. */
export function bounded(query: Select, bound: Bound | undefined): Select {
  if (bound === undefined) return query
  const texts = bound.text.split('?')
  const parts = texts.map((text, at) =>
    at === 0 ? sql.raw(text) : sql`${sql.val(bound.values[at - 1])}${sql.raw(text)}`,
  )
  return query.where(sql<boolean>`${sql.join(parts, sql.raw(''))}`)
}

/** Exact up to a bound: counting millions of rows would cost more than anyone gains by it. */
export async function countOf(
  { transaction }: Unit,
  query: Select,
): Promise<number | { atLeast: number }> {
  const limited = query.select(sql<number>`1`.as('one')).limit(countMax + 1)
  const { n } = await transaction.kysely
    .selectFrom(limited.as('counted'))
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n) > countMax ? { atLeast: countMax } : Number(n)
}
