import { life } from '../life.ts'
import type { PrincipalKind } from '../access/principal.ts'

/** Where a delivery stands: waiting for its first attempt, under way, waiting for another, or over. */
export const deliveryStatuses = ['QUEUED', 'SENDING', 'RETRYING', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** What people move; attempts move a delivery by what its receiver answered. */
export const lifeOfDelivery = life('delivery', 'WEBHOOK_LOG_NOT_FAILED', deliveryStatuses, {
  retry: { from: ['FAILED'], to: 'SENDING' },
})

export const attemptKinds = ['AUTOMATIC', 'MANUAL'] as const
export type AttemptKind = (typeof attemptKinds)[number]

/** Who asked for a retry by hand. */
export interface RetryAskedBy {
  kind: PrincipalKind | 'PLATFORM'
  id: string
  name: string
  /** By which the same retry is known again, however often it is asked for. */
  key?: string
}

/** The clock of the specification. */
export const retryAfterMs = 10_000
/** A retry that begins so long after it was due is told of. */
export const retryLateMs = 1_000
export const lockMs = 5 * 60_000
export const coolOffMs = 30 * 60_000
export const automaticAttemptsMax = 2

/** Why an attempt has no answer, where it was not the receiver's doing. */
export const unanswered = {
  stopped: 'The platform was stopped while it waited for an answer',
  switchedOff: 'The subscription is switched off or gone',
  notReceived: 'Whoever saved the subscription does not receive these events any more',
  unsent: 'It could not be sent; the log of the platform shows why',
} as const

/** Why nothing is posted, whatever waits: undefined where it is. */
export function whyNotSent(enabled: boolean, isReceived: boolean): string | undefined {
  if (!enabled) return unanswered.switchedOff
  return isReceived ? undefined : unanswered.notReceived
}

/** What the answer to a first attempt means: below 400 it is done, 4xx is final, the rest is repeated. */
export function outcomeOf(
  { status }: { status: number | null },
  mayBeSent: boolean,
): 'DELIVERED' | 'FAILED' | 'RETRYING' {
  if (!mayBeSent) return 'FAILED'
  if (status === null || status >= 500) return 'RETRYING'
  return status < 400 ? 'DELIVERED' : 'FAILED'
}

export interface RetryRefused {
  code: 'WEBHOOK_RETRY_COOL_OFF' | 'WEBHOOK_RETRY_LOCKED'
  until: number
}

/** Until when a manual retry is refused, and by which rule: the cool-off is judged before the lock. */
export function retryRefusedUntil(
  known: { firstAt: number | undefined; manualAt: number | undefined },
  now: number,
): RetryRefused | undefined {
  const coolOff = known.firstAt === undefined ? 0 : known.firstAt + coolOffMs
  if (now < coolOff) return { code: 'WEBHOOK_RETRY_COOL_OFF', until: coolOff }
  const lock = known.manualAt === undefined ? 0 : known.manualAt + lockMs
  return now < lock ? { code: 'WEBHOOK_RETRY_LOCKED', until: lock } : undefined
}
