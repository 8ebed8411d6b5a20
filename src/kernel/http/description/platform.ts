import type { RouteConfig } from '@hono/zod-openapi'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { platformTag } from './areas.ts'
import { headerRefs } from './headers.ts'
import { refTo, type Schema } from './json-schema.ts'
import type { SharedRefusals } from './refusals.ts'
import { withMeanings } from './words/meanings.ts'

interface Address {
  path: string
  operationId: string
  summary: string
  answers: Readonly<Record<number, { description: string; schema: Schema; example: unknown }>>
  type?: string
  /** Published once and cached by its ETag. */
  published?: true
}

const up = { status: refTo('HealthState') }
const check = {
  type: 'object',
  properties: { ...up, reason: { type: 'string' } },
  required: ['status'],
}
const readiness = {
  type: 'object',
  properties: { ...up, checks: { type: 'object', additionalProperties: check } },
  required: ['status', 'checks'],
}
// Not as one literal with its method: a search for that must lead to the operation alone.
const examplePath = '/roles'
const anyObject = { type: 'object' }
const html = { schema: { type: 'string' }, example: '<!doctype html>' }

const ok = (description: string, schema: Schema, example: unknown) => ({
  200: { description, schema, example },
})

/** What the process answers outside of all areas, to every caller. */
const addresses: readonly Address[] = [
  {
    path: '/ping',
    operationId: 'ping',
    summary: 'Answer at once',
    answers: ok(
      'The process answers.',
      { type: 'object', properties: { pong: { const: true } }, required: ['pong'] },
      { pong: true },
    ),
  },
  {
    path: '/health/live',
    operationId: 'readLiveness',
    summary: 'Read whether the process lives',
    answers: ok(
      'It lives.',
      { type: 'object', properties: { status: { const: 'UP' } }, required: ['status'] },
      { status: 'UP' },
    ),
  },
  {
    path: '/health/ready',
    operationId: 'readReadiness',
    summary: 'Read whether the process can do its work',
    answers: {
      ...ok('It can. DEGRADED: it does so, but what comes after it waits.', readiness, {
        status: 'DEGRADED',
        checks: {
          database: { status: 'UP' },
          relay: { status: 'DEGRADED', reason: 'no relay was seen for 10 s' },
        },
      }),
      503: {
        description: 'It cannot: each part says why.',
        schema: readiness,
        example: {
          status: 'DOWN',
          checks: { database: { status: 'DOWN', reason: 'ECONNREFUSED' } },
        },
      },
    },
  },
  {
    path: '/developers/openapi.json',
    operationId: 'readDescription',
    summary: 'Read this description',
    published: true,
    answers: ok('OpenAPI 3.1.', anyObject, { openapi: '3.1.1' }),
  },
  {
    path: '/developers/operation-rights.json',
    operationId: 'readOperationRights',
    summary: 'Read which rights open which operation',
    published: true,
    answers: ok(
      'Operation to tag, operationId and the rights of which any one opens it.',
      { type: 'object', additionalProperties: anyObject },
      {
        [`GET ${examplePath}`]: { tag: 'access', operationId: 'listRoles', rights: ['ReadRoles'] },
      },
    ),
  },
  {
    path: '/developers/errors.json',
    operationId: 'readErrorCodes',
    summary: 'Read every code of refusal',
    published: true,
    answers: ok(
      'Every code with its status, cause and remedy.',
      { type: 'array', items: anyObject },
      [{ code: 'NOT_FOUND', status: 404, cause: 'There is no such thing here', remedy: 'Check.' }],
    ),
  },
  {
    path: '/developers/errors',
    operationId: 'readErrorPage',
    summary: 'Read every code of refusal as a page',
    published: true,
    type: 'text/html',
    answers: { 200: { description: 'The page that problems point to.', ...html } },
  },
  {
    path: '/developers/reference',
    operationId: 'readReference',
    summary: 'Read this description as a reference',
    published: true,
    type: 'text/html',
    answers: { 200: { description: 'The page.', ...html } },
  },
]

const refused: readonly RefusalCode[] = ['HEADERS_TOO_LARGE']

/** Paths of the description, each open and each an extension. */
export function platformRoutes(shared: SharedRefusals): RouteConfig[] {
  return addresses.map((address) => routeOf(address, shared))
}

function routeOf(address: Address, shared: SharedRefusals): RouteConfig {
  const { path, operationId, summary, answers, type = 'application/json', published } = address
  const headers = headerRefs(published ? ['X-Request-Id', 'ETag'] : ['X-Request-Id'])
  const responses = Object.entries(answers).map(([status, { description, schema, example }]) => [
    status,
    {
      description,
      headers,
      content: { [type]: { schema: withMeanings(schema, operationId), example } },
    },
  ])
  const unchanged = { 304: { description: 'As you have it.' } }
  return {
    method: 'get',
    path,
    operationId,
    tags: [platformTag.name],
    summary,
    description: 'Open to all.',
    security: [],
    responses: {
      ...Object.fromEntries(responses),
      ...(published && unchanged),
      ...shared.refs(refused),
    },
    'x-extension': true,
  }
}
