import fc from 'fast-check'
import { z } from 'zod'
import { anyIdPattern } from '../../src/domain/id-forms.ts'
import { exampleId, idKinds, idPattern, type IdKind } from '../../src/entities/ids.ts'

/** Ids that exist, so that a body made at random can name something that is there. */
export type KnownIds = Partial<Record<IdKind, readonly string[]>>

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']
type Text = fc.Arbitrary<string>

const kinds = new Map(idKinds.map((kind) => [sourceOf(kind), kind]))

function sourceOf(kind: IdKind): string {
  return idPattern(kind).source
}

export function defOf(schema: Schema): Def {
  return (schema as z.core.$ZodTypes)._zod.def
}

/** Values that a schema accepts, made from the schema itself. */
export function arbitraryOf(schema: Schema, ids: KnownIds = {}): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  const of = (inner: Schema) => arbitraryOf(inner, ids)
  switch (def.type) {
    case 'string':
      return textOf(schema, ids)
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'undefined':
    case 'void':
      return fc.constant(undefined)
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'object':
      return objectOf(def, of)
    case 'array':
      return fc.array(of(def.element), lengthsOf(schema, 4))
    case 'tuple':
      return fc.tuple(...def.items.map(of))
    case 'record':
      return recordOf(def, of)
    case 'union':
      return fc.oneof(...def.options.map(of))
    case 'intersection':
      return fc.tuple(of(def.left), of(def.right)).map((both) => Object.assign({}, ...both))
    default:
      return wrapped(def, of)
  }
}

/** Schemas around another: what goes in is what the inner one takes. */
function wrapped(def: Def, of: (inner: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(of(def.innerType), { nil: undefined, freq: 3 })
    case 'nullable':
      return fc.option(of(def.innerType), { nil: null, freq: 3 })
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return of(def.innerType)
    case 'pipe':
      return of(defOf(def.in).type === 'transform' ? def.out : def.in)
    case 'lazy':
      return of(def.getter())
    case 'any':
    case 'unknown':
      return fc.oneof(fc.boolean(), fc.integer(), wild(20), fc.constant(null))
    default:
      throw new Error(`no values are known for a schema of type ${def.type}`)
  }
}

type ObjectDef = Extract<Def, { type: 'object' }>
type RecordDef = Extract<Def, { type: 'record' }>

function objectOf({ shape }: ObjectDef, of: (inner: Schema) => fc.Arbitrary<unknown>) {
  const entries = Object.entries(shape)
  const requiredKeys = entries.filter(([, inner]) => isRequired(inner)).map(([name]) => name)
  const values = Object.fromEntries(entries.map(([name, inner]) => [name, of(inner)]))
  return fc
    .record(values, { requiredKeys })
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, v]) => v !== undefined)))
}

export function isRequired(schema: Schema): boolean {
  return schema._zod.optin !== 'optional'
}

function recordOf({ keyType, valueType }: RecordDef, of: (inner: Schema) => fc.Arbitrary<unknown>) {
  const key = of(keyType) as Text
  return fc.dictionary(key, of(valueType), { maxKeys: 3 }).map((made) => ({ ...made }))
}

/** The rules that hang on a schema, its own format included. */
export function checksOf(schema: Schema): readonly z.core.$ZodChecks['_zod']['def'][] {
  const { checks = [], ...own } = defOf(schema) as { checks?: z.core.$ZodCheck[] }
  const hung = checks.map((check) => (check as z.core.$ZodChecks)._zod.def)
  return 'check' in own ? [own as unknown as z.core.$ZodChecks['_zod']['def'], ...hung] : hung
}

interface Lengths {
  minLength: number
  maxLength: number
}

export function lengthsOf(schema: Schema, usual: number): Lengths {
  let [minLength, most] = [0, Infinity]
  for (const check of checksOf(schema)) {
    if (check.check === 'min_length') minLength = Math.max(minLength, check.minimum)
    if (check.check === 'max_length') most = Math.min(most, check.maximum)
    if (check.check === 'length_equals') [minLength, most] = [check.length, check.length]
  }
  return { minLength, maxLength: Math.min(most, Math.max(usual, minLength)) }
}

