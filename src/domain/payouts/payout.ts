import { life } from '../life.ts'

/** BLOCKED waits until whatever holds it is gone; what it takes stays set aside meanwhile. */
export const payoutStatuses = ['CREATED', 'BLOCKED', 'CANCELLED'] as const

/** Those that set money of their account aside. */
export const openPayouts = ['CREATED', 'BLOCKED'] as const

export const lifeOfPayout = life('payout', 'PAYOUT_NOT_POSSIBLE', payoutStatuses, {
  block: { from: ['CREATED'], to: 'BLOCKED', event: 'blocked' },
  release: { from: ['BLOCKED'], to: 'CREATED' },
})

/** What a payout says nothing of: the client is held, or its account has less than it takes. */
export interface Holding {
  isClientHeld: boolean
  balance: bigint
  /** What all open payouts of the account take together. */
  taken: bigint
}

export function isHeldBack({ isClientHeld, balance, taken }: Holding): boolean {
  return isClientHeld || balance < taken
}
