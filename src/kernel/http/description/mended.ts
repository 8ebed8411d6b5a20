import { isDeepStrictEqual } from 'node:util'
import { componentOf, refTo, type Schema } from './json-schema.ts'
import { namedLists } from './named-lists.ts'
import { namedText, textSchemas } from './named-texts.ts'
import { nullable } from './zod-facts.ts'

/** What the library wrote of a schema, as JSON Schema 2020-12 says it. */
export function mended(schema: Schema): Schema {
  const { example, allOf = [], [nullable]: mayBeNull, ...own } = schema
  const whole = { ...own, ...(example !== undefined && { examples: [example] }) }
  const [reference, more] = allOf
  if (reference === undefined || componentOf(reference) === undefined) {
    return named(withInner({ ...whole, ...(allOf.length > 0 && { allOf }) }))
  }
  // Beside a reference the library repeats what differs from it, though not always that it is null.
  const { type, enum: _, ...facts } = mended(more ?? {})
  const isNullable = mayBeNull || more?.[nullable] || [type].flat().includes('null')
  return {
    ...whole,
    ...(isNullable ? { anyOf: [reference, { type: 'null' }] } : reference),
    ...facts,
  }
}

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values)

const namesOfLists = new Map(
  Object.entries(namedLists).map(([name, values]) => [keyOf(values), name]),
)

/** What lists its values, or is a text of a kind, refers to that where it has a name. */
function named(schema: Schema): Schema {
  const types = [schema.type ?? []].flat()
  const { type, enum: values, ...rest } = schema
  if (values !== undefined) {
    const name = namesOfLists.get(keyOf(values.filter((value) => value !== null)))
    return name === undefined ? schema : referring(name, rest, values.includes(null))
  }
  const valued = types.filter((one) => one !== 'null')
  const [name, text] = (valued.length === 1 && namedText({ ...rest, type: valued[0]! })) || []
  if (name === undefined) return schema
  const { pattern: _, examples, ...facts } = rest
  const isUsual = isDeepStrictEqual(examples, text?.examples)
  const own = { ...(!isUsual && examples !== undefined && { examples }), ...facts }
  return referring(name, own, types.includes('null'))
}

const referring = (name: string, facts: Schema, isNullable: boolean): Schema =>
  isNullable ? { ...facts, anyOf: [refTo(name), { type: 'null' }] } : { ...facts, ...refTo(name) }

/** The lists and texts that have names, as they are written once. */
export const valueSchemas = (): Record<string, Schema> => ({
  ...textSchemas(),
  ...Object.fromEntries(
    Object.entries(namedLists).map(([name, values]) => [
      name,
      { type: 'string', enum: [...values] },
    ]),
  ),
})

const many = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const one = ['items', 'additionalProperties', 'propertyNames'] as const

function withInner(schema: Schema): Schema {
  const made = { ...schema }
  for (const key of many) if (made[key] !== undefined) made[key] = made[key].map(mended)
  for (const key of one) if (typeof made[key] === 'object') made[key] = mended(made[key])
  if (made.properties !== undefined) {
    made.properties = Object.fromEntries(
      Object.entries(made.properties).map(([name, inner]) => [name, mended(inner)]),
    )
  }
  return made
}
