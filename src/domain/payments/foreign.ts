import { inInvoiceCurrency } from '../bookkeeping/exchange-rates.ts'
import { openOnDocument } from '../invoices/credit-links.ts'
import { larger, proportionOf } from '../money.ts'

type Document = Parameters<typeof openOnDocument>[0]
type Happened = Parameters<typeof openOnDocument>[1]

/** A claim that may be paid in the currency of its document, and is handled in another. */
export interface PaidAbroad extends Document {
  feesAmount: bigint
  interestAmount: bigint
}

/** All that is owed on it, in the currency of its document: fees and interest by its own rate. */
export function owedOnDocument(claim: PaidAbroad, events: Happened): bigint {
  const costs = claim.feesAmount + claim.interestAmount
  return openOnDocument(claim, events) + inInvoiceCurrency(costs, claim)
}

/** An amount seen by the other of two currencies, where `whole` is `other`. */
export function seenAs(part: bigint, whole: bigint, other: bigint): bigint {
  if (part <= 0n || whole <= 0n) return 0n
  return part >= whole ? other : proportionOf(other, part, whole)
}

/** What is left in the other currency; at least one unit while anything is. */
export const leftAs = (left: bigint, whole: bigint, other: bigint): bigint =>
  left <= 0n ? 0n : larger(seenAs(left, whole, other), 1n)
