import { Webhook, WebhookRoute } from '../webhook.ts'
import { WebhookLog, WebhookAttempt, WebhookQueue } from '../webhook-log.ts'
import { InboundEvent } from '../inbound-event.ts'
import { RealtimeToken } from '../realtime-token.ts'
import { RealtimeMessage } from '../realtime-message.ts'

export const webhooks = [
  Webhook,
  WebhookRoute,
  WebhookLog,
  WebhookAttempt,
  WebhookQueue,
  InboundEvent,
  RealtimeToken,
  RealtimeMessage,
] as const
