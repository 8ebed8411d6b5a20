import type { AreaOfVerbs } from '../area.ts'
import { acceptRetry } from './accept-retry.ts'
import { attemptDelivery, retryManually } from './attempt-delivery.ts'
import { openDelivery } from './open-delivery.ts'

export const webhooks = {
  verbs: { openDelivery, attemptDelivery, retryManually, acceptRetry },
  overdue: {
    webhookDelivery: `select tenant_id, id from webhook_log where
        (astray = 'RETRYING' and last_attempt_at < now() - interval '2 minutes')
        or (astray = 'SENDING' and automatic_attempts = 0 and due_at < now())
        or (astray = 'SENDING' and last_manual_at < now() - interval '2 minutes'
          and last_attempt_at < now() - interval '2 minutes')
      order by created_at limit 500`,
  },
} as const satisfies AreaOfVerbs
