import { sql, type RawBuilder } from 'kysely'
import { containsPattern, type Asked, type AskedAt, type Filter } from './filter.ts'

/** A word of a closed set is a literal, since no parameter tells the planner of a partial index. */
export function conditionOf(
  column: string,
  asked: Asked,
  isWord: boolean,
  { implies, same }: Pick<Filter, 'implies' | 'same'>,
): RawBuilder<boolean> {
  const instead = 'one' in asked ? same?.[String(asked.one)] : undefined
  // Both together would seem twice as rare to the planner as they are.
  if (instead !== undefined) return sql<boolean>`${sql.raw(instead)}`
  const found = compared(column, asked, isWord ? sql.lit : sql.val)
  const also = implies === undefined ? undefined : implied(implies, asked)
  return also === undefined ? found : sql<boolean>`(${found} and ${also})`
}

function compared(
  name: string,
  asked: Asked,
  value: (one: unknown) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const column = sql.ref(name)
  if ('one' in asked) return sql<boolean>`${column} = ${value(asked.one)}`
  if ('among' in asked) return sql<boolean>`${column} in (${sql.join(asked.among.map(value))})`
  if ('contains' in asked) return sql<boolean>`${column} ilike ${containsPattern(asked.contains)}`
  const { from, to } = asked
  const bounds = [
    ...(from === undefined ? [] : [sql<boolean>`${column} >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`${column} <= ${to}`]),
  ]
  return bounds.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(bounds, sql` and `)})`
}

/** What else is true of rows with each of these values, if something is of all of them. */
function implied(
  implies: NonNullable<Filter['implies']>,
  asked: Asked,
): RawBuilder<boolean> | undefined {
  const values = 'one' in asked ? [asked.one] : 'among' in asked ? asked.among : []
  const each = values.map((value) => implies[String(value)])
  if (each.length === 0 || each.includes(undefined)) return undefined
  const facts = [...new Set(each as string[])].map((fact) => sql.raw(`(${fact})`))
  return sql<boolean>`(${sql.join(facts, sql` or `)})`
}

/** The conditions by which rows with a value are read apart, and what else is asked. */
export function apartOf(
  filters: Readonly<Record<string, unknown>>,
  by: Readonly<Record<string, Filter>>,
  at: AskedAt,
) {
  for (const [name, value] of Object.entries(filters)) {
    const each = typeof value === 'string' ? by[name]?.apart?.(value, at) : undefined
    if (each !== undefined) return { each, rest: { ...filters, [name]: undefined } }
  }
  return undefined
}
