import { Webhook, WebhookRoute } from '../webhook.ts'
import {
  WebhookAttempt,
  WebhookLog,
  WebhookPayload,
  WebhookQueue,
  WebhookTaken,
} from '../webhook-log.ts'
import { InboundEvent } from '../inbound-event.ts'
import { RealtimeToken } from '../realtime-token.ts'
import { RealtimeMessage } from '../realtime-message.ts'

export const webhooks = [
  Webhook,
  WebhookRoute,
  WebhookLog,
  WebhookPayload,
  WebhookAttempt,
  WebhookQueue,
  WebhookTaken,
  InboundEvent,
  RealtimeToken,
  RealtimeMessage,
] as const
