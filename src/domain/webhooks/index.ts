import type { AreaOfRules } from '../area.ts'
import { refusalsOfWebhooks } from './refusals.ts'

export const webhooks = {
  refusals: refusalsOfWebhooks,
  processes: {
    webhookDelivery: {
      workflow: 'webhookDelivery',
      queue: 'webhooks',
      prefix: 'webhook-delivery',
      entity: 'WebhookLog',
      inNameOf: 'asker',
      statuses: ['SENDING', 'RETRYING', 'DELIVERED', 'FAILED'],
      shownAt: '/webhook/log/{id}',
    },
  },
} as const satisfies AreaOfRules
