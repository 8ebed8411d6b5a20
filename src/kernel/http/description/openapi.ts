import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
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
import { isVersioned, namesVersion } from '../named-row.ts'
import { bodySchemaOf, takesBody } from '../prepared.ts'
import { ConfirmationRequired } from '../confirming.ts'
import { Problem } from '../problem.ts'
import { routeOf } from '../route.ts'
import { tagsOf } from './areas.ts'
import { channelRoute, realtimeScheme } from './channel.ts'
import { changed } from './example-words.ts'
import { Examples } from './examples.ts'
import { formOf, typesOfFiles } from './forms.ts'
import { headerRefs, headers, type HeaderName } from './headers.ts'
import { refTo, type Schema } from './json-schema.ts'
import { introduction } from './introduction.ts'
import { addLinks } from './links.ts'
import { mended, valueSchemas } from './mended.ts'
import { namingParts, type Root } from './named-parts.ts'
import { headerParameters, parametersOf, sharedParameters, type Parameter } from './parameters.ts'
import { platformRoutes } from './platform.ts'
import { codesOf, SharedRefusals } from './refusals.ts'
import { eventSchemas, webhookParameters, webhooks } from './webhooks.ts'
import { withMeanings } from './words/meanings.ts'
import { SchemaFacts } from './zod-facts.ts'

interface DescribedContent {
  schema: Schema
  example?: unknown
}

export interface DescribedResponse {
  $ref?: string
  description?: string
  headers?: Record<string, { $ref: string }>
  links?: Record<string, { $ref: string }>
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

/** The whole interface as OpenAPI, written by the library from the routes that serve it. */
export function describe(operations: readonly Registered[]): Description {
  const app = new OpenAPIHono()
  const registry = app.openAPIRegistry
  const routes = operations.map(
    (one) => [one.operation, routeOf(one, describedBody(one.operation))] as const,
  )
  // Named ahead of their use, or they would be written as they are first used.
  for (const [name, schema] of namedSchemas(routes)) registry.register(name, schema)
  const refusals = new SharedRefusals()
  for (const [operation, route] of routes) {
    registry.registerPath(documented(operation, route, refusals))
  }
  for (const route of [channelRoute(refusals), ...platformRoutes(refusals)]) {
    registry.registerPath(route)
  }
  for (const route of webhooks()) registry.registerWebhook(route)
  for (const [type, components] of Object.entries(componentsOf(refusals))) {
    for (const [name, component] of Object.entries(components)) {
      registry.registerComponent(type as 'schemas', name, component)
    }
  }
  const used = new Set([...operations.map(({ area }) => area), 'webhooks', 'platform'])
  const written = app.getOpenAPI31Document(
    { openapi: '3.1.1', info, servers: [{ url: '/' }], tags: tagsOf(used) },
    { sortComponents: 'alphabetically' },
  )
  return withExamples(written as unknown as Description, operations)
}

function componentsOf(refusals: SharedRefusals): Record<string, Record<string, object>> {
  return {
    schemas: eventSchemas(),
    responses: refusals.responses,
    parameters: { ...sharedParameters, ...webhookParameters },
    headers,
    examples: refusals.examples(),
    securitySchemes: { bearerAuth, realtimeToken: realtimeScheme },
  }
}

function namedSchemas(routes: readonly (readonly [Operation, RouteConfig])[]) {
  const facts = new SchemaFacts()
  facts.take(Problem, 'answer of every refusal')
  for (const [{ declared }, { operationId, request }] of routes) {
    const body = (request?.body?.content[json] as { schema: z.ZodType } | undefined)?.schema
    facts.take(body, `body of ${operationId}`)
    facts.take(request?.query, `query of ${operationId}`)
    facts.take(request?.params, `path of ${operationId}`)
    if (declared.confirms) facts.takeAnswer(ConfirmationRequired, 'answer to what takes two')
    facts.takeAnswer(declared.returns, `answer of ${operationId}`)
  }
  return facts.named
}

/** The route of an operation with what readers want to know besides. */
function documented(
  operation: Operation,
  route: RouteConfig,
  refusals: SharedRefusals,
): RouteConfig {
  const { summary, returns } = operation.declared
  const pages = returns instanceof z.ZodObject && 'nextCursor' in returns.shape
  const headers = headerParameters(operation, namesVersion(operation))
  const { body, ...request } = route.request ?? {}
  return {
    ...route,
    description: descriptionOf(summary, operation),
    ...(headers.length > 0 && { parameters: headers }),
    request: {
      ...request,
      ...(body !== undefined && saysBody(operation) && { body: withForm(operation, body) }),
    },
    responses: { ...successOf(operation), ...refusals.refs(codesOf(operation, { pages })) },
  }
}

type Body = NonNullable<NonNullable<RouteConfig['request']>['body']>

function withForm(operation: Operation, body: Body): Body {
  const { schema } = body.content[json] as { schema: z.ZodType }
  const form = formOf(operation, schema)
  if (form === undefined) return body
  const said = { schema: form, ...typesOfFiles(schema) }
  return { ...body, content: { ...body.content, 'multipart/form-data': said } }
}

/** Where nothing has a version none is asked for: it is read only to say so. */
function describedBody(operation: Operation): z.ZodType {
  return namesVersion(operation)
    ? bodySchemaOf(operation)
    : (operation.declared.body ?? z.strictObject({}))
}

/** What declares no body takes the version, where there is one, or nothing. */
function saysBody(operation: Operation): boolean {
  const { method, declared } = operation
  return declared.body !== undefined || (method === 'PUT' && namesVersion(operation))
}

const info = {
  title: 'Receivables platform',
  version: packageFacts.version,
  summary: packageFacts.description,
  description: introduction,
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
}

const bearerAuth = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'rp_<kind>_<tenant>_<random>',
  description: 'The token of a principal. The names listed with an operation are rights.',
}

