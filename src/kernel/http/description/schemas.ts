import { z } from 'zod'
import { refTo, type Schema } from './json-schema.ts'

/** Schemas and whose they are, so that one which cannot be described is named. */
export type Roots = Map<z.ZodType, string>

export interface SchemaBook {
  input(schema: z.ZodType): Schema
  output(schema: z.ZodType): Schema
  /** What has a name of its own, and is written once. */
  components: Record<string, Schema>
}

type Side = 'input' | 'output'

interface Converted {
  roots: Map<z.ZodType, Schema>
  named: Record<string, Schema>
}

const inline = 'inline '
const definition = '#/$defs/'

/** Everything that goes in or comes out as JSON Schema, in two conversions however many there are. */
export function schemaBook(inputs: Roots, outputs: Roots): SchemaBook {
  const given = converted(inputs, 'input')
  const shown = converted(outputs, 'output')
  const different = differing(given.named, shown.named)
  const nameOf = (name: string, side: Side) =>
    side === 'input' && different.has(name) ? `${name}Input` : name
  const finished = (schema: Schema, side: Side): Schema => {
    const { named } = side === 'input' ? given : shown
    eachRef(schema, (name, reference) => {
      delete reference.$ref
      const meant = name.startsWith(inline)
        ? finished(named[name] as Schema, side)
        : refTo(nameOf(name, side))
      Object.assign(reference, { ...meant, ...reference })
    })
    return schema
  }
  const components: Record<string, Schema> = {}
  for (const [side, { named }] of [
    ['output', shown],
    ['input', given],
  ] as const) {
    for (const [name, schema] of Object.entries(named)) {
      if (!name.startsWith(inline)) components[nameOf(name, side)] ??= finished(schema, side)
    }
  }
  const known = (of: Converted, side: Side) => (schema: z.ZodType) =>
    finished(of.roots.get(schema) as Schema, side)
  return {
    input: known(given, 'input'),
    output: known(shown, 'output'),
    components: Object.fromEntries(Object.entries(components).toSorted(byName)),
  }
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

function converted(roots: Roots, io: Side): Converted {
  const registry = z.registry<{ id: string }>()
  const names = new Map<string, z.ZodType>()
  for (const [schema, owner] of roots) {
    const name = z.globalRegistry.get(schema)?.id ?? `${inline}${names.size}`
    const other = names.get(name)
    if (other !== undefined) {
      throw new Error(`two schemas have the id ${name}: of ${owner} and ${roots.get(other)}`)
    }
    names.set(name, schema)
    registry.add(schema, { id: name })
  }
  const { __shared: shared, ...own } = asJsonSchemas(registry, roots, io)
  const named = { ...own, ...(shared?.['$defs'] as Record<string, Schema> | undefined) }
  for (const schema of Object.values(named)) {
    delete schema['$id']
    delete schema['$schema']
  }
  const entries = [...names].map(([name, schema]) => [
    schema,
    name.startsWith(inline) ? (named[name] as Schema) : { $ref: `${definition}${name}` },
  ])
  return { roots: new Map(entries as [z.ZodType, Schema][]), named }
}

function asJsonSchemas(
  registry: z.core.$ZodRegistry<{ id: string }>,
  roots: Roots,
  io: Side,
): Record<string, Schema> {
  const uri = (name: string) => (name === '__shared' ? '' : `${definition}${name}`)
  try {
    const { schemas } = z.toJSONSchema(registry, {
      io,
      uri,
      override: (made) => tidy(made.zodSchema, made.jsonSchema as Schema, io),
    })
    return schemas as Record<string, Schema>
  } catch (error) {
    throw new Error(`${culprit(roots, io) ?? 'the schemas'}: ${String(error)}`, { cause: error })
  }
}

function culprit(roots: Roots, io: Side): string | undefined {
  for (const [schema, owner] of roots) {
    try {
      z.toJSONSchema(schema, { io })
    } catch {
      return owner
    }
  }
  return undefined
}

/** Takes out what tells a reader nothing, and says examples as JSON Schema 2020-12 does. */
function tidy(made: z.core.$ZodTypes, schema: Schema, io: Side): void {
  if ('example' in schema) {
    schema.examples = [schema['example']]
    delete schema['example']
  }
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  // A view may gain a field: a client that refuses one it does not know would break by that.
  const isOpen = made._zod.def.type === 'object' && made._zod.def.catchall === undefined
  if (io === 'output' && isOpen && schema.additionalProperties === false) {
    delete schema.additionalProperties
  }
  shortenPattern(schema)
  // Text is trimmed before it is measured, so that one space is not a letter.
  if (schema.pattern === undefined && (schema.minLength ?? 0) > 0 && trims(made)) {
    schema.pattern = '\\S'
  }
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

/** Names that mean something else going in than coming out, by themselves or by what they refer to. */
function differing(a: Record<string, Schema>, b: Record<string, Schema>): Set<string> {
  const both = Object.keys(a).filter((name) => name in b && !name.startsWith(inline))
  const found = new Set(both.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name])))
  const refers = (name: string) => refsIn(a[name]).some((other) => found.has(other))
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const name of both) if (refers(name)) found.add(name)
  }
  return found
}

function refsIn(schema: Schema | undefined): string[] {
  const found: string[] = []
  eachRef(schema, (name) => void found.push(name))
  return found
}

/** Meets every reference to a definition, which may be changed in place: nobody else has it yet. */
function eachRef(node: unknown, meet: (name: string, reference: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return
  for (const inner of Object.values(node)) eachRef(inner, meet)
  const { $ref } = node as Schema
  if (typeof $ref === 'string' && $ref.startsWith(definition)) {
    meet($ref.slice(definition.length), node as Schema)
  }
}
