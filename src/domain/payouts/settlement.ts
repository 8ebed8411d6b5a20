import type { ClientAccountTransactionType } from '../bookkeeping/ledger.ts'
import { sum } from '../money.ts'

export interface Moved {
  id: string
  type: ClientAccountTransactionType
  amount: bigint
}

const kinds = {
  PAYMENT: 'payments',
  DIRECT_PAYMENT: 'payments',
  FINANCED: 'financed',
  RESERVE_HELD: 'financed',
  RESERVE_RELEASED: 'financed',
  FEE: 'fees',
  PAYOUT: 'payouts',
} as const satisfies Partial<Record<ClientAccountTransactionType, string>>

type Kind = (typeof kinds)[keyof typeof kinds] | 'adjustments'

const kindOf = (type: ClientAccountTransactionType): Kind =>
  Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : 'adjustments'

/** What moved an account, by kind, from one balance to the next. */
export function settlementOf(opening: bigint, moved: readonly Moved[]) {
  const of = (kind: Kind) =>
    sum(moved.filter(({ type }) => kindOf(type) === kind).map(({ amount }) => amount))
  return {
    opening,
    payments: of('payments'),
    financed: of('financed'),
    fees: of('fees'),
    payouts: of('payouts'),
    adjustments: of('adjustments'),
    closing: opening + sum(moved.map(({ amount }) => amount)),
  }
}
