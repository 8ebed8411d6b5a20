import { pageLimitDefault, pageLimitMax } from '../../read/page.ts'
import { exampleIdOf, idPattern } from '../../../entities/ids.ts'
import { confirmsHeader } from '../confirming.ts'
import { isOpen, type Operation } from '../operation.ts'
import type { Examples } from './examples.ts'
import { withoutReference, type Components, type Schema } from './json-schema.ts'
import { mended } from './mended.ts'
import type { DescribedOperation } from './openapi.ts'
import { idOf, wordFor } from './example-words.ts'
import { meaningOfParameter } from './words/meanings.ts'

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
  /** What operations at a path answer, whatever its parameters are called. */
  answersAt: (path: string) => readonly Schema[]
}

/** What the library wrote of parameters, with what they mean and what they look like. */
export function parametersOf(
  operation: Operation,
  { operationId, parameters: written = [] }: DescribedOperation,
  answer: Schema | undefined,
  context: Context,
): (Parameter | Ref)[] {
  const isList = written.some((one) => 'name' in one && one.name === 'cursor')
  return written.map((one) => {
    if (!('in' in one)) return one
    const { description, ...schema } = mended(one.schema)
    const byName = description ?? meaningOfParameter(one.name, operationId)
    if (one.in === 'path') {
      const example = pathExample(operation, one.name, answer, context)
      return { ...saying(one, byName), schema: { ...schema, examples: [example] } }
    }
    const isSort = isList && one.name === 'sort'
    const own = isSort ? [listParameters['sort'], description ?? []].flat().join(' ') : description
    const meaning = own ?? (isList ? filterMeaning(one.name, schema) : byName)
    return { ...saying(one, meaning), schema }
  })
}

const saying = (parameter: Parameter, description: string | undefined): Parameter => ({
  ...parameter,
  ...(description !== undefined && { description }),
})

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
  { path, declared }: Operation,
  name: string,
  answer: Schema | undefined,
  { components, examples, answersAt }: Context,
): string {
  const upTo = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
  const room = upTo.slice(0, upTo.lastIndexOf('/'))
  const row = name === 'id' && upTo === path ? declared.names?.entity : undefined
  const known =
    declared.inPath?.[name] ??
    (name.endsWith('Id') ? idOf(name.slice(0, -2)) : undefined) ??
    (row && exampleIdOf(row))
  if (known !== undefined) return known
  const fields = [
    ...answersAt(upTo).map((shown) => fieldsOf(shown, components)),
    ...answersAt(room).map((shown) => rowOf(shown, components)),
    ...(name !== 'id' && answer !== undefined ? [rowOf(answer, components)] : []),
  ]
  const field = fields.find((each) => name in each)?.[name]
  const owner = room.slice(room.lastIndexOf('/') + 1)
  const ofOwner = name === 'id' || name.endsWith('Id') ? idOf(owner) : undefined
  const example = (field && examples.of(field, name)) ?? ofOwner ?? wordFor(name)
  return String(example ?? 'example')
}

const fieldsOf = (answer: Schema, components: Components): Readonly<Record<string, Schema>> =>
  withoutReference(answer, components).properties ?? {}

/** The fields of what an operation answers, or of one row where it answers with a page. */
function rowOf(answer: Schema, components: Components): Readonly<Record<string, Schema>> {
  const properties = fieldsOf(answer, components)
  const items = properties['data']?.items
  return items === undefined ? properties : fieldsOf(items, components)
}
