import { life } from '../life.ts'

export const requestStatuses = ['OPEN', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const

/** CANCELLED by whoever asked, or because what it would do is another thing by now. */
export const lifeOfRequest = life('internalRequest', 'REQUEST_NOT_OPEN', requestStatuses, {
  approve: { from: ['OPEN'], to: 'APPROVED', event: 'approved' },
  reject: { from: ['OPEN'], to: 'REJECTED', event: 'rejected' },
  cancel: { from: ['OPEN'], to: 'CANCELLED', event: 'cancelled' },
  expire: { from: ['OPEN'], to: 'EXPIRED', event: 'expired' },
})

/** So long a second person may be found; after that the first begins anew. */
export const requestExpiresAfterMs = 72 * 3_600_000

/** For so long the same once more is a repetition, and no new wish. */
export const repetitionMs = 10 * 60_000
