import type { z } from 'zod'
import packageFacts from '../../../../package.json' with { type: 'json' }
import type { Registered } from '../app.ts'
import {
  isOpen,
  needsSuperUser,
  rightsOf,
  statusOf,
  type Operation,
  type Requirement,
} from '../operation.ts'
import { ConfirmationRequired } from '../confirming.ts'
import { Problem } from '../problem.ts'
import { bodySchemaOf } from '../prepared.ts'
import { tagsOf } from './areas.ts'
import { channelPaths, realtimeScheme } from './channel.ts'
import { Examples } from './examples.ts'
import { headerRefs, headers, type HeaderName } from './headers.ts'
import { resolved, type Components, type Schema } from './json-schema.ts'
import {
  headerParameters,
  pathParameters,
  queryParameters,
  sharedParameters,
  type Parameter,
} from './parameters.ts'
import { platformPaths } from './platform.ts'
import { codesOf, SharedRefusals, takesExpectation } from './refusals.ts'
import { schemaBook, type Roots, type SchemaBook } from './schemas.ts'
import { namesIn, shapeOf, sharedPaths } from './templates.ts'
import { eventSchemas, webhookParameters, webhooks } from './webhooks.ts'

interface DescribedContent {
  schema: Schema
  example?: unknown
}

export interface DescribedResponse {
  $ref?: string
  description?: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, DescribedContent>
}

export interface DescribedOperation {
  operationId: string
  tags: [string]
  summary: string
  description: string
  security: { bearerAuth?: readonly string[] }[]
  'x-required-rights': readonly string[]
  'x-requires-super-user'?: true
  'x-extension'?: true
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: Record<string, DescribedContent> }
  responses: Record<string, DescribedResponse>
}

export interface Description {
  openapi: string
  info: object
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Partial<Record<'get' | 'post' | 'put' | 'delete', DescribedOperation>>>
  webhooks: Record<string, unknown>
  components: { schemas: Record<string, Schema> } & Record<string, object>
}

interface Described extends Registered {
  body: z.ZodType | undefined
}

interface Context {
  book: SchemaBook
  components: Components
  examples: Examples
  refusals: SharedRefusals
}

/** The whole interface as OpenAPI, from the same declarations that serve it. */
export function describe(operations: readonly Registered[]): Description {
  const all = operations.map((one): Described => ({ ...one, body: bodyOf(one.operation) }))
  const book = bookOf(all)
  const components = { ...book.components, ...(eventSchemas() as Components) }
  const examples = new Examples(components)
  const refusals = new SharedRefusals()
  const context = { book, components, examples, refusals }
  const paths: Description['paths'] = {}
  const shared = sharedPaths(operations)
  for (const one of all) {
    const path = shared.get(shapeOf(one.operation.path)) as string
    const method = one.operation.method.toLowerCase() as 'get'
    paths[path] = { ...paths[path], [method]: operationOf(one, path, context) }
  }
  Object.assign(paths, channelPaths(refusals), platformPaths(refusals))
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: '/' }],
    tags: tagsOf(new Set([...operations.map(({ area }) => area), 'webhooks', 'platform'])),
    paths,
    webhooks: webhooks(),
    components: {
      schemas: components,
      responses: sorted(refusals.responses),
      parameters: { ...sharedParameters, ...webhookParameters },
      headers,
      examples: refusals.examples(),
      securitySchemes: { bearerAuth, realtimeToken: realtimeScheme },
    },
  }
}

const info = {
  title: 'Receivables platform',
  version: packageFacts.version,
  summary: packageFacts.description,
  description:
    'Every operation names the rights of which any one opens it (`x-required-rights`). What says ' +
    '`x-extension: true` is offered beside the specification. A refusal is a problem (RFC 9457) ' +
    'whose `code` is explained at [/developers/errors](/developers/errors).',
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
}

const bearerAuth = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'rp_<kind>_<tenant>_<random>',
  description: 'The token of a principal. The names listed with an operation are rights.',
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** What one may send: a POST that declares no body takes none, a PUT takes the version at least. */
function bodyOf(operation: Operation): z.ZodType | undefined {
  const { method, declared } = operation
  if (method !== 'PUT' && declared.body === undefined) return undefined
  return bodySchemaOf(operation)
}

function bookOf(all: readonly Described[]): SchemaBook {
  const inputs: Roots = new Map()
  const outputs: Roots = new Map([[Problem, 'refusals']])
  for (const { name, operation, body } of all) {
    const { query, returns, confirms } = operation.declared
    if (confirms) outputs.set(ConfirmationRequired, 'what takes two')
    if (body !== undefined) inputs.set(body, `body of ${name}`)
    if (query !== undefined) inputs.set(query, `query of ${name}`)
    if (returns !== undefined) outputs.set(returns, `answer of ${name}`)
  }
  return schemaBook(inputs, outputs)
}

