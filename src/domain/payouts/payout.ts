import type { BankAccountKind, PayoutAccount } from '../clients/bank-account.ts'
import { life } from '../life.ts'

/**
 * BLOCKED waits until what blocks it is gone; its amount stays reserved meanwhile. EXPORTED is on
 * its way by a rail or in a file of the bank, BOOKED has left its account, CONFIRMED has arrived.
 */
export const payoutStatuses = [
  'CREATED',
  'BLOCKED',
  'CANCELLED',
  'IN_BATCH',
  'AUTHORIZED',
  'EXPORTED',
  'BOOKED',
  'CONFIRMED',
  'REJECTED',
] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

export const lifeOfPayout = life('payout', 'PAYOUT_NOT_POSSIBLE', payoutStatuses, {
  block: { from: ['CREATED'], to: 'BLOCKED', event: 'blocked' },
  release: { from: ['BLOCKED'], to: 'CREATED' },
  carry: { from: ['CREATED'], to: 'EXPORTED', event: 'exported' },
  confirm: { from: ['EXPORTED'], to: 'CONFIRMED', event: 'confirmed' },
  gather: { from: ['CREATED'], to: 'IN_BATCH', event: 'inBatch' },
  free: { from: ['IN_BATCH', 'AUTHORIZED'], to: 'CREATED' },
  authorize: { from: ['IN_BATCH'], to: 'AUTHORIZED', event: 'authorized' },
  send: { from: ['AUTHORIZED'], to: 'EXPORTED', event: 'exported' },
  book: { from: ['EXPORTED'], to: 'BOOKED', event: 'booked' },
  confirmSent: { from: ['EXPORTED', 'BOOKED'], to: 'CONFIRMED', event: 'confirmed' },
  reject: { from: ['EXPORTED', 'BOOKED', 'CONFIRMED'], to: 'REJECTED', event: 'rejected' },
  comeBack: { from: ['EXPORTED'], to: 'CREATED' },
  cancel: { from: ['CREATED', 'BLOCKED'], to: 'CANCELLED', event: 'cancelled' },
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

/** To whom a payout goes, as that was when it was made. */
export interface PaidTo {
  createdAt: Date
  payoutKind?: BankAccountKind | null | undefined
  payoutNumber?: string | null | undefined
  payoutBic?: string | null | undefined
  payoutHolder?: string | null | undefined
}

interface AccountNow extends PayoutAccount {
  kind: BankAccountKind
  number: string
  bic?: string | null | undefined
  holderName: string
}

/** Whether its account is no longer the one that two people had seen when the payout was made. */
export function isAstray(payout: PaidTo, account: AccountNow | undefined): boolean {
  if (account?.status !== 'VERIFIED' || account.verifiedAt == null) return true
  const { kind, number, bic = null, holderName } = account
  if (number !== payout.payoutNumber) return true
  // One of before kept the number alone: whatever else was changed was verified anew.
  if (payout.payoutKind == null) return account.verifiedAt > payout.createdAt
  const { payoutKind, payoutBic = null, payoutHolder } = payout
  return kind !== payoutKind || bic !== payoutBic || holderName !== payoutHolder
}
