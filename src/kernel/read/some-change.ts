import type { z } from 'zod'

/** Of what is changed for many at once: what says nothing beyond its names is a mistake. */
export const someChange = <Schema extends z.ZodType<object>>(
  changes: Schema,
  names: readonly string[] = [],
): Schema =>
  changes
    .refine(
      (sent) => Object.entries(sent).some(([name, value]) => !names.includes(name) && says(value)),
      'Say at least one change',
    )
    .meta({ minProperties: names.length > 0 ? 2 : 1 })

/** A list says what is to be, also an empty one; an object what its fields say. */
const says = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).some(says)
    : value !== undefined
