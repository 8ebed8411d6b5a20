import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { attemptKinds, deliveryStatuses, type RetryAskedBy } from '../domain/webhooks/delivery.ts'
import { idOf } from './columns.ts'
import type { Condition } from './reach.ts'
import { identified, inTenant, tenantTable } from './table.ts'

/** What the tenant has sent elsewhere about a client, and where, is not the client's to read. */
const deliveredToThem: Condition = () => 'to_client'

/** One event on its way to one subscription. Made with the event; its bytes never change. */
export const WebhookLog = defineEntity({
  name: 'WebhookLog',
  ...tenantTable('webhook_log', {
    clientColumn: 'client_id',
    clientSees: deliveredToThem,
    record: true,
    silent: true,
    filledTo: 80,
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
    payload: p.text(),
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
    { name: 'webhook_log_created_index', properties: ['tenantId', 'createdAt', 'id'] },
    {
      name: 'webhook_log_client_index',
      properties: ['tenantId', 'clientId', 'createdAt', 'id'],
      where: { clientId: { $ne: null } },
    },
    { name: 'webhook_log_webhook_index', properties: ['tenantId', 'webhookId', 'createdAt', 'id'] },
    { name: 'webhook_log_type_index', properties: ['tenantId', 'type'] },
    { name: 'webhook_log_subject_index', properties: ['tenantId', 'subjectId'] },
  ],
})
export type WebhookLog = InferEntity<typeof WebhookLog>

/** One POST, written down before it is made: one without an end got no answer. */
export const WebhookAttempt = defineEntity({
  name: 'WebhookAttempt',
  ...tenantTable('webhook_attempt', {
    clientColumn: 'client_id',
    record: true,
    silent: true,
    references: { logId: 'webhook_log' },
    filledTo: 80,
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
    /** Of a first attempt under way: until when it is its deliverer's to end. */
    leaseUntil: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'webhook_attempt_lease_index',
      expression: `create index webhook_attempt_lease_index on webhook_attempt (tenant_id, lease_until) where lease_until is not null`,
    },
  ],
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
