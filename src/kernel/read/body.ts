import type { EntitySchema } from '@mikro-orm/core'
import { z } from 'zod'
import { columnOf, sentSchema } from './columns.ts'
import type { Field, OnTheWire } from './view.ts'

/** What a body brings for a column; where the column may be null it may say so, or be silent. */
type Sent<T> = null extends T
  ? z.ZodOptional<z.ZodNullable<z.ZodType<OnTheWire<Exclude<T, null | undefined>>>>>
  : z.ZodType<OnTheWire<Exclude<T, undefined>>>

type BodyShape<E, F extends keyof E, D> = {
  [K in F]: K extends keyof D ? z.ZodDefault<Sent<E[K]>> : Sent<E[K]>
}

/**
 * The body that brings these columns of a table, as strict as the table; of a change `.partial()`.
 * What is sent otherwise is written by hand beside it, with `.extend`.
 */
export function bodyOf<
  E extends object,
  const F extends Field<E>,
  const D extends { readonly [K in F]?: OnTheWire<E[K]> } = object,
>(
  entity: EntitySchema<E>,
  fields: readonly F[],
  defaults?: D,
): z.ZodObject<BodyShape<E, F, D>, z.core.$strict>
export function bodyOf(
  entity: EntitySchema<object>,
  fields: readonly string[],
  defaults: Record<string, unknown> = {},
): unknown {
  const schemas = fields.map((field) => {
    const schema = sentSchema(columnOf(entity, field))
    return [field, field in defaults ? schema.default(defaults[field]) : schema]
  })
  return z.strictObject(Object.fromEntries(schemas) as z.ZodRawShape)
}
