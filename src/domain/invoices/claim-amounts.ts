import type { Component, FinancialEventType } from '../bookkeeping/ledger.ts'

/** The stored sums of a claim's financial events, in minor units of the base currency. */
export interface KeptAmounts {
  balance: bigint
  paidAmount: bigint
  creditedAmount: bigint
  feesAmount: bigint
  interestAmount: bigint
  writtenOffAmount: bigint
}

/** `of` is the type of the reversed event, for a reversal. */
export interface ClaimEvent {
  type: FinancialEventType
  component: Component | null
  amount: bigint
  of?: FinancialEventType | undefined
}

export const noAmounts: Readonly<KeptAmounts> = {
  balance: 0n,
  paidAmount: 0n,
  creditedAmount: 0n,
  feesAmount: 0n,
  interestAmount: 0n,
  writtenOffAmount: 0n,
}

const interest: readonly (Component | null)[] = ['LATE_INTEREST', 'CREDIT_INTEREST']
const payments: readonly FinancialEventType[] = [
  'PAYMENT',
  'PAYMENT_REVERT',
  'DIRECT_PAYMENT',
  'OVERPAYMENT',
  'REFUND',
]
const links: readonly FinancialEventType[] = ['CREDIT_LINK', 'CREDIT_UNLINK']

/**
 * What the events add to the amounts of a claim. The balance is its capital; fees and interest
 * stand apart. A link takes from a debit and gives to a credit note: both count it as credited.
 */
export function amountsOf(isCredit: boolean, events: Iterable<ClaimEvent>): KeptAmounts {
  const sums = { ...noAmounts }
  for (const { type, component, amount, of = type } of events) {
    if (component === 'CAPITAL') sums.balance += amount
    else if (interest.includes(component)) sums.interestAmount += amount
    else if (component !== null) sums.feesAmount += amount
    if (payments.includes(of)) sums.paidAmount -= amount
    if (links.includes(of)) sums.creditedAmount += isCredit ? amount : -amount
  }
  return sums
}

export function plus(a: Readonly<KeptAmounts>, b: Readonly<KeptAmounts>): KeptAmounts {
  return {
    balance: a.balance + b.balance,
    paidAmount: a.paidAmount + b.paidAmount,
    creditedAmount: a.creditedAmount + b.creditedAmount,
    feesAmount: a.feesAmount + b.feesAmount,
    interestAmount: a.interestAmount + b.interestAmount,
    writtenOffAmount: a.writtenOffAmount + b.writtenOffAmount,
  }
}
