import type { RouteConfig } from '@hono/zod-openapi'
import { exampleId, isIdKind } from '../../../entities/ids.ts'
import { families, type Family } from '../../../entities/events.ts'

/** One webhook for each family of events: what is posted to those who subscribe to it. */
export function webhooks(): RouteConfig[] {
  return [...families.values()].map(webhookOf)
}

function webhookOf({ type, names }: Family): RouteConfig {
  const subject = pascal(type)
  const schema = { $ref: `#/components/schemas/${subject}Event` }
  return {
    method: 'post',
    path: type,
    operationId: `receive${subject}Events`,
    tags: ['webhooks'],
    summary: `Take an event of the family ${type}`,
    description: `Posted when one of these happened: ${names.map(quoted).join(', ')}.`,
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: envelope(type, names[0] as string) } },
    },
    responses: {
      '2XX': { description: 'Taken. Anything below 400 counts as delivered.' },
      '4XX': { description: 'Refused: the delivery has failed and is not repeated by itself.' },
      '5XX': { description: 'Not taken now: the delivery is repeated once, 10 seconds later.' },
    },
    'x-extension': true,
  }
}

export const webhookParameters = {
  'X-Webhook-Id': {
    name: 'X-Webhook-Id',
    in: 'header',
    required: true,
    description: 'The delivery; the same in every attempt, so that a repeated one is known.',
    schema: { type: 'string', examples: ['WHRL06D7ZCEWYHZ8N17900SG7H8PR4'] },
  },
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The same once more, under the name that Standard Webhooks gives it.',
    schema: { type: 'string', examples: ['WHRL06D7ZCEWYHZ8N17900SG7H8PR4'] },
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was made, in whole seconds since 1970; refuse what is old.',
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['1795166400'] },
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the base64 of the HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, ' +
      'the body being the bytes as they came. It is made with the key of the subscription: the ' +
      'bytes that stand after `whsec_` in base64, else the letters of the key in UTF-8. While a ' +
      'key is changed there are two, with a space between; one that holds is enough. Libraries ' +
      'of Standard Webhooks verify it.',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
  traceparent: {
    name: 'traceparent',
    in: 'header',
    required: false,
    description:
      'Where the platform is traced: this attempt in the trace of the call that the event came ' +
      'of, as W3C Trace Context writes it. It is not signed.',
    schema: {
      type: 'string',
      pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      examples: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    },
  },
}

/** The envelope of each family: it differs in its type and in the events it knows. */
export function eventSchemas(): Record<string, object> {
  return Object.fromEntries(
    [...families.values()].map((family) => [`${pascal(family.type)}Event`, schemaOf(family)]),
  )
}

/** What the document says to subscribers of each family: its events, its schema, an example. */
export function familyCatalogue() {
  return [...families.values()].map((family) => {
    const { type, names } = family
    return {
      type,
      events: [...names],
      schema: schemaOf(family),
      example: envelope(type, names[0]!),
    }
  })
}

function schemaOf({ type, names, shows = [] }: Family): Record<string, unknown> {
  const text = { type: 'string' }
  const properties = {
    id: { ...text, description: 'The event; several deliveries may carry it.' },
    type: { ...text, const: type, description: 'Its family, by which one subscribes.' },
    event: { ...text, enum: names, description: 'What happened.' },
    tenantId: text,
    clientId: { type: ['string', 'null'], description: 'Whose it is, where it is one client’s.' },
    subjectType: { ...text, description: 'What it happened to.' },
    subjectId: text,
    occurredAt: { ...text, format: 'date-time' },
    version: { type: ['integer', 'null'], description: 'The version of the subject after it.' },
    changed: { type: 'array', items: text, description: 'None where it appeared or went.' },
    data: { type: 'object', description: contentOf(shows) },
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}

function contentOf(fields: readonly string[]): string {
  return fields.length === 0
    ? 'Nothing: the subject is read by its id.'
    : `Of the subject, as it is then: ${fields.map(quoted).join(', ')}.`
}

function envelope(type: string, event: string): Record<string, unknown> {
  const subjectType = pascal(type)
  const kind = isIdKind(subjectType) ? subjectType : 'Event'
  return {
    id: exampleId('Event'),
    type,
    event,
    tenantId: exampleId('Tenant'),
    clientId: type === 'CLIENT' ? exampleId('Client') : null,
    subjectType,
    subjectId: exampleId(kind),
    occurredAt: '2026-11-20T09:30:00.000Z',
    version: 2,
    changed: ['name'],
    data: {},
  }
}

function pascal(type: string): string {
  return type
    .split('_')
    .map((word) => word[0] + word.slice(1).toLowerCase())
    .join('')
}

function quoted(name: string): string {
  return `\`${name}\``
}
