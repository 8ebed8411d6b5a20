import type { z } from 'zod'
import { escapePointer } from '../../src/kernel/read/faults.ts'
import { checksOf, defOf, isRequired, lengthsOf } from './arbitrary.ts'

/** A body made wrong in one place, and where. */
export interface Spoiled {
  why: string
  pointer: string
  value: unknown
}

type Schema = z.core.$ZodType
type Put = (value: unknown) => unknown

interface Place {
  schema: Schema
  value: unknown
  pointer: string
  /** The whole body with another value in this place. */
  put: Put
}

const strangers: readonly [why: string, value: unknown][] = [
  ['null', null],
  ['a number', 12.5],
  ['2^53', 2 ** 53],
  ['a truth', true],
  ['a list', [1]],
  ['an object', { a: 1 }],
  ['a text', '\u00a0no such thing\u202e'],
  ['an empty text', ''],
  ['a day that is none', '0000-00-00'],
  ['a year beyond all', '999999-01-01'],
  ['64 kB of text', 'x'.repeat(65_536)],
]

const unstorable: readonly [why: string, value: string][] = [
  ['NUL', 'a\0b'],
  ['half of a surrogate pair', 'a\ud800b'],
]

/** Every way to spoil a good body in one place, of which its schema refuses each. */
export function spoiledOf(schema: z.ZodType, good: unknown): Spoiled[] {
  const wrong: Spoiled[] = []
  const visit = (place: Place) => {
    wrong.push(...spoilHere(place))
    for (const below of placesBelow(place)) visit(below)
  }
  visit({ schema, value: good, pointer: '', put: (value) => value })
  return wrong.filter(
    ({ why, value }) => isUnstorable(why) || (value !== undefined && !accepts(schema, value)),
  )
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success
}

function isUnstorable(why: string): boolean {
  return unstorable.some(([known]) => known === why)
}

function spoilHere({ schema, value, pointer, put }: Place): Spoiled[] {
  const here = (why: string, spoiled: unknown, at = pointer) => ({
    why,
    pointer: at,
    value: put(spoiled),
  })
  const spoiled = strangers.map(([why, stranger]) => here(why, stranger))
  const def = defOf(inner(schema))
  if (def.type === 'string') {
    spoiled.push(...unstorable.map(([why, text]) => here(why, text)))
    const { maxLength } = lengthsOf(inner(schema), 0)
    const isBounded = checksOf(inner(schema)).some(({ check }) => check === 'max_length')
    if (isBounded) spoiled.push(here('one too long', 'x'.repeat(maxLength + 1)))
  }
  if (def.type === 'object' && isPlain(value)) {
    spoiled.push(here('an unknown field', { ...value, notKnown: 1 }, `${pointer}/notKnown`))
    spoiled.push(here('__proto__', withOwn(value, '__proto__'), `${pointer}/__proto__`))
    spoiled.push(here('constructor', withOwn(value, 'constructor'), `${pointer}/constructor`))
    for (const [name, field] of Object.entries(def.shape)) {
      if (!isRequired(field)) continue
      const { [name]: _, ...rest } = value
      spoiled.push(here('a missing field', rest, `${pointer}/${escapePointer(name)}`))
    }
  }
  return spoiled
}

/** As JSON.parse makes it: a property of its own, whatever the name. */
function withOwn(value: object, name: string): object {
  return JSON.parse(
    `{"${name}":{"polluted":true},${JSON.stringify(value).slice(1)}`.replace(',}', '}'),
  )
}

function placesBelow({ schema, value, pointer, put }: Place): Place[] {
  const def = defOf(inner(schema))
  if (def.type === 'object' && isPlain(value)) {
    return Object.entries(def.shape)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, field]) => ({
        schema: field,
        value: value[name],
        pointer: `${pointer}/${escapePointer(name)}`,
        put: (changed) => put({ ...value, [name]: changed }),
      }))
  }
  if (def.type === 'array' && Array.isArray(value)) {
    return value.slice(0, 1).map((item, at) => ({
      schema: def.element,
      value: item,
      pointer: `${pointer}/${at}`,
      put: (changed) => put(value.with(at, changed)),
    }))
  }
  return []
}

/** What stands under optional, default and the like. */
function inner(schema: Schema): Schema {
  const def = defOf(schema)
  if ('innerType' in def) return inner(def.innerType as Schema)
  return def.type === 'pipe' ? inner(def.in) : schema
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
