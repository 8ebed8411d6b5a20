import { life } from '../life.ts'
import { refuse } from '../refusal.ts'

/** PULL asks a payer for money, PUSH sends a payout. */
export const requestDirections = ['PULL', 'PUSH'] as const
export type RequestDirection = (typeof requestDirections)[number]

/** CREATED is known to no rail yet; PENDING waits for who is to pay, or for the bank. */
export const paymentRequestStatuses = [
  'CREATED',
  'SENT',
  'PENDING',
  'COMPLETED',
  'DECLINED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
] as const
export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number]

export const openRequests = ['CREATED', 'SENT', 'PENDING'] as const
const unpaid = ['DECLINED', 'EXPIRED', 'FAILED', 'CANCELLED'] as const

/** Money that comes after its request had ended is money all the same: it completes the request. */
export const lifeOfPaymentRequest = life(
  'payment request',
  'PAYMENT_REQUEST_ENDED',
  paymentRequestStatuses,
  {
    send: { from: ['CREATED'], to: 'SENT', event: 'sent' },
    wait: { from: openRequests, to: 'PENDING' },
    complete: {
      from: [...openRequests, ...unpaid, 'COMPLETED'],
      to: 'COMPLETED',
      event: 'completed',
    },
    decline: { from: openRequests, to: 'DECLINED', event: 'declined' },
    expire: { from: openRequests, to: 'EXPIRED', event: 'expired' },
    fail: { from: openRequests, to: 'FAILED', event: 'failed' },
    cancel: { from: openRequests, to: 'CANCELLED', event: 'cancelled' },
    retry: { from: unpaid, to: 'CREATED', refusal: 'PAYMENT_REQUEST_NOT_RETRIED' },
  },
)

/** What a rail says of a request. */
export const railStatuses = [
  'PENDING',
  'COMPLETED',
  'DECLINED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
] as const
export type RailStatus = (typeof railStatuses)[number]

const verbs = {
  PENDING: 'wait',
  COMPLETED: 'complete',
  DECLINED: 'decline',
  EXPIRED: 'expire',
  FAILED: 'fail',
  CANCELLED: 'cancel',
} as const satisfies Record<RailStatus, string>

/** Where what a rail says leads: said twice it leads nowhere, and what has ended stays ended. */
export function statusAfter(from: PaymentRequestStatus, said: RailStatus): PaymentRequestStatus {
  return from === said ? from : lifeOfPaymentRequest.move(from, verbs[said])
}

export const isOpenRequest = (status: PaymentRequestStatus): boolean =>
  (openRequests as readonly string[]).includes(status)

/** How often payers are asked on one claim: at once, and in all. */
export const askedMax = { atOnce: 20, ever: 100 } as const

export function refuseAskingMore({ open, all }: { open: number; all: number }): void {
  if (open >= askedMax.atOnce || all >= askedMax.ever) {
    refuse('TOO_MANY_PAYMENT_REQUESTS', { detail: `${open} are open, of ${all} on this claim.` })
  }
}

/** How long a payer has where nobody says it, and at most: a week. */
export const minutesToPay = { usual: 24 * 60, most: 7 * 24 * 60 } as const
