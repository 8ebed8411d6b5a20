import type { AreaOfRules } from '../area.ts'
import { onBecoming, life } from '../event-rules.ts'
import { refusalsOfWebhooks } from './refusals.ts'

export const webhooks = {
  ids: {
    Webhook: 'WH',
    WebhookLog: 'WHRL',
    InboundEvent: 'IE',
    RealtimeToken: 'RT',
    RealtimeMessage: 'RM',
  },
  refusals: refusalsOfWebhooks,
  processes: {
    webhookDelivery: {
      workflow: 'webhookDelivery',
      queue: 'webhooks',
      prefix: 'webhook-delivery',
      entity: 'WebhookLog',
    },
  },
  events: [
    ...life('Webhook', 'WEBHOOK'),
    { entity: 'InboundEvent', when: 'CREATED', type: 'INBOUND_EVENT', name: 'received' },
    ...onBecoming('InboundEvent', 'status', 'INBOUND_EVENT', { APPLIED: 'applied' }),
    { entity: 'InboundEvent', when: 'UPDATED', type: 'INBOUND_EVENT', name: 'updated' },
    { entity: 'RealtimeMessage', when: 'CREATED', type: 'REALTIME', name: 'test' },
  ],
  eventContents: { REALTIME: { fields: ['text'] } },
} as const satisfies AreaOfRules
