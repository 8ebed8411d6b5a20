import type { EntitySchema } from '@mikro-orm/core'
import Big from 'big.js'
import { z } from 'zod'
import { decimal } from '../../domain/money.ts'
import { shownAs } from '../write/bound.ts'
import type { Unit } from '../write/unit.ts'
import { columnOf, shownSchema, type Column } from './columns.ts'
import { showVersioned, versionedView } from './fields.ts'
import { atFirstUse } from './first-use.ts'

/**
 * How rows are shown: the schema, the function that shows a row, and the facts fetched for a page.
 */
export interface View<Row, Shown, Facts = void> {
  readonly schema: z.ZodType<Shown>
  show(row: Row, facts: Facts): Shown
  /** Fetches, for a whole page at once, what other rows know or what only some callers may see. */
  facts?(unit: Unit, rows: readonly Row[]): Facts | Promise<Facts>
}

/** What a column holds, as JSON has it. */
export type OnTheWire<T> = T extends bigint | Date
  ? string
  : T extends readonly (infer Each)[]
    ? Each[]
    : T

type Plain = string | number | bigint | boolean | Date | readonly string[]

/** The columns whose wire form their table knows; what is nested is written by hand. */
export type Field<E> = {
  [K in keyof E & string]: NonNullable<E[K]> extends Plain ? K : never
}[keyof E & string]

type FieldWord<E> = Field<E> | 'versioned' | (E extends { further: object } ? 'further' : never)

type Versioned = typeof versionedView

/** The fields that `versioned` and `further` stand for. */
type Word<W, E> = Extract<W, Field<E>> | ('versioned' extends W ? keyof Versioned : never)

type ShapeOf<E, W> = {
  [K in Word<W, E>]: K extends keyof Versioned
    ? Versioned[K]
    : K extends keyof E
      ? z.ZodType<OnTheWire<Exclude<E[K], undefined>>>
      : never
}

type Openness<W> = 'further' extends W ? z.core.$loose : z.core.$strip

interface Named {
  /** The name of its schema: the table's by default. */
  name?: string
}

interface ByHand<E, A extends z.ZodRawShape, Facts> extends Named {
  /** Fields that are no column: nested, computed, or taken from other rows. */
  more: A
  show: (row: E, facts: Facts) => z.output<z.ZodObject<A>>
}

type Fetch<E, Facts> = (unit: Unit, rows: readonly E[]) => Facts | Promise<Facts>
type Whole = ByHand<object, z.ZodRawShape, unknown> & { facts: Fetch<object, unknown> }

/** A view with the schema that others extend. */
export interface Shape<Row, Schema extends z.ZodType, Facts = void> {
  readonly schema: Schema
  show(row: Row, facts: Facts): z.output<Schema>
  facts?(unit: Unit, rows: readonly Row[]): Facts | Promise<Facts>
}

/**
 * The view of a table: these of its columns, `versioned` for version and times, `further` for the
 * fields that stand among the others under the names they came with.
 */
export function viewOf<E extends object, const W extends FieldWord<E>>(
  entity: EntitySchema<E>,
  fields: readonly W[],
  named?: Named & { more?: never },
): Shape<E, z.ZodObject<ShapeOf<E, W>, Openness<W>>>
export function viewOf<
  E extends object,
  const W extends FieldWord<E>,
  A extends z.ZodRawShape,
  Facts,
>(
  entity: EntitySchema<E>,
  fields: readonly W[],
  byHand: ByHand<E, A, Facts> & { facts: Fetch<E, Facts> },
): Shape<E, z.ZodObject<ShapeOf<E, W> & A, Openness<W>>, Facts> & { facts: Fetch<E, Facts> }
export function viewOf<
  E extends object,
  const W extends FieldWord<E>,
  A extends z.ZodRawShape,
  Facts = void,
>(
  entity: EntitySchema<E>,
  fields: readonly W[],
  byHand: ByHand<E, A, Facts> & { facts?: never },
): Shape<E, z.ZodObject<ShapeOf<E, W> & A, Openness<W>>, Facts>
export function viewOf(
  entity: EntitySchema<object>,
  fields: readonly string[],
  byHand: Partial<Whole> = {},
): unknown {
  const name = byHand.name ?? entity.meta.className
  return made(entity, fields, byHand, (schema) => schema.meta({ id: name }))
}