function descriptionOf(summary: string, { requires, declared }: Operation): string {
  const more = summary.includes(';') ? `${summary}.\n\n` : ''
  const written = declared.writes === undefined ? '' : ` It writes: ${declared.writes}.`
  return more + requirementOf(requires) + written
}

/** Who may call, in a sentence for people. */
function requirementOf(requires: Requirement): string {
  if (isOpen(requires)) return `Open to all: ${requires.open}.`
  const rights = rightsOf(requires).map((right) => `\`${right}\``)
  const superUser = needsSuperUser(requires) ? ', and being super-user' : ''
  if (rights.length === 0) return `Any valid token${superUser}.`
  return `Requires ${rights.length > 1 ? 'any one of ' : ''}${rights.join(', ')}${superUser}.`
}

const bytes = {
  schema: { type: 'string' as const, format: 'binary' },
  example: 'the bytes of the file',
}

const answerDescriptions = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: the work goes on in the background.',
  204: 'Done; there is nothing to show.',
}

function successOf(operation: Operation): RouteConfig['responses'] {
  const { requires, declared } = operation
  const { file, returns } = declared
  const status = statusOf(operation)
  const keyed = takesBody(operation) && !isOpen(requires)
  const names: HeaderName[] = ['X-Request-Id']
  if (isVersioned(returns) || file !== undefined) names.push('ETag')
  if (file !== undefined) names.push('Content-Disposition')
  if (status === 201) names.push('Location')
  if (keyed) names.push('Idempotency-Replayed')
  if (!isOpen(requires) && !keyed) names.push('RateLimit')
  const types = file ?? (returns === undefined ? [] : ['application/json'])
  const content = { schema: returns as z.ZodType, ...(file !== undefined && bytes) }
  return {
    [String(status)]: {
      description: answerDescriptions[status],
      headers: headerRefs(names),
      ...(types.length > 0 && {
        content: Object.fromEntries(types.map((type) => [type, content])),
      }),
    },
    ...(declared.confirms && askedForAnswer),
  }
}

