import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import type { Schema } from './json-schema.ts'

/** Marks what may be null where it refers to a component: of that the library says nothing. */
export const nullable = 'x-nullable'

/**
 * Goes through schemas before the library writes them down, and gives it what it would not read by
 * itself: their names, and what zod knows of text, numbers and names of fields beyond the type.
 */
export class SchemaFacts {
  /** What is written once, each after what it is made of. */
  readonly named = new Map<string, z.ZodType>()
  readonly #owners = new Map<string, string>()
  readonly #seen = new Set<z.core.$ZodType>()
  readonly #shown = new Set<z.core.$ZodType>()

  take(schema: z.core.$ZodType | undefined, owner: string): void {
    if (schema === undefined || this.#seen.has(schema)) return
    this.#seen.add(schema)
    for (const inner of innerOf(schema)) this.take(inner, owner)
    const id = z.globalRegistry.get(schema)?.id
    const facts = tryFacts(schema, owner)
    // A wrapper has the name of what it holds; else it may be made from what has a name of its own.
    const isWrapper = 'innerType' in schema._zod.def && id === undefined
    if (!isWrapper) register(schema, { ...facts, _internal: {} })
    else if (nullable in facts) register(schema, { ...facts, _internal: { refId: nameOf(schema) } })
    if (id !== undefined) this.#name(id, schema as z.ZodType, owner)
  }

  /** The library writes one schema for both ways: what goes in otherwise than out is no answer. */
  takeAnswer(schema: z.core.$ZodType | undefined, owner: string): void {
    if (schema === undefined || this.#shown.has(schema)) return
    this.#shown.add(schema)
    const { type } = schema._zod.def
    if (['default', 'prefault', 'pipe', 'catch'].includes(type)) {
      throw new Error(`${owner}: an answer is shown as it is, without ${type}`)
    }
    this.take(schema, owner)
    for (const inner of innerOf(schema)) this.takeAnswer(inner, owner)
  }

  #name(id: string, schema: z.ZodType, owner: string): void {
    const other = this.#owners.get(id)
    if (other !== undefined) {
      throw new Error(
        `two schemas have the id ${id}: of ${owner} and ${other}. Let both take the same one, from a ` +
          'file of the earlier area, or give the second a `name` of its own.',
      )
    }
    this.named.set(id, schema)
    this.#owners.set(id, owner)
  }
}

function register(schema: z.core.$ZodType, facts: Record<string, unknown>): void {
  zodToOpenAPIRegistry.add(schema as z.ZodType, facts)
}

/** The schemas of which one is made. */
function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return [...Object.values(def.shape), ...some(def.catchall)]
  if (def.type === 'array') return [def.element]
  if (def.type === 'union') return def.options
  if (def.type === 'record') return [def.valueType]
  if (def.type === 'tuple') return [...def.items, ...some(def.rest)]
  if (def.type === 'intersection') return [def.left, def.right]
  if (def.type === 'pipe') return [isPreprocessed(def.in) ? def.out : def.in]
  if (def.type === 'lazy') return [def.getter()]
  return 'innerType' in def ? [def.innerType] : []
}

const isPreprocessed = (schema: z.core.$ZodType) => schema._zod.def.type === 'transform'

const some = <T>(one: T | null | undefined): T[] => (one === null || one === undefined ? [] : [one])

function tryFacts(schema: z.core.$ZodType, owner: string): Schema {
  try {
    return factsOf(schema)
  } catch (error) {
    throw new Error(`${owner}: ${String(error)}`, { cause: error })
  }
}

function factsOf(schema: z.core.$ZodType): Schema {
  const made = schema as z.core.$ZodTypes
  const { def } = made._zod
  if (def.type === 'nullable') return nameOf(schema) === undefined ? {} : { [nullable]: true }
  if (def.type === 'record') return propertyNamesOf(made, def.keyType)
  const isLeaf = innerOf(schema).length === 0 && !unread.has(def.type)
  return isLeaf ? leafFacts(made) : {}
}

/** Of these the library reads all there is. */
const unread = new Set(['object', 'never', 'unknown', 'any', 'null', 'boolean', 'enum'])

/** The name of a schema, or of what it holds. */
function nameOf(schema: z.core.$ZodType): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const own = z.globalRegistry.get(schema)?.id
  return own ?? ('innerType' in def ? nameOf(def.innerType) : undefined)
}

function propertyNamesOf(record: z.core.$ZodTypes, names: z.core.$ZodType): Schema {
  const { propertyNames, required } = z.toJSONSchema(record, { io: 'input' }) as Schema
  const facts = { ...propertyNames, ...factsOf(names) }
  return { propertyNames: facts, ...(required && { required }) }
}

/** All that zod says but the type, to which the library adds whether it may be null. */
function leafFacts(made: z.core.$ZodTypes): Schema {
  const written = z.toJSONSchema(made, { io: 'input' }) as Schema
  const { $schema: _, id: __, type: ___, const: only, ...facts } = written
  const { def } = made._zod
  if (def.type === 'literal' && def.values.length > 1) facts.enum = [...def.values]
  shortenPattern(facts)
  // Text is trimmed before it is measured, so that one space is not a letter.
  if (facts.pattern === undefined && (facts.minLength ?? 0) > 0 && trims(made)) {
    facts.pattern = '\\S'
  }
  return only === undefined ? facts : { ...facts, enum: [only] }
}

function trims({ _zod: { def } }: z.core.$ZodTypes): boolean {
  return (def.checks ?? []).some(
    (check) => check instanceof z.core.$ZodCheckOverwrite && check._zod.def.tx(' a ') === 'a',
  )
}

/** The patterns of dates are long and say what the format says, but for the zone that must be Z. */
function shortenPattern(schema: Schema): void {
  const { pattern, format } = schema
  if (pattern === undefined || (format !== 'date' && format !== 'date-time')) return
  delete schema.pattern
  const isUtc = !new RegExp(pattern).test('2026-01-31T12:00:00+01:00')
  if (format === 'date-time' && isUtc) schema.pattern = 'Z$'
}
