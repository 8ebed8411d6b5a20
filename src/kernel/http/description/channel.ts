import type { RouteConfig } from '@hono/zod-openapi'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { rightToListen } from '../channel/channels.ts'
import { markPattern } from '../channel/event-ids.ts'
import { channelPath } from '../channel/channel-path.ts'
import { platformTag } from './areas.ts'
import { headerRefs } from './headers.ts'
import type { SharedRefusals } from './refusals.ts'

const refused: readonly RefusalCode[] = [
  'VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'ACCESS_DENIED',
  'ORIGIN_NOT_ALLOWED',
  'PROXY_NOT_CONFIGURED',
  'REQUEST_TOO_SLOW',
  'TOO_MANY_REQUESTS',
  'HEADERS_TOO_LARGE',
  'OVERLOADED',
  'TOOK_TOO_LONG',
  'UNAVAILABLE',
]

const lastEventId = {
  description:
    'The `id` of the last block that was heard; what was missed since, within an hour, comes ' +
    'first. By the id of its event alone, some of the quarter of a minute before may come again.',
  schema: {
    type: 'string' as const,
    pattern: markPattern,
    examples: ['EV06D7ZCEWYHZ8N17901107H8PR4-48210'],
  },
}

/** Readers of descriptions take the whole for a text, or each event for an object. */
const events = { description: 'Server-sent events.' }

const stream = [
  'retry: 3000',
  ': open',
  '',
  'id: EV06D7ZCEWYHZ8N17901107H8PR4-48210',
  'event: INVOICE_BALANCE',
  'data: {"id":"EV06D7ZCEWYHZ8N17901107H8PR4","type":"INVOICE_BALANCE"}',
  '',
  '',
].join('\n')

/** How a browser opens the channel, which can send no header. */
export const realtimeScheme = {
  type: 'apiKey',
  in: 'query',
  name: 'token',
  description: 'What `generateRealtimeToken` gave, once.',
}

/** The realtime channel: no operation like the others, since it answers while somebody listens. */
export function channelRoute(shared: SharedRefusals): RouteConfig {
  return {
    method: 'get',
    path: channelPath,
    operationId: 'openRealtimeChannel',
    tags: [platformTag.name],
    summary: 'Open the channel of events as they happen',
    description:
      'Server-sent events of what the caller may see, each with the body that a webhook of its ' +
      'family gets, until they may not: the last one is then `closed`, and says the `reason`. ' +
      'Every 15 s something is said. Opened by a realtime token, or by an access token with ' +
      `\`${rightToListen.anyOf[0]}\`. A page from elsewhere has to be on the list of allowed origins.`,
    security: [{ realtimeToken: [] }, { bearerAuth: [...rightToListen.anyOf] }],
    'x-required-rights': rightToListen.anyOf,
    'x-extension': true,
    parameters: [
      { name: 'lastEventId', in: 'query', ...lastEventId },
      { name: 'Last-Event-ID', in: 'header', ...lastEventId },
    ],
    responses: {
      200: {
        description: 'Open.',
        headers: headerRefs(['X-Request-Id']),
        content: { 'text/event-stream': { schema: events, example: stream } },
      },
      ...shared.refs(refused),
    },
  }
}
