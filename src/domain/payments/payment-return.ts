import { life } from '../life.ts'
import { refuse } from '../refusal.ts'

/** RETURNED is booked and waits for the bank, which carries it out or rejects it. */
export const returnStatuses = [
  'CREATED',
  'AUTHORIZED',
  'RETURNED',
  'CONFIRMED',
  'REJECTED',
] as const

export const lifeOfReturn = life('return', 'RETURN_MOVED_ON', returnStatuses, {
  change: { from: ['CREATED'] },
  authorize: { from: ['CREATED'], to: 'AUTHORIZED', event: 'authorized' },
  carryOut: { from: ['AUTHORIZED'], to: 'RETURNED', event: 'returned' },
  confirm: { from: ['RETURNED'], to: 'CONFIRMED', event: 'confirmed' },
  reject: { from: ['RETURNED'], to: 'REJECTED', event: 'rejected' },
  delete: { from: ['CREATED', 'AUTHORIZED'] },
})

/** To which account, as somebody has said it; without, to the one that it was paid from. */
export interface AccountWanted {
  toAccount?: string | undefined
  override?: true | undefined
}

/** Where the money goes: to whom it came from, unless somebody says in so many words otherwise. */
export function accountToReturnTo(
  paidFrom: string | null | undefined,
  { toAccount, override }: AccountWanted,
): { toAccount: string; isOverride: boolean } {
  if (toAccount === undefined) {
    return paidFrom == null
      ? refuse('RETURN_ACCOUNT_MISSING')
      : { toAccount: paidFrom, isOverride: false }
  }
  const isOverride = paidFrom == null || plain(toAccount) !== plain(paidFrom)
  if (isOverride && override !== true) refuse('RETURN_TO_ANOTHER')
  return { toAccount, isOverride }
}

const plain = (account: string): string => account.replaceAll(/[\s.,-]/g, '').toUpperCase()
