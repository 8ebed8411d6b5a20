import {
  DateTimeType,
  DateType,
  BooleanType,
  IntegerType,
  StringType,
  TextType,
  type EntitySchema,
} from '@mikro-orm/core'
import { z } from 'zod'
import type { Wire } from '../../entities/columns.ts'
import { kindOf, type IdKind } from '../../entities/ids.ts'
import {
  amountShown,
  businessDate,
  currencyCode,
  decimalText,
  positiveAmountSent,
  countryCode,
} from './amounts.ts'
import { anyId, asName, askedInstant, email, id, instant, sentDay } from './fields.ts'
import { counts, dates, exact, flag, instants, text, type Filter } from './filter.ts'

/** A column as the interface sees it. */
export interface Column {
  name: string
  nullable: boolean
  form: Form
}

type Form =
  | Exclude<Wire, { form: 'text' | 'id' | 'ownId' }>
  | { form: 'id'; of: IdKind }
  | (Extract<Wire, { form: 'text' }> & { most: number | undefined })
  | { form: 'flag' | 'day' | 'instant' }

/** What a table says of a column, before the database is known. */
interface Declared {
  type?: unknown
  wire?: Wire
  enum?: boolean
  items?: unknown
  length?: number
  nullable?: boolean
}

export function columnOf<E>(entity: EntitySchema<E>, name: string): Column {
  const { meta } = entity
  const declared = (meta.properties as Record<string, Declared>)[name]
  if (declared === undefined) throw new Error(`${meta.className} has no ${name}`)
  const form = formOf(declared, meta)
  if (form === undefined) throw new Error(`say how ${meta.className}.${name} is sent, or by hand`)
  return { name, nullable: declared.nullable === true, form }
}

function formOf(declared: Declared, meta: { className: string }): Form | undefined {
  const { type, wire, length: most } = declared
  if (wire?.form === 'ownId') return { form: 'id', of: kindOf(meta) }
  if (wire?.form === 'id') return { form: 'id', of: kindOf({ className: wire.of }) }
  if (wire !== undefined) return wire.form === 'text' ? { ...wire, most } : wire
  if (declared.enum === true) {
    return { form: 'enum', values: declared.items as unknown as [string, ...string[]] }
  }
  if (isA(type, BooleanType)) return { form: 'flag' }
  if (isA(type, IntegerType)) return { form: 'number' }
  if (isA(type, DateTimeType)) return { form: 'instant' }
  if (isA(type, DateType)) return { form: 'day' }
  return isA(type, StringType) || isA(type, TextType) ? { form: 'text', most } : undefined
}

const isA = (type: unknown, kind: abstract new () => object) =>
  type === kind || type instanceof kind

/** The schema of a column in an answer. */
export function shownSchema({ form: as, nullable }: Column): z.ZodType {
  const schema = shownForm(as)
  return nullable ? schema.nullable() : schema
}

function shownForm(as: Form): z.ZodType {
  switch (as.form) {
    case 'id':
      return id(as.of)
    case 'anyId':
      return anyId(as.prefix)
    case 'amount':
      return amountShown
    case 'exact':
      return withExample(z.string(), as.example)
    case 'currency':
      return currencyCode
    case 'country':
      return countryShown
    case 'list':
      return z.array(listed(as))
    case 'number':
      return withExample(z.int(), as.example)
    case 'enum':
      return z.enum(as.values)
    case 'flag':
      return z.boolean()
    case 'day':
      return businessDate
    case 'instant':
      return instant
    case 'further':
      return z.record(z.string(), z.unknown())
    case 'email':
      return email
    case 'text':
      return textOf(as)
  }
}

/** The schema of a column in a body: as strict as the table, with messages in words. */
export function sentSchema({ form: as, nullable }: Column): z.ZodType {
  const schema = sentForm(as)
  return nullable ? schema.nullish() : schema
}

const countedMax = 2_147_483_647

function sentForm(as: Form): z.ZodType {
  switch (as.form) {
    case 'amount':
      return positiveAmountSent
    case 'exact':
      return withExample(
        as.pattern ? z.string().regex(as.pattern, as.says) : decimalText,
        as.example,
      )
    case 'currency':
      return currencyCode
    case 'country':
      return countryCode
    case 'list':
      return z
        .array(listed(as))
        .min(as.least ?? 0)
        .max(as.of?.length ?? 100)
    case 'number': {
      const bounded = z.int().min(as.least ?? 0)
      return withExample(bounded.max(as.most ?? countedMax), as.example)
    }
    case 'day':
      return sentDay
    case 'instant':
      return askedInstant
    case 'text':
      return textOf(as, true)
    default:
      return shownForm(as)
  }
}

const countryShown = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Two capitals, as in ISO 3166')
  .meta({ example: 'SE' })

const listed = ({ of }: { of?: readonly string[] }) =>
  of === undefined ? z.string() : z.enum(of as [string, ...string[]])

function textOf(as: Extract<Form, { form: 'text' }>, trims = false): z.ZodType {
  const { pattern, says, most, letter, isName, example } = as
  // A pattern says by itself how long the text may be.
  if (pattern !== undefined) return withExample(z.string().regex(pattern, says), example)
  const plain = trims && letter === true ? z.string().trim() : z.string()
  const filled = letter === true ? plain.min(1) : plain
  const bounded = most === undefined ? filled : filled.max(most)
  return withExample(trims && isName === true ? asName(bounded) : bounded, example)
}

const withExample = <T extends z.ZodType>(schema: T, example: unknown): T =>
  example === undefined ? schema : schema.meta({ example })

/** The filter by which a list is asked for a column. */
export function filterOf({ form: as }: Column): Filter {
  switch (as.form) {
    case 'flag':
      return flag()
    case 'day':
      return dates()
    case 'instant':
      return instants()
    case 'number':
      return counts()
    case 'text':
      return text()
    case 'currency':
      return exact(currencyCode)
    case 'country':
      return exact(countryCode)
    default:
      return exact(shownForm(as))
  }
}

/** The filters of a list by these columns of its table; others stand beside them, by hand. */
export function filtersOf<E extends object, const F extends keyof E & string>(
  entity: EntitySchema<E>,
  fields: readonly F[],
): Record<F, Filter> {
  const filters = fields.map((field) => [field, filterOf(columnOf(entity, field))])
  return Object.fromEntries(filters) as Record<F, Filter>
}
