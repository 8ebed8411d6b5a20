import { life } from '../life.ts'

/** BLOCKED waits until what blocks it is gone; its amount stays reserved meanwhile. */
export const payoutStatuses = ['CREATED', 'BLOCKED', 'CANCELLED'] as const

/** Payouts that reserve money of their account. */
export const openPayouts = ['CREATED', 'BLOCKED'] as const

export const lifeOfPayout = life('payout', 'PAYOUT_NOT_POSSIBLE', payoutStatuses, {
  block: { from: ['CREATED'], to: 'BLOCKED', event: 'blocked' },
  release: { from: ['BLOCKED'], to: 'CREATED' },
})

/**
 * Why a payout is blocked, which is never shown: the client, or too low a balance of its account.
 */
export interface BlockReasons {
  isClientBlocked: boolean
  balance: bigint
  /** What all open payouts of the account take together. */
  taken: bigint
}

export function mustBlock({ isClientBlocked, balance, taken }: BlockReasons): boolean {
  return isClientBlocked || balance < taken
}
