import { isBound } from '../../domain/access/scope.ts'
import { z } from 'zod'
import { createWebhook, createWebhookInput } from '../../activities/webhooks/create-webhook.ts'
import { retryDelivery } from '../../activities/webhooks/retry-delivery.ts'
import { updateWebhook, updateWebhookInput } from '../../activities/webhooks/update-webhook.ts'
import { coolOffMs, deliveryStatuses, lockMs } from '../../domain/webhooks/delivery.ts'
import {
  WebhookAttempt,
  WebhookLog,
  WebhookPayload,
  WebhookTaken,
} from '../../entities/webhook-log.ts'
import { receives } from '../../entities/events.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { Webhook } from '../../entities/webhook.ts'
import { collection } from '../../kernel/read/collection.ts'
import { familyCatalogue } from '../../kernel/http/description/webhooks.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, flag, instants, text } from '../../kernel/read/filter.ts'
import { shownOne } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { showAttempt, WebhookLogDetail, webhookLogView, webhookView } from './views.ts'
import { family } from '../../activities/webhooks/webhook-fields.ts'

const webhooks = collection(Webhook, {
  noun: ['webhook', 'webhooks'],
  shows: webhookView,
  filters: {
    type: exact(family),
    clientId: exact(id('Client')),
    enabled: flag(),
    title: text(),
    createdAt: instants(),
  },
  sort: ['title', 'createdAt'],
})

/** Nearly all are delivered; what waits stands in the queue, or is taken. */
const ofStatus = {
  QUEUED: `(tenant_id, id) in (select q.tenant_id, q.log_id from webhook_queue q
    union all select t.tenant_id, unnest(t.log_ids) from webhook_taken t)`,
  SENDING: `astray = 'SENDING'`,
  RETRYING: `astray = 'RETRYING'`,
  FAILED: `astray = 'FAILED'`,
}

const logs = collection(WebhookLog, {
  noun: ['webhook log', 'webhook logs'],
  shows: webhookLogView,
  filters: {
    clientId: exact(id('Client')),
    status: { ...exact(z.enum(deliveryStatuses)), implies: ofStatus },
    webhookId: exact(id('Webhook')),
    type: exact(family),
    subjectId: exact(),
    createdAt: instants(),
  },
  sort: ['-createdAt'],
})

const createWebhookOperation = operation('POST /webhook', 'CreateWebhook', {
  summary: 'Subscribe to a family of events; the key is kept sealed and never shown',
  body: createWebhookInput,
  shows: webhookView,
  refuses: ['NOT_FOUND', 'GRANT_EXCEEDS_HOLDER', 'CLIENT_CLOSED'],
}).handle(({ unit, body }) => createWebhook(unit, body))

const updateWebhookOperation = operation('PUT /webhook/{id}', 'UpdateWebhook', {
  summary: 'Change a webhook; another host or path takes a new key and new header values',
  body: updateWebhookInput,
  shows: webhookView,
  refuses: ['NOT_FOUND', 'GRANT_EXCEEDS_HOLDER', 'CLIENT_CLOSED'],
}).handle(({ unit, params, body }) => updateWebhook(unit, params.id, body))

const deleteWebhook = operation('DELETE /webhook/{id}', 'DeleteWebhook', {
  names: { entity: Webhook },
  summary: 'Delete a webhook; what is under way to it fails without a POST, its log stays',
}).handle(async ({ unit, params }) => {
  unit.remove(await unit.load(Webhook, params.id))
})

const readWebhookLog = operation('GET /webhook/log/{id}', 'ReadWebhookRequestLog', {
  summary: 'Read a delivery: what was sent, and each attempt',
  returns: WebhookLogDetail,
}).handle(async ({ unit, params }) => {
  const log = await unit.load(WebhookLog, params.id)
  const { payload } = await unit.load(WebhookPayload, { eventId: log.eventId })
  const made = await unit.all(WebhookAttempt, { logId: log.id })
  const first = made.length > 0 ? undefined : await firstUnderWay(unit, log)
  const seesAnswers = !isBound(unit.scope)
  return {
    ...(await shownOne(unit, webhookLogView, log)),
    ...(first !== undefined && beingSent(first)),
    payload: receives(unit.principal, log.type) ? payload : null,
    attempts: [...(first === undefined ? [] : [first]), ...made]
      .toSorted((a, b) => a.number - b.number)
      .map((attempt, n, all) => showAttempt(attempt, { before: all[n - 1], seesAnswers })),
    retryAllowedAt: retryAllowedAt(log),
  }
})

/** A first attempt is written down when it has ended; its log may not show it yet. */
async function firstUnderWay(
  unit: Unit,
  { tenantId, id, clientId, status }: WebhookLog,
): Promise<WebhookAttempt | undefined> {
  if (status !== 'QUEUED' && status !== 'SENDING') return undefined
  const [taken] = await unit.all(WebhookTaken, { logIds: { $contains: [id] } })
  if (taken === undefined) return undefined
  const { startedAt } = taken
  const unanswered = { endedAt: null, responseStatus: null, error: null, response: null }
  const made = { number: 1, kind: 'AUTOMATIC', askedBy: null, startedAt, durationMs: null } as const
  return { tenantId, logId: id, clientId: clientId ?? null, ...made, ...unanswered }
}

function beingSent({ startedAt }: WebhookAttempt) {
  const at = startedAt.toISOString()
  return {
    status: 'SENDING' as const,
    automaticAttempts: 1,
    firstAttemptAt: at,
    lastAttemptAt: at,
  }
}

function retryAllowedAt({ status, firstAttemptAt, lastManualAt }: WebhookLog): string | null {
  if (status !== 'FAILED' || firstAttemptAt == null) return null
  const coolOff = firstAttemptAt.getTime() + coolOffMs
  const lock = (lastManualAt?.getTime() ?? -lockMs) + lockMs
  return new Date(Math.max(coolOff, lock)).toISOString()
}

const retryWebhookLog = operation('PUT /webhook/log/retry/{id}', 'RetryWebhookEvents', {
  summary: 'Retry a failed delivery by hand; it is posted once, soon after',
  shows: webhookLogView,
  status: 202,
  refuses: ['WEBHOOK_LOG_NOT_FAILED', 'WEBHOOK_RETRY_COOL_OFF', 'WEBHOOK_RETRY_LOCKED'],
}).handle(({ unit, params, key }) => retryDelivery(unit, params.id, key))

const listWebhookTypes = operation('GET /webhook/types', 'ReadWebhook', {
  summary: 'List the families of events, each with schema and example',
  returns: z
    .object({
      data: z.array(
        z.object({
          type: family,
          events: z.array(z.string()),
          schema: z.record(z.string(), z.unknown()),
          example: z.record(z.string(), z.unknown()),
        }),
      ),
    })
    .meta({ id: 'WebhookTypes' }),
  extension: true,
}).handle(async () => ({ data: familyCatalogue() }))

export default {
  listWebhooks: operation('GET /webhook', 'ReadWebhook', webhooks.list),
  createWebhook: createWebhookOperation,
  listWebhookTypes,
  readWebhook: operation('GET /webhook/{id}', 'ReadWebhook', webhooks.read),
  updateWebhook: updateWebhookOperation,
  deleteWebhook,
  listWebhookLogs: operation('GET /webhook/log', 'ReadWebhookRequestLog', logs.list),
  searchWebhookLogs: operation('POST /webhook/log/search', 'ReadWebhookRequestLog', logs.search),
  readWebhookLog,
  retryWebhookLog,
} satisfies Room
