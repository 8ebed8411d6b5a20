import { exampleId, exampleSorts, idKinds } from '../../../entities/ids.ts'
import type { Registered } from '../app.ts'
import type { DescribedOperation, DescribedResponse, Description } from './openapi.ts'
import { withoutReference, type Components, type Schema } from './json-schema.ts'

/** What can be done next with what an operation answered, as OpenAPI says it. */
interface Link {
  operationId: string
  parameters: Record<string, string>
  description: string
}

interface Linked {
  operation: Registered['operation']
  said: DescribedOperation
}

/** Where the row stands in an answer, and what fields it has there. */
interface Shown {
  at: string
  row: Readonly<Record<string, Schema>>
  /** What its own id looks like. */
  id: unknown
  isList: boolean
}

/**
 * Links from what is created, found or listed to what takes its id, or its key, in the path: all of
 * them from what creates a row, those that read it from a list. They follow from paths and views.
 */
export function addLinks(document: Description, operations: readonly Registered[]): void {
  const linked = operations.map(({ operation }): Linked => {
    const said = document.paths[operation.path]?.[operation.method.toLowerCase() as 'get']
    return { operation, said: said as DescribedOperation }
  })
  const targets = linked.filter(({ operation }) => operation.params.length > 0)
  const components: Record<string, Link> = {}
  for (const source of linked) {
    const answer = answerOf(source.said)
    if (answer === undefined) continue
    const shown = shownIn(answer, document.components.schemas)
    if (!isBeginning(source, shown)) continue
    const found = targets.flatMap((target) => linkOf(source, target, shown) ?? [])
    for (const link of found) {
      const name = nameOf(link, source)
      components[name] = link
      answer.links = { ...answer.links, [link.operationId]: refTo(name) }
    }
  }
  document.components['links'] = sorted(components)
}

const refTo = (name: string) => ({ $ref: `#/components/links/${name}` })

const sorted = (components: Record<string, Link>): Record<string, Link> =>
  Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Of what was changed or read one knows the id already. */
const isBeginning = ({ operation: { method, path } }: Linked, { isList }: Shown): boolean =>
  isList || (method === 'POST' && !/\/(?:search|simulate|preview)$/.test(path))

const json = 'application/json'

function answerOf({ responses }: DescribedOperation): DescribedResponse | undefined {
  return Object.entries(responses).find(
    ([status, { content }]) => status < '300' && content?.[json] !== undefined,
  )?.[1]
}

function shownIn({ content }: DescribedResponse, components: Components): Shown {
  const whole = fieldsOf(content![json]!.schema, components)
  const items = whole['data']?.items
  const row = items === undefined ? whole : fieldsOf(items, components)
  const id = row['id'] && exampleIn(withoutReference(row['id'], components))
  return { at: items === undefined ? '' : 'data/0/', row, id, isList: items !== undefined }
}

/** Of one of several forms the fields that all of them have. */
function fieldsOf(schema: Schema, components: Components): Readonly<Record<string, Schema>> {
  const { anyOf = [], properties } = withoutReference(schema, components)
  if (properties !== undefined) return properties
  const [first = {}, ...others] = anyOf.map((each) => fieldsOf(each, components))
  return Object.fromEntries(
    Object.entries(first).filter(([name]) => others.every((each) => name in each)),
  )
}

function linkOf(source: Linked, target: Linked, shown: Shown): Link | undefined {
  const { operation } = target
  if (target === source || (shown.isList && operation.method !== 'GET')) return undefined
  const [key, ...others] = operation.params.toReversed()
  const field = key && fieldFor(key, source, target, shown)
  if (field === undefined) return undefined
  const asked = others.toReversed().map((name) => [name, restOf(name, source, target, shown)])
  if (asked.some(([, value]) => value === undefined)) return undefined
  return {
    operationId: target.said.operationId,
    parameters: { ...Object.fromEntries(asked), [key!]: `$response.body#/${shown.at}${field}` },
    description: shown.isList ? 'Of the first of the list.' : 'Of what was answered.',
  }
}

/** The field of the row that the parameter of a path takes: its id, or what it is known by. */
function fieldFor(
  key: string,
  source: Linked,
  target: Linked,
  { row, id, isList }: Shown,
): string | undefined {
  const wanted = exampleOf(target, key)
  const isBelow = target.operation.path.startsWith(`${source.operation.path}/{${key}}`)
  const isNear = !isList || roomOf(source) === roomOf(target)
  if (id !== undefined && id === wanted && isNear) return 'id'
  return key !== 'id' && key in row && isBelow ? key : undefined
}

const roomOf = ({ operation }: Linked): string => operation.path.split('/')[1]!

/** What else the path takes: of the path that was called, or of the row. */
function restOf(
  name: string,
  source: Linked,
  target: Linked,
  { at, row, isList }: Shown,
): string | undefined {
  const wanted = exampleOf(target, name)
  const same = source.operation.params.find((own) => exampleOf(source, own) === wanted)
  if (same !== undefined) return `$request.path.${same}`
  if (isList) return undefined
  const isBelow = target.operation.path.startsWith(source.operation.path)
  const field = name in row ? name : isBelow && 'targetId' in row ? 'targetId' : undefined
  return field && `$response.body#/${at}${field}`
}

function exampleOf({ said }: Linked, name: string): unknown {
  const found = said.parameters?.find(
    (one) => 'in' in one && one.in === 'path' && one.name === name,
  )
  return found !== undefined && 'in' in found ? exampleIn(found.schema) : undefined
}

/** Whatever sort of its kind it is: who is created leads to what is done with all of them. */
const exampleIn = ({ examples: [example] = [] }: Schema): unknown =>
  plainExamples.get(String(example)) ?? example

const plainExamples = new Map(
  idKinds.flatMap((kind) => exampleSorts.map((sort) => [exampleId(kind, sort), exampleId(kind)])),
)

/** One from an id alone is the same wherever the id comes from. */
function nameOf({ operationId, parameters }: Link, source: Linked): string {
  const values = Object.values(parameters)
  if (values.length > 1) return `${operationId}.after.${source.said.operationId}`
  const pointer = values[0]!.slice(values[0]!.indexOf('#/') + 2).replaceAll('/', '.')
  return pointer === 'id' ? operationId : `${operationId}.${pointer}`
}
