import type { BusinessDate } from '../dates.ts'
import type { InvoiceType, LedgerEventType, LedgerStatus } from './invoice.ts'

export interface LedgerFacts {
  type: InvoiceType
  bookedDate?: BusinessDate | null | undefined
  /** On which nothing was owed any more. */
  closedDate?: BusinessDate | null | undefined
  expireDate: BusinessDate
  balance: bigint
  paidAmount: bigint
  creditedAmount: bigint
  writtenOffAmount: bigint
}

/** Where a claim stands: told by its amounts, the steps it has gone through, and the day. */
export function ledgerStatusOf(
  claim: LedgerFacts,
  done: readonly LedgerEventType[],
  today: BusinessDate,
): LedgerStatus {
  // What was closed had been booked: the booking was reversed, and the claim never was.
  if (claim.bookedDate == null) return claim.closedDate == null ? 'NOT_BOOKED' : 'REVERSED'
  if (claim.balance === 0n) return settledStatus(claim)
  if (claim.type === 'CREDIT_INVOICE') return 'NOT_DUE'
  if (claim.balance < 0n) return 'OVERPAID'
  if (done.includes('COLLECTION')) return 'COLLECTION'
  if (done.includes('REMINDER')) return 'REMINDER'
  if (today > claim.expireDate) return 'OVERDUE'
  if (claim.paidAmount > 0n || claim.creditedAmount > 0n) return 'PARTLY_PAID'
  return today === claim.expireDate ? 'DUE' : 'NOT_DUE'
}

/** Nothing is owed: by what it went, a payment before all else. */
function settledStatus(claim: LedgerFacts): LedgerStatus {
  if (claim.paidAmount > 0n) return 'PAID'
  if (claim.creditedAmount > 0n) return 'CREDITED'
  return claim.writtenOffAmount > 0n ? 'WRITTEN_OFF' : 'PAID'
}