function operationOf(one: Described, path: string, context: Context): DescribedOperation {
  const { operation, area, name, body } = one
  const { declared, requires } = operation
  const { book, components, examples } = context
  const answer = declared.returns && book.output(declared.returns)
  const pages =
    answer !== undefined && 'nextCursor' in (resolved(answer, components).properties ?? {})
  const parameters = [
    ...pathParameters(operation, namesIn(path), answer, { components, examples }),
    ...queryParameters(declared.query && book.input(declared.query), components),
    ...headerParameters(operation, takesExpectation(operation)),
  ]
  const [summary] = declared.summary.split(';') as [string]
  return {
    operationId: name,
    tags: [area],
    summary,
    description: descriptionOf(declared.summary, requires),
    security: securityOf(requires),
    'x-required-rights': rightsOf(requires),
    ...(needsSuperUser(requires) && { 'x-requires-super-user': true as const }),
    ...(declared.extension && { 'x-extension': true as const }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: requestBodyOf(body, context) }),
    responses: {
      ...responseOf(operation, answer, context),
      ...context.refusals.refs(codesOf(operation, { pages })),
    } as DescribedOperation['responses'],
  }
}

function securityOf(requires: Requirement): { bearerAuth?: readonly string[] }[] {
  if (isOpen(requires)) return []
  const rights = rightsOf(requires)
  return rights.length === 0
    ? [{ bearerAuth: [] }]
    : rights.map((right) => ({ bearerAuth: [right] }))
}

function descriptionOf(summary: string, requires: Requirement): string {
  const more = summary.includes(';') ? `${summary}.\n\n` : ''
  return more + requirementOf(requires)
}

/** Who may call, in a sentence for people. */
function requirementOf(requires: Requirement): string {
  if (isOpen(requires)) return `Open to all: ${requires.open}.`
  const rights = rightsOf(requires).map((right) => `\`${right}\``)
  const superUser = needsSuperUser(requires) ? ', and being super-user' : ''
  if (rights.length === 0) return `Any valid token${superUser}.`
  return `Requires ${rights.length > 1 ? 'any one of ' : ''}${rights.join(', ')}${superUser}.`
}

function requestBodyOf(
  body: z.ZodType,
  { book, examples }: Context,
): NonNullable<DescribedOperation['requestBody']> {
  const schema = book.input(body)
  return {
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema, example: examples.of(schema) } },
  }
}

const bytes: DescribedContent = {
  schema: { type: 'string', format: 'binary' },
  example: 'the bytes of the file',
}

const answerDescriptions = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: the work goes on in the background.',
  204: 'Done; there is nothing to show.',
}

function confirmationIn({ book, examples }: Context): Record<string, DescribedResponse> {
  const schema = book.output(ConfirmationRequired)
  return {
    202: {
      description:
        'Asked for: it is done once somebody else who holds the right asks for the same.',
      headers: headerRefs(['X-Request-Id', 'Idempotency-Replayed']),
      content: { 'application/json': { schema, example: examples.of(schema) } },
    },
  }
}

function responseOf(
  operation: Operation,
  answer: Schema | undefined,
  context: Context,
): Record<string, DescribedResponse> {
  const { components, examples } = context
  const { method, requires } = operation
  const given = statusOf(operation)
  const { file } = operation.declared
  const status = given === 200 && answer === undefined && file === undefined ? 204 : given
  const keyed = (method === 'POST' || method === 'PUT') && !isOpen(requires)
  const fields = answer === undefined ? {} : (resolved(answer, components).properties ?? {})
  const names: HeaderName[] = ['X-Request-Id']
  if (fields['version']?.type === 'integer' || file !== undefined) names.push('ETag')
  if (file !== undefined) names.push('Content-Disposition')
  if (status === 201) names.push('Location')
  if (keyed) names.push('Idempotency-Replayed')
  if (!isOpen(requires) && !keyed) names.push('RateLimit')
  return {
    [status]: {
      description: answerDescriptions[status],
      headers: headerRefs(names),
      ...(answer !== undefined && {
        content: { 'application/json': { schema: answer, example: examples.of(answer) } },
      }),
      ...(file !== undefined && {
        content: Object.fromEntries(file.map((type) => [type, bytes])),
      }),
    },
    ...(operation.declared.confirms && confirmationIn(context)),
  }
}
