import { pageLimitDefault, pageLimitMax } from '../../read/page.ts'
import { idPattern } from '../../../entities/ids.ts'
import { confirmsHeader } from '../confirming.ts'
import { isOpen, type Operation } from '../operation.ts'
import type { Examples } from './examples.ts'
import { withoutReference, type Components, type Schema } from './json-schema.ts'
import { mended } from './mended.ts'
import { idOf, wordFor } from './example-words.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

type Ref = { $ref: string }

/**
 * The headers that the runner reads of every operation that changes something. Without examples:
 * a key that is copied with a call would make the next one a repetition of the first.
 */
export const sharedParameters: Readonly<Record<string, Parameter>> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own for this request: repeated with the same key and body within 7 days, ' +
      'it gives the first answer again and does nothing twice.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of what you believe to change; refused with 412 if it changed since.',
    schema: { type: 'string' },
  },
  [confirmsHeader]: {
    name: confirmsHeader,
    in: 'header',
    description:
      'The request of somebody else that you mean to confirm: refused with 409 if it is ' +
      'decided, or asks for something else.',
    schema: { type: 'string', pattern: idPattern('InternalRequest').source },
  },
}

export function headerParameters(operation: Operation, expects: boolean): Ref[] {
  const { method, requires, declared } = operation
  const ref = (name: string): Ref => ({ $ref: `#/components/parameters/${name}` })
  const takesKey = (method === 'POST' || method === 'PUT') && !isOpen(requires)
  return [
    ...(takesKey ? [ref('Idempotency-Key')] : []),
    ...(expects ? [ref('If-Match')] : []),
    ...(declared.confirms === true ? [ref(confirmsHeader)] : []),
  ]
}

/** Shared by every list, so described here. */
const listParameters: Readonly<Record<string, string>> = {
  sort: 'Fields to sort by, with a minus before one from high to low; empty values come last.',
  limit: `At most so many rows: ${pageLimitDefault} by default, ${pageLimitMax} at most.`,
  cursor: 'The `nextCursor` of the page before, with the same filters and sort.',
  count: 'Whether to count all rows: exact to 10,000.',
}

interface Context {
  components: Components
  examples: Examples
}

/** What the library wrote of parameters, with what they mean and what they look like. */
export function parametersOf(
  operation: Operation,
  written: readonly (Parameter | Ref)[],
  answer: Schema | undefined,
  context: Context,
): (Parameter | Ref)[] {
  const isList = written.some((one) => 'name' in one && one.name === 'cursor')
  return written.map((one) => {
    if (!('in' in one)) return one
    const { description, ...schema } = mended(one.schema)
    if (one.in === 'path') {
      const example = pathExample(operation, one.name, answer, context)
      return { ...one, schema: { ...schema, examples: [example] } }
    }
    const isSort = isList && one.name === 'sort'
    const own = isSort ? [listParameters['sort'], description ?? []].flat().join(' ') : description
    const meaning = own ?? (isList ? filterMeaning(one.name, schema) : undefined)
    return { ...one, ...(meaning !== undefined && { description: meaning }), schema }
  })
}

function filterMeaning(name: string, schema: Schema): string {
  const [field, part] = name.split('.')
  if (part === 'from') return `From this \`${field}\` on, itself included.`
  if (part === 'to') return `Up to this \`${field}\`, itself included.`
  if (part === 'contains') return `Rows whose \`${field}\` holds this text, in capitals or not.`
  const several = schema.anyOf?.some(({ type }) => type === 'array') === true
  const repeated = several ? '; repeat it for any of several' : ''
  return listParameters[name] ?? `Rows with this \`${field}\`${repeated}.`
}

function pathExample(
  { path }: Operation,
  name: string,
  answer: Schema | undefined,
  { components, examples }: Context,
): string {
  const segments = path.split('/')
  const owner = segments[segments.indexOf(`{${name}}`) - 1] as string
  const field = answer && rowOf(answer, components)[name]
  const known = idExample(name, owner) ?? (field && examples.of(field, name)) ?? wordFor(name)
  return String(known ?? 'example')
}

/** An id says whose it is by its own name, or by the part of the path before it. */
function idExample(param: string, owner: string): string | undefined {
  if (param !== 'id' && !param.endsWith('Id')) return undefined
  return idOf(param.replace(/Id$/, '')) ?? idOf(owner)
}

/** The fields of what an operation answers, or of one row where it answers with a page. */
function rowOf(answer: Schema, components: Components): Readonly<Record<string, Schema>> {
  const { properties = {} } = withoutReference(answer, components)
  const items = properties['data']?.items
  return items === undefined ? properties : (withoutReference(items, components).properties ?? {})
}
