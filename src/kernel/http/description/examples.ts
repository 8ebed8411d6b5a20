import {
  componentOf,
  withoutReference,
  typesOf,
  type Components,
  type Schema,
} from './json-schema.ts'
import { textFor } from './pattern.ts'
import { wordFor } from './example-words.ts'

/** Parts that need an earlier answer at hand, or stand for others; left out where they may be. */
const leftOut = new Set(['cursor', 'version', 'count', 'filter'])

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T09:30:00.000Z',
  email: 'anna.berg@example.com',
  uri: 'https://example.com/receivables',
  uuid: '01920f4e-8d5c-7c3a-9b1e-5d2f8a6c4e10',
  ipv4: '192.0.2.10',
  ipv6: '2001:db8::10',
  duration: 'P30D',
}

/** Examples from schemas alone, so that none can be forgotten or grow old. */
export class Examples {
  readonly #components: Components
  readonly #known = new Map<string, unknown>()

  constructor(components: Components) {
    this.#components = components
  }

  /** A value that the schema accepts; undefined where there is none that ends. */
  of(schema: Schema, name = ''): unknown {
    if (schema.examples !== undefined) return schema.examples[0]
    const component = componentOf(schema)
    if (component !== undefined) return this.#ofComponent(component)
    if ('const' in schema) return schema.const
    if (schema.enum !== undefined) return schema.enum[0]
    const word = wordFor(name)
    if (word !== undefined && this.#fits(schema, word)) return word
    const alternatives = schema.anyOf ?? schema.oneOf
    if (alternatives !== undefined) return this.#firstOf(alternatives, name)
    if (isPlain(schema.default)) return schema.default
    if (schema.allOf !== undefined && schema.type === undefined) return this.#allOf(schema.allOf)
    return this.#ofType(schema, name)
  }

  #ofComponent(name: string): unknown {
    if (this.#known.has(name)) return this.#known.get(name)
    // Met again inside itself it has no example, so that the one being made comes to an end.
    this.#known.set(name, undefined)
    const example = this.of(this.#components[name] ?? {})
    this.#known.set(name, example)
    return example
  }

  #firstOf(alternatives: readonly Schema[], name: string): unknown {
    const valued = alternatives.filter((schema) => schema.type !== 'null')
    for (const schema of valued) {
      const example = this.of(schema, name)
      if (example !== undefined) return example
    }
    return valued.length < alternatives.length ? null : undefined
  }

  #allOf(parts: readonly Schema[]): unknown {
    return Object.assign({}, ...parts.map((part) => this.of(part)))
  }

  #ofType(schema: Schema, name: string): unknown {
    const type = typesOf(schema).find((one) => one !== 'null')
    if (type === 'object') return this.#object(schema, name)
    if (type === 'array') return this.#array(schema, name)
    if (type === 'boolean') return true
    if (type === 'string') return textOf(schema)
    if (type === 'integer' || type === 'number') return numberOf(schema)
    return type === undefined && typesOf(schema).length === 0 ? 'text' : null
  }

  #object(schema: Schema, name: string): unknown {
    const example: Record<string, unknown> = {}
    const required = new Set(schema.required)
    for (const [property, inner] of Object.entries(schema.properties ?? {})) {
      if (!required.has(property) && leftOut.has(property)) continue
      const value = this.of(inner, property)
      if (value !== undefined) example[property] = value
      else if (required.has(property)) return undefined
      if (name === 'filters') break
    }
    if (schema.propertyNames !== undefined && typeof schema.additionalProperties === 'object') {
      const keys = schema.required ?? [String(this.of(schema.propertyNames, 'key'))]
      for (const key of keys) example[key] = this.of(schema.additionalProperties, key)
    }
    return example
  }

  #array(schema: Schema, name: string): unknown {
    if (schema.prefixItems !== undefined) return schema.prefixItems.map((item) => this.of(item))
    const item = this.of(schema.items ?? {}, name.replace(/s$/, ''))
    if (item === undefined) return []
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => item)
  }

  #fits(schema: Schema, value: unknown): boolean {
    const { anyOf, ...own } = withoutReference(schema, this.#components)
    if (anyOf !== undefined) return anyOf.some((one) => this.#fits(one, value))
    if (own.enum !== undefined || own.format !== undefined || own.$ref !== undefined) return false
    const types = typesOf(own).map((type) => (type === 'integer' ? 'number' : type))
    if (!types.includes(value === null ? 'null' : typeof value)) return false
    if (typeof value === 'number') return fitsRange(own, value)
    return typeof value !== 'string' || (fitsLength(own, value) && fitsPatterns(own, value))
  }
}

function isPlain(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    (value !== '' && typeof value === 'string')
  )
}

function fitsLength({ minLength = 0, maxLength = Infinity }: Schema, text: string): boolean {
  return text.length >= minLength && text.length <= maxLength
}

function fitsRange(schema: Schema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 1 } = schema
  return value >= minimum && value <= maximum && value % multipleOf === 0
}

function patternsOf({ pattern, allOf = [] }: Schema): string[] {
  return [pattern, ...allOf.map((part) => part.pattern)].filter((one) => one !== undefined)
}

function fitsPatterns(schema: Schema, text: string): boolean {
  return patternsOf(schema).every((pattern) => new RegExp(pattern, 'u').test(text))
}

function textOf(schema: Schema): string | undefined {
  const known = byFormat[schema.format ?? '']
  if (known !== undefined && fitsPatterns(schema, known)) return known
  const fits = (text: string) => fitsLength(schema, text) && fitsPatterns(schema, text)
  for (const pattern of patternsOf(schema)) {
    const text = textFor(pattern, fits)
    if (text !== undefined) return text
  }
  const text = 'text'.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength)
  return fits(text) ? text : undefined
}

function numberOf(schema: Schema): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf = 1 } = schema
  const low =
    minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf)
  const high =
    maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - multipleOf)
  return Math.min(Math.max(multipleOf, low ?? multipleOf), high ?? Infinity)
}