const letters = [...'abcXYZ019 _-.%\'"\\<{$;&/', 'å', 'ß', '漢', '\u202e', '\u00a0', '\n', '😀']

/** Text with what breaks careless code: quotes, wildcards, other scripts, an emoji. */
function wild(maxLength: number, minLength = 0): Text {
  const unit = fc.constantFrom(...letters)
  return fc
    .array(unit, { minLength, maxLength })
    .map((made) => made.join('').slice(0, maxLength).toWellFormed())
}

const second = 1000
const instant = fc
  .integer({ min: Date.UTC(1990, 0) / second, max: Date.UTC(2090, 0) / second })
  .map((seconds) => new Date(seconds * second).toISOString())

const word = fc.stringMatching(/^[a-z][a-z0-9]{1,10}$/)

const formats: Readonly<Record<string, Text>> = {
  datetime: instant,
  date: instant.map((text) => text.slice(0, 10)),
  time: instant.map((text) => text.slice(11, 19)),
  email: fc.tuple(word, word, fc.nat()).map(([a, b, n]) => `${a}.${n}@${b}.example`),
  url: fc.tuple(word, word).map(([a, b]) => `https://${a}.example/${b}`),
  uuid: fc.uuid(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  base64: fc.base64String({ maxLength: 40 }),
}

function textOf(schema: Schema, ids: KnownIds): Text {
  const lengths = lengthsOf(schema, 24)
  for (const check of checksOf(schema)) {
    if (check.check !== 'string_format') continue
    const { format, pattern } = check as { format: string; pattern?: RegExp }
    const known = formats[format]
    if (known !== undefined) return known
    if (pattern !== undefined) return matching(schema, pattern, lengths, ids)
  }
  return wild(lengths.maxLength, lengths.minLength)
}

function matching(schema: Schema, pattern: RegExp, lengths: Lengths, ids: KnownIds): Text {
  const kind = kinds.get(pattern.source)
  if (kind !== undefined) return fc.constantFrom(...(ids[kind] ?? [exampleId(kind)]))
  if (pattern.source === anyIdPattern.source) {
    return fc.constantFrom(exampleId('Invoice'), ...Object.values(ids).flat())
  }
  const { minLength, maxLength } = lengths
  try {
    return fc
      .stringMatching(pattern, { maxLength: Math.max(maxLength, 40) })
      .map((text) => (text.length < minLength ? text.padEnd(minLength, text) : text))
  } catch {
    const { example } = (z.globalRegistry.get(schema as z.ZodType) ?? {}) as { example?: string }
    if (example === undefined) throw new Error(`give an example to ${pattern}`)
    return fc.constant(example)
  }
}

function numberOf(schema: Schema): fc.Arbitrary<number> {
  let [min, max, step] = [-1_000_000, 1_000_000, 0]
  for (const check of checksOf(schema)) {
    const inner = (check as { inclusive?: boolean }).inclusive === false ? 1 : 0
    if (check.check === 'greater_than') min = Number(check.value) + inner
    if (check.check === 'less_than') max = Number(check.value) - inner
    if (check.check === 'multiple_of') step = Number(check.value)
  }
  const top = Math.max(min, max)
  if (step > 1) {
    return fc
      .integer({ min: Math.ceil(min / step), max: Math.floor(top / step) })
      .map((n) => n * step)
  }
  return fc.integer({ min: Math.ceil(min), max: Math.floor(top) })
}

export interface Sampling {
  seed: number
  count: number
  ids?: KnownIds
}

/** So many values that the schema accepts; the same for the same seed. */
export function samplesOf(schema: z.ZodType, { seed, count, ids = {} }: Sampling): unknown[] {
  const made = fc.sample(arbitraryOf(schema, ids), { numRuns: count * 8 + 16, seed })
  const good = made.filter((value) => schema.safeParse(value).success).slice(0, count)
  if (good.length === 0) throw new Error('none of the values made is accepted by its schema')
  return Array.from({ length: count }, (_, at) => good[at % good.length])
}