const askedForAnswer: RouteConfig['responses'] = {
  202: {
    description: 'Asked for: it is done once somebody else who has the right asks for the same.',
    headers: headerRefs(['X-Request-Id', 'Idempotency-Replayed']),
    content: { 'application/json': { schema: ConfirmationRequired } },
  },
}

/** Each schema as it should read, each parameter, body and answer with an example. */
function withExamples(document: Description, operations: readonly Registered[]): Description {
  const { paths, components } = document
  const saidOf = ({ method, path }: Operation) =>
    paths[path]?.[method.toLowerCase() as 'get'] as DescribedOperation
  const contents = operations.flatMap(({ operation }) => contentsOf(saidOf(operation)))
  readable(components.schemas, contents)
  const examples = new Examples(components.schemas)
  for (const { content } of contents) content.example = examples.of(content.schema)
  for (const { operation } of operations) {
    const content = saidOf(operation).requestBody?.content['application/json']
    if (operation.method === 'PUT' && content !== undefined)
      content.example = changed(content.example)
  }
  const answered = operations.flatMap(({ operation }): [path: string, shown: Schema][] => {
    const answer = answerOf(saidOf(operation))
    return answer === undefined ? [] : [[nameless(operation.path), answer.schema]]
  })
  const byPath = Map.groupBy(answered, ([path]) => path)
  const answersAt = (path: string) => (byPath.get(nameless(path)) ?? []).map(([, shown]) => shown)
  const context = { components: components.schemas, examples, answersAt }
  for (const { operation } of operations) {
    const said = saidOf(operation)
    const answer = answerOf(said)
    const parameters = parametersOf(operation, said, answer?.schema, context)
    if (parameters.length > 0) said.parameters = parameters
  }
  addLinks(document, operations)
  components.schemas = inUse(document)
  return document
}

interface Said {
  name: string
  content: DescribedContent
}

function contentsOf({ operationId, requestBody, responses }: DescribedOperation): Said[] {
  const all = [
    contentOf(requestBody),
    contentOf(requestBody, 'multipart/form-data'),
    ...Object.values(responses).map((part) => contentOf(part)),
  ]
  return all.flatMap((content) => (content === undefined ? [] : [{ name: operationId, content }]))
}

/** What has a name is written under it, and each property says what it is. */
function readable(schemas: Record<string, Schema>, contents: readonly Said[]): void {
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = mended(schema)
  for (const { content } of contents) content.schema = mended(content.schema)
  const roots = [
    ...Object.keys(schemas).map((owner) => rootAt(owner, schemas, owner)),
    ...contents.map(({ name, content }) => rootAt(name, content as { schema: Schema }, 'schema')),
  ]
  Object.assign(schemas, namingParts(roots), valueSchemas())
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = withMeanings(schema, name)
  for (const { name, content } of contents) content.schema = withMeanings(content.schema, name)
}

const rootAt = <K extends string>(owner: string, holder: Record<K, Schema>, key: K): Root => ({
  owner,
  schema: holder[key],
  replace: (schema) => void (holder[key] = schema),
})

/** In their order; a list that nothing refers to is none of this interface. */
function inUse(document: Description): Record<string, Schema> {
  const written = JSON.stringify(document)
  const { schemas } = document.components
  const values = valueSchemas()
  const used = Object.entries(schemas).filter(
    ([name]) => !(name in values) || written.includes(`"${refTo(name).$ref}"`),
  )
  return Object.fromEntries(used.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

const answerOf = ({ responses }: DescribedOperation) =>
  Object.values(responses)
    .map((part) => contentOf(part))
    .find((content) => content !== undefined)

const json = 'application/json'

const contentOf = (part: { content?: Record<string, DescribedContent> } | undefined, type = json) =>
  part?.content?.[type]
