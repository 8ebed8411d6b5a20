import type { EntitySchema } from '@mikro-orm/core'
import { z } from 'zod'
import { columnOf, sentSchema } from './columns.ts'
import type { Field, OnTheWire } from './view.ts'

/** The value of a column in a body; for a nullable column it may be null or left out. */
type Sent<T> = null extends T
  ? z.ZodOptional<z.ZodNullable<z.ZodType<OnTheWire<Exclude<T, null | undefined>>>>>
  : z.ZodType<OnTheWire<Exclude<T, undefined>>>

type BodyShape<E, F extends keyof E, D> = {
  [K in F]: K extends keyof D ? z.ZodDefault<Sent<E[K]>> : Sent<E[K]>
}

/**
 * The body with these columns of a table, as strict as the table; `.partial()` makes it that of a
 * change. Other fields are added by hand with `.extend`.
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
