import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { spellingsOf } from '../../domain/identification-number.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { askedDay, askedInstant } from './fields.ts'

/** One form in which a filter may be asked, after validation. */
export type Asked =
  | { one: unknown }
  | { among: unknown[] }
  | { from?: unknown; to?: unknown }
  | { contains: string }

/** Where and when somebody asks. */
export interface AskedAt {
  tenantId: string
  today: BusinessDate
}

export type Implies = Readonly<Record<string, string>>

/** A filter of a list: what it accepts in a search body, and as query parameters. */
export interface Filter {
  readonly body: z.ZodType
  readonly query: (name: string) => Record<string, z.ZodType>
  /** The condition, if it is not simply equality. */
  readonly finds?: (column: string, asked: Asked, at: AskedAt) => RawBuilder<boolean>
  /** What else is true of rows with a value, as SQL, by which an index of few rows finds them. */
  readonly implies?: Implies
  /** What says just the same of rows with a value, as SQL, and is asked instead. */
  readonly same?: Readonly<Record<string, string>>
  /** Where rows with a value stand in several indexes: the conditions by which they are read apart. */
  readonly apart?: (value: string, at: AskedAt) => readonly RawBuilder<boolean>[] | undefined
}

const listMax = 100
/** What a column of whole numbers holds. */
const countedMax = 2_147_483_647

/** One of a closed set of values, or any of several. */
export function exact(value: z.ZodType = z.string().min(1).max(200)): Filter {
  return {
    body: z.union([value, z.array(value).min(1).max(listMax)]),
    query: (name) => ({
      [name]: z.union([value, z.array(value).min(1).max(listMax)]).optional(),
    }),
  }
}

/** Text: as it is, any of several, or `{ contains }`, which does not mind capitals. */
export function text(): Filter {
  const value = z.string().max(200)
  const part = z.string().min(1).max(200)
  return {
    body: z.union([value, z.array(value).min(1).max(listMax), z.strictObject({ contains: part })]),
    query: (name) => ({
      [name]: z.union([value, z.array(value).min(1).max(listMax)]).optional(),
      [`${name}.contains`]: part.optional(),
    }),
  }
}

/** Where a number is kept without what people write around it. */
type Normalised = { column: string } | { key: string; of: string }

/** An identification number, found as it was written and in its normal form. */
export function identificationNumberFilter(form: Filter, kept: Normalised): Filter {
  return {
    ...form,
    finds(column, asked, { tenantId }) {
      if ('contains' in asked) return containing(column, kept, asked.contains)
      const written = 'one' in asked ? [asked.one] : 'among' in asked ? asked.among : []
      const numbers = [...new Set(written.flatMap((each) => spellingsOf(String(each))))]
      const isKept =
        'column' in kept
          ? sql`${sql.ref(kept.column)} = any(${numbers})`
          : sql`${sql.ref(kept.key)} = any(array(select id from ${sql.table(kept.of)}
              where tenant_id = ${tenantId} and identification_number = any(${numbers})))`
      return sql<boolean>`(${sql.ref(column)} = any(${written}) or ${isKept})`
    },
  }
}

function containing(column: string, kept: Normalised, part: string): RawBuilder<boolean> {
  const asWritten = sql<boolean>`${sql.ref(column)} ilike ${containsPattern(part)}`
  const bare = part.replaceAll(/[^0-9A-Za-z]/g, '')
  if (bare === '' || !('column' in kept)) return asWritten
  return sql<boolean>`(${asWritten} or ${sql.ref(kept.column)} ilike ${containsPattern(bare)})`
}

/** The `like` pattern of a part, whose own wildcards are escaped. */
export function containsPattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Ordered values: one, or from and to, both included. */
export function range(value: z.ZodType, inQuery = value): Filter {
  const bounds = z
    .strictObject({ from: value.optional(), to: value.optional() })
    .refine(({ from, to }) => from !== undefined || to !== undefined, 'Give from, to, or both')
    .meta({ minProperties: 1 })
  return {
    body: z.union([value, bounds]),
    query: (name) => ({
      [name]: inQuery.optional(),
      [`${name}.from`]: inQuery.optional(),
      [`${name}.to`]: inQuery.optional(),
    }),
  }
}

export const dates = (): Filter => range(askedDay)
export const instants = (): Filter => range(askedInstant)

/** Whole numbers that are counted from one. */
export function counts(): Filter {
  const bounded = <N extends z.ZodNumber | z.ZodCoercedNumber>(number: N) =>
    number.int().min(1).max(countedMax)
  return range(bounded(z.number()), bounded(z.coerce.number()))
}

export function flag(): Filter {
  const word = z.enum(['true', 'false'])
  return { body: z.boolean(), query: (name) => ({ [name]: word.optional() }) }
}

export function askedOf(value: unknown): Asked {
  if (Array.isArray(value)) return { among: value }
  if (typeof value === 'object' && value !== null) return value as Asked
  return { one: value }
}

/** Query parameters in the form of a search body: `a=1&a=2&b.from=3` asks the same as JSON would. */
export function filtersFromQuery(
  query: Record<string, unknown>,
  filters: Readonly<Record<string, Filter>>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, filter] of Object.entries(filters)) {
    const isFlag = filter.body instanceof z.ZodBoolean
    if (query[name] !== undefined) found[name] = isFlag ? query[name] === 'true' : query[name]
    for (const part of ['from', 'to', 'contains']) {
      const value = query[`${name}.${part}`]
      if (value !== undefined) found[name] = { ...(found[name] as object), [part]: value }
    }
  }
  return found
}
