import type { RefusalTable } from '../refusal.ts'

export const refusalsOfWebhooks = {
  EVENT_ID_REUSED: [
    409,
    'Another event came under this id',
    'Give each event an id of its own; `existingId` names the one that came first.',
  ],
  ORIGIN_NOT_ALLOWED: [
    403,
    'No page from there may listen',
    'Have its origin added to `RECEIVABLES_REALTIME_ORIGINS`, or open the channel from our own pages.',
  ],
  WEBHOOK_LOG_NOT_FAILED: [
    409,
    'Only a delivery that has failed can be retried',
    'Wait until its attempts are over; a delivery that succeeded needs no retry.',
  ],
  WEBHOOK_RETRY_COOL_OFF: [
    409,
    'A delivery is not retried by hand within 30 minutes of its first attempt',
    'Repeat the request after `retryAllowedAt`.',
  ],
  WEBHOOK_RETRY_LOCKED: [
    409,
    'A delivery is retried by hand at most every 5 minutes',
    'Repeat the request after `retryAllowedAt`.',
  ],
} as const satisfies RefusalTable
