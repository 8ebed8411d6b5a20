import { partOf, viewOf } from '../../kernel/read/view.ts'
import { z } from 'zod'
import { familyNames } from '../../entities/events.ts'
import { isUsableKey } from '../../domain/webhooks/signing-key.ts'
import {
  customHeadersMax,
  headerFault,
  repeatedHeader,
  shownHeaders,
} from '../../domain/webhooks/custom-headers.ts'
import { WebhookAttempt, WebhookLog } from '../../entities/webhook-log.ts'
import { Webhook } from '../../entities/webhook.ts'
import { instant } from '../../kernel/read/fields.ts'

export const family = z.enum(familyNames as [string, ...string[]]).meta({ example: 'INVOICE' })

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

export const webhookView = viewOf(
  Webhook,
  ['id', 'title', 'trigger', 'method', 'clientId', 'enabled', 'formerKeyUntil', 'versioned'],
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
  { name: 'WebhookRequestLog' },
)

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
    /** The body as it is sent, byte for byte, in every attempt. */
    payload: z.string(),
    attempts: z.array(
      attemptView.schema.extend({
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

export const showAttempt = (attempt: WebhookAttempt, seesAnswers: boolean) => ({
  ...attemptView.show(attempt),
  askedBy: seesAnswers ? (attempt.askedBy ?? null) : null,
  response: seesAnswers ? (attempt.response ?? null) : null,
})
