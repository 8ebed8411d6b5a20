import { z } from 'zod'
import { families } from '../../domain/events.ts'
import { attemptKinds, deliveryStatuses } from '../../domain/webhooks/delivery.ts'
import { isUsableKey } from '../../domain/webhooks/signing-key.ts'
import {
  customHeadersMax,
  headerFault,
  repeatedHeader,
  shownHeaders,
} from '../../domain/webhooks/custom-headers.ts'
import type { WebhookAttempt, WebhookLog } from '../../entities/webhook-log.ts'
import type { Webhook } from '../../entities/webhook.ts'
import { id, instant, name, showVersioned, versionedView } from '../../kernel/read/fields.ts'

export const family = z.enum(families as [string, ...string[]]).meta({ example: 'INVOICE' })

export const url = z.string().min(1).max(2000).meta({
  example: 'https://receiver.example.com/hooks',
  description:
    'https, at a public address; `RECEIVABLES_WEBHOOK_ALLOWED_HOSTS` names those that need not be.',
})

export const key = z
  .string()
  .min(1)
  .max(500)
  .refine(isUsableKey, 'After whsec_ stands base64')
  .meta({
    example: 'whsec_c2lnbmluZyBzZWNyZXQgb2Ygb25l',
    description:
      'Signs each delivery: see the header `webhook-signature` of the webhooks. Take 24 random ' +
      'bytes or more, since whoever guesses it signs as you do.',
  })

const headersOf = (keeps: boolean) =>
  z
    .record(z.string().max(100), z.string().max(1_000))
    .superRefine((headers, context) => {
      const names = Object.keys(headers)
      const message =
        names.length > customHeadersMax
          ? `At most ${customHeadersMax} headers`
          : repeatedHeader(names) && 'A header is there twice'
      if (message !== undefined) context.addIssue({ code: 'custom', message })
      for (const [header, value] of Object.entries(headers)) {
        const fault = headerFault(header, value, keeps)
        if (fault !== undefined) {
          context.addIssue({ code: 'custom', path: [header], message: fault })
        }
      }
    })
    .meta({ example: { 'X-Environment': 'production' } })

export const customHeaders = headersOf(false)
/** Of a webhook that has them: a value that is shown as withheld may be sent back so. */
export const changedHeaders = headersOf(true)

export const WebhookView = z
  .object({
    id: id('Webhook'),
    title: name(200),
    url,
    type: family,
    trigger: z.enum(['PUSH']),
    method: z.enum(['POST']),
    clientId: id('Client').nullable(),
    enabled: z.boolean(),
    customHeaders: z.record(z.string(), z.string()),
    formerKeyUntil: instant.nullable(),
    ...versionedView,
  })
  .meta({ id: 'Webhook' })

export const showWebhook = (webhook: Webhook): z.output<typeof WebhookView> => ({
  id: webhook.id,
  title: webhook.title,
  url: webhook.url,
  type: webhook.type,
  trigger: webhook.trigger,
  method: webhook.method,
  clientId: webhook.clientId ?? null,
  enabled: webhook.enabled,
  customHeaders: shownHeaders(webhook.customHeaders),
  formerKeyUntil: webhook.formerKeyUntil?.toISOString() ?? null,
  ...showVersioned(webhook),
})

const logFields = {
  id: id('WebhookLog'),
  webhookId: id('Webhook'),
  eventId: id('Event'),
  clientId: z.string().nullable(),
  type: z.string(),
  event: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  status: z.enum(deliveryStatuses),
  automaticAttempts: z.int(),
  manualAttempts: z.int(),
  responseStatus: z.int().nullable(),
  error: z.string().nullable(),
  createdAt: instant,
  firstAttemptAt: instant.nullable(),
  lastAttemptAt: instant.nullable(),
  lastManualAt: instant.nullable(),
  deliveredAt: instant.nullable(),
}

export const WebhookLogView = z.object(logFields).meta({ id: 'WebhookRequestLog' })

export const showLog = (log: WebhookLog): z.output<typeof WebhookLogView> => ({
  id: log.id,
  webhookId: log.webhookId,
  eventId: log.eventId,
  clientId: log.clientId ?? null,
  type: log.type,
  event: log.event,
  subjectType: log.subjectType,
  subjectId: log.subjectId,
  status: log.status,
  automaticAttempts: log.automaticAttempts,
  manualAttempts: log.manualAttempts,
  responseStatus: log.responseStatus ?? null,
  error: log.error ?? null,
  createdAt: log.createdAt.toISOString(),
  firstAttemptAt: log.firstAttemptAt?.toISOString() ?? null,
  lastAttemptAt: log.lastAttemptAt?.toISOString() ?? null,
  lastManualAt: log.lastManualAt?.toISOString() ?? null,
  deliveredAt: log.deliveredAt?.toISOString() ?? null,
})

const AttemptView = z.object({
  number: z.int(),
  kind: z.enum(attemptKinds),
  /** Who asked for one that was made by hand; the tenant's own people alone see it. */
  askedBy: z.object({ kind: z.string(), id: z.string(), name: z.string() }).nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
  responseStatus: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
  /** The beginning of what the receiver answered; the tenant's own people alone see it. */
  response: z.string().nullable(),
})

export const WebhookLogDetail = z
  .object({
    ...logFields,
    /** The body as it is sent, byte for byte, in every attempt. */
    payload: z.string(),
    attempts: z.array(AttemptView),
    /** From when a manual retry is not refused for its time. */
    retryAllowedAt: instant.nullable(),
  })
  .meta({ id: 'WebhookRequestLogDetail' })

export const showAttempt = (
  attempt: WebhookAttempt,
  seesAnswers: boolean,
): z.output<typeof AttemptView> => ({
  number: attempt.number,
  kind: attempt.kind,
  askedBy: seesAnswers ? (attempt.askedBy ?? null) : null,
  startedAt: attempt.startedAt.toISOString(),
  endedAt: attempt.endedAt?.toISOString() ?? null,
  responseStatus: attempt.responseStatus ?? null,
  error: attempt.error ?? null,
  durationMs: attempt.durationMs ?? null,
  response: seesAnswers ? (attempt.response ?? null) : null,
})