/** Some columns as a part of something larger, without a name of its own. */
export function partOf<E extends object, const W extends FieldWord<E>>(
  entity: EntitySchema<E>,
  fields: readonly W[],
): Shape<E, z.ZodObject<ShapeOf<E, W>, Openness<W>>>
export function partOf(entity: EntitySchema<object>, fields: readonly string[]): unknown {
  return made(entity, fields, {}, (schema) => schema)
}

function made(
  entity: EntitySchema<object>,
  fields: readonly string[],
  byHand: Partial<Whole>,
  named: (schema: z.ZodObject) => z.ZodObject,
) {
  const isVersioned = fields.includes('versioned')
  const isOpen = fields.includes('further')
  const columns = fields
    .filter((field) => field !== 'versioned' && field !== 'further')
    .map((field) => columnOf(entity, field))
  const schema = atFirstUse(() => {
    const shape = {
      ...Object.fromEntries(columns.map((column) => [column.name, shownSchema(column)])),
      ...byHand.more,
      ...(isVersioned && versionedView),
    }
    return named(isOpen ? z.looseObject(shape) : z.object(shape))
  })
  const shows = columns.map(showerOf)
  const show = (row: Record<string, unknown>, facts: unknown) => {
    const shown: Record<string, unknown> = isOpen ? { ...(row['further'] as object) } : {}
    for (const each of shows) shown[each.name] = each.show(row)
    if (byHand.show !== undefined) Object.assign(shown, byHand.show(row, facts))
    if (isVersioned) Object.assign(shown, showVersioned(row as never))
    return shown
  }
  return {
    get schema() {
      return schema()
    },
    show,
    ...(byHand.facts !== undefined && { facts: byHand.facts }),
  }
}

interface Shower {
  name: string
  show(row: Record<string, unknown>): unknown
}

/** What a column shows of a row, decided once for all rows. */
function showerOf({ name, form }: Column): Shower {
  const shownIf = (show: (value: never, row: Record<string, unknown>) => unknown): Shower => ({
    name,
    show(row) {
      const value = row[name] ?? null
      return value === null ? null : show(value as never, row)
    },
  })
  if (form.form === 'amount') {
    const { currency } = form
    return shownIf((value: bigint, row) => decimal(value, (row[currency] ?? '') as string))
  }
  if (form.form === 'exact') return shownIf((value: string) => new Big(value).toFixed())
  if (form.form === 'list') return shownIf((value: string[]) => [...value])
  return shownIf((value: unknown) => (value instanceof Date ? value.toISOString() : value))
}

/** The rows as the caller sees them, with the facts of all of them fetched at once. */
export async function shownAll<Row, Shown, Facts>(
  unit: Unit,
  view: View<Row, Shown, Facts>,
  rows: readonly Row[],
): Promise<Shown[]> {
  const facts = (await view.facts?.(unit, rows)) as Facts
  return rows.map((row) => view.show(shownAs(unit.scope, row) as Row, facts))
}

export async function shownOne<Row, Shown, Facts>(
  unit: Unit,
  view: View<Row, Shown, Facts>,
  row: Row,
): Promise<Shown> {
  const [shown] = await shownAll(unit, view, [row])
  return shown as Shown
}

/** Several rows in one answer, under `data`. */
export function manyOf<Row, Shown, Facts>(view: View<Row, Shown, Facts>, name: string) {
  const schema = atFirstUse(() => z.object({ data: z.array(view.schema) }).meta({ id: name }))
  return {
    get schema() {
      return schema()
    },
    facts: (unit: Unit, [rows]: readonly (readonly Row[])[]) =>
      view.facts?.(unit, rows ?? []) as Facts | Promise<Facts>,
    show: (rows: readonly Row[], facts: Facts) => ({
      data: rows.map((row) => view.show(row, facts)),
    }),
  }
}
