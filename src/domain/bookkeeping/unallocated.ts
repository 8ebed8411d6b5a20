import { decimal } from '../money.ts'
import { refuse } from '../refusal.ts'

/** OPEN while some of it is not placed; REVERSED if the money turned out not to have arrived. */
export const itemStatuses = ['OPEN', 'PLACED', 'REVERSED'] as const
export type ItemStatus = (typeof itemStatuses)[number]

export interface ItemFacts {
  amount: bigint
  open: bigint
  currency: string
  status: ItemStatus
}

/** An item after money was placed or given back: between zero and the amount received. */
export function itemAfter(
  item: ItemFacts,
  change: bigint,
  currency: string,
): Pick<ItemFacts, 'open' | 'status'> {
  const open = item.open + change
  if (item.status === 'REVERSED' || item.currency !== currency) refuse('UNALLOCATED_MISSING')
  if (open < 0n || open > item.amount) {
    const detail = `${decimal(item.open, currency)} of ${decimal(item.amount, currency)} ${currency} is not placed.`
    refuse('UNALLOCATED_TOO_SMALL', { detail })
  }
  return { open, status: open === 0n ? 'PLACED' : 'OPEN' }
}

/** What came in is taken back only while none of it is placed. */
export function itemTakenBack({ amount, open }: ItemFacts): Pick<ItemFacts, 'open' | 'status'> {
  if (open !== amount) refuse('MONEY_PLACED')
  return { open: 0n, status: 'REVERSED' }
}
