import { partOf, viewOf } from '../../kernel/read/view.ts'
import { z } from 'zod'
import { retryAfterMs } from '../../domain/webhooks/delivery.ts'
import { shownHeaders } from '../../domain/webhooks/custom-headers.ts'
import { WebhookAttempt, WebhookLog } from '../../entities/webhook-log.ts'
import { Webhook } from '../../entities/webhook.ts'
import { instant } from '../../kernel/read/fields.ts'
import {
  workflowLinks,
  workflowShown,
  type WorkflowLinks,
} from '../../kernel/read/workflow-link.ts'
import { family, url } from '../../activities/webhooks/webhook-fields.ts'

export const webhookView = viewOf(
  Webhook,
  [
    'id',
    'title',
    'trigger',
    'method',
    'clientId',
    'enabled',
    'formerKeyUntil',
    'savedBy',
    'versioned',
  ],
  {
    more: { url, type: family, customHeaders: z.record(z.string(), z.string()) },
    show: (webhook) => ({
      url: webhook.url,
      type: webhook.type,
      customHeaders: shownHeaders(webhook.customHeaders),
    }),
  },
)

export const webhookLogView = viewOf(
  WebhookLog,
  [
    'id',
    'webhookId',
    'eventId',
    'clientId',
    'type',
    'event',
    'subjectType',
    'subjectId',
    'status',
    'automaticAttempts',
    'manualAttempts',
    'responseStatus',
    'error',
    'createdAt',
    'firstAttemptAt',
    'lastAttemptAt',
    'lastManualAt',
    'deliveredAt',
  ],
  {
    name: 'WebhookRequestLog',
    more: { workflow: workflowShown },
    facts: (unit) => workflowLinks(unit, 'webhookDelivery'),
    show: (log, workflowOf: WorkflowLinks) => ({
      workflow: hasProcess(log) ? workflowOf(log.id) : null,
    }),
  },
)

/** What succeeds at once needs none. */
const hasProcess = ({ status, automaticAttempts, manualAttempts }: WebhookLog): boolean =>
  status === 'RETRYING' || status === 'FAILED' || automaticAttempts + manualAttempts > 1

const attemptView = partOf(WebhookAttempt, [
  'number',
  'kind',
  'startedAt',
  'endedAt',
  'responseStatus',
  'error',
  'durationMs',
])

export const WebhookLogDetail = webhookLogView.schema
  .extend({
    /** The body as it is sent, byte for byte, in every attempt; null for who may not receive it. */
    payload: z.string().nullable(),
    attempts: z.array(
      attemptView.schema.extend({
        /** When the automatic retry was due; null for others. */
        plannedAt: instant.nullable(),
        /** Who asked for one that was made by hand; the tenant's own people alone see it. */
        askedBy: z.object({ kind: z.string(), id: z.string(), name: z.string() }).nullable(),
        /** The beginning of what the receiver answered; the tenant's own people alone see it. */
        response: z.string().nullable(),
      }),
    ),
    /** From when a manual retry is not refused for its time. */
    retryAllowedAt: instant.nullable(),
  })
  .meta({ id: 'WebhookRequestLogDetail' })

export const showAttempt = (
  attempt: WebhookAttempt,
  { before, seesAnswers }: { before: WebhookAttempt | undefined; seesAnswers: boolean },
) => ({
  ...attemptView.show(attempt),
  plannedAt: plannedAt(attempt, before),
  askedBy: seesAnswers ? askerOf(attempt) : null,
  response: seesAnswers ? (attempt.response ?? null) : null,
})

/** Of a first attempt, and of what somebody asked for, nothing was planned. */
function plannedAt({ kind }: WebhookAttempt, before: WebhookAttempt | undefined): string | null {
  if (kind !== 'AUTOMATIC' || before?.endedAt == null) return null
  return new Date(before.endedAt.getTime() + retryAfterMs).toISOString()
}

function askerOf({ askedBy }: WebhookAttempt) {
  if (askedBy == null) return null
  const { kind, id, name } = askedBy
  return { kind, id, name }
}
