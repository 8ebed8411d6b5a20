import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { attemptKinds, deliveryStatuses, type RetryAskedBy } from '../domain/webhooks/delivery.ts'
import { idOf, idsOf, traceparent } from './columns.ts'
import type { Condition } from './reach.ts'
import { leastIdAt } from './id-functions.ts'
import { identified, inTenant, tenantTable, type Kept } from './table.ts'

/** What the tenant has sent elsewhere about a client, and where, is not the client's to read. */
const deliveredToThem: Condition = () => 'to_client'

/** So long somebody may look up what was sent, and send it again. */
const keptDays = 90

/** One event on its way to one subscription, made with the event. */
export const WebhookLog = defineEntity({
  name: 'WebhookLog',
  ...tenantTable('webhook_log', {
    clientColumn: 'client_id',
    clientSees: deliveredToThem,
    record: true,
    silent: true,
    // All that stand in a page may end in one transaction, and are longer then.
    filledTo: 45,
    keptFor: [
      {
        since: 'id',
        by: 'id',
        days: keptDays,
        where: `k.status in ('DELIVERED', 'FAILED')`,
        swept: true,
      },
    ],
  }),
  properties: {
    ...identified('WHRL'),
    /** Without a reference: what was sent stays when its subscription is gone. */
    webhookId: idOf('Webhook'),
    eventId: idOf('Event'),
    clientId: idOf('Client').nullable(),
    /** It goes to a subscription of the client itself, and not to one of the tenant's. */
    toClient: p.boolean(),
    type: p.string().length(60),
    event: p.string().length(60),
    subjectType: p.string().length(60),
    subjectId: p.string().length(200),
    status: p.enum(deliveryStatuses),
    /** The status of one that did not go straight through; kept by the database. */
    astray: p.string().length(20).nullable().hidden(),
    automaticAttempts: p.integer(),
    manualAttempts: p.integer(),
    /** When it was due; of one that its process has, when that is looked after. */
    dueAt: p.datetime(3),
    firstAttemptAt: p.datetime(3).nullable(),
    lastAttemptAt: p.datetime(3).nullable(),
    lastManualAt: p.datetime(3).nullable(),
    lastManualBy: p.json<RetryAskedBy>().nullable(),
    deliveredAt: p.datetime(3).nullable(),
    responseStatus: p.integer().nullable(),
    error: p.string().length(500).nullable(),
    createdAt: p.datetime(3),
  },
  // Its status is in none of them, so that what is delivered at once leaves them as they are.
  indexes: [
    {
      name: 'webhook_log_moving_index',
      properties: ['tenantId', 'id'],
      where: { astray: { $in: ['SENDING', 'RETRYING'] } },
    },
    {
      name: 'webhook_log_astray_index',
      properties: ['tenantId', 'astray', 'createdAt', 'id'],
      where: { astray: { $ne: null } },
    },
    // Without the id: those of one moment are few, and their key is stored once.
    { name: 'webhook_log_created_index', properties: ['tenantId', 'createdAt'] },
    {
      name: 'webhook_log_client_index',
      properties: ['tenantId', 'clientId', 'createdAt'],
      where: { clientId: { $ne: null } },
    },
    { name: 'webhook_log_webhook_index', properties: ['tenantId', 'webhookId', 'createdAt'] },
    { name: 'webhook_log_type_index', properties: ['tenantId', 'type'] },
    { name: 'webhook_log_subject_index', properties: ['tenantId', 'subjectId'] },
  ],
})
export type WebhookLog = InferEntity<typeof WebhookLog>

/** It begins with the moment of its log, and goes a day later, if no log so old is left. */
const afterItsLog = (since: string): Kept => ({
  since,
  by: 'id',
  days: keptDays + 1,
  where: `not exists (select from webhook_log l where l.tenant_id = t.tenant_id
    and l.id < ${leastIdAt(`now() - interval '${keptDays + 1} days'`)})`,
  swept: true,
})

/** What is posted of one event, the same to all who are told of it; its bytes never change. */
export const WebhookPayload = defineEntity({
  name: 'WebhookPayload',
  ...tenantTable('webhook_payload', {
    clientColumn: 'client_id',
    record: true,
    silent: true,
    keptFor: [afterItsLog('event_id')],
  }),
  properties: {
    ...inTenant,
    eventId: idOf('Event').primary(),
    clientId: idOf('Client').nullable(),
    payload: p.text(),
    traceparent: traceparent(),
  },
})
export type WebhookPayload = InferEntity<typeof WebhookPayload>

/**
 * One POST. A first one is written once, when it has ended; until then it is among those taken. Any
 * other is written down before it is made: one without an end got no answer.
 */
export const WebhookAttempt = defineEntity({
  name: 'WebhookAttempt',
  ...tenantTable('webhook_attempt', {
    clientColumn: 'client_id',
    record: true,
    silent: true,
    keptFor: [afterItsLog('log_id')],
  }),
  properties: {
    ...inTenant,
    logId: idOf('WebhookLog').primary(),
    number: p.integer().primary(),
    clientId: idOf('Client').nullable(),
    kind: p.enum(attemptKinds),
    /** Of one that was made by hand. */
    askedBy: p.json<RetryAskedBy>().nullable(),
    startedAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    responseStatus: p.integer().nullable(),
    error: p.string().length(500).nullable(),
    durationMs: p.integer().nullable(),
    response: p.string().length(4096).nullable(),
  },
})
export type WebhookAttempt = InferEntity<typeof WebhookAttempt>

/** What waits for its first attempt: made with its log, gone as soon as somebody takes it. */
export const WebhookQueue = defineEntity({
  name: 'WebhookQueue',
  ...tenantTable('webhook_queue', { shared: true, record: true, silent: true }),
  properties: {
    ...inTenant,
    webhookId: idOf('Webhook').primary(),
    dueAt: p.datetime(3).primary(),
    logId: idOf('WebhookLog').primary(),
  },
})
export type WebhookQueue = InferEntity<typeof WebhookQueue>

/**
 * Deliveries of one tenant that a deliverer has taken at once: the first attempt of each is under
 * way, or has ended. They are few, and gone when the last has ended.
 */
export const WebhookTaken = defineEntity({
  name: 'WebhookTaken',
  ...tenantTable('webhook_taken', { shared: true, record: true, silent: true }),
  properties: {
    ...identified('WHT'),
    logIds: idsOf('WebhookLog'),
    startedAt: p.datetime(3),
    /** Until when they are their deliverer's to end. */
    leaseUntil: p.datetime(3),
  },
})
export type WebhookTaken = InferEntity<typeof WebhookTaken>
