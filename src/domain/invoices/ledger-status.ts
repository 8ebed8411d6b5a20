import { plusDays, type BusinessDate } from '../dates.ts'
import type { InvoiceType, LedgerStatus } from './invoice.ts'
import type { LedgerEventType } from '../bookkeeping/ledger.ts'

export interface LedgerFacts {
  type: InvoiceType
  bookedDate?: BusinessDate | null | undefined
  /** On which nothing was owed any more. */
  closedDate?: BusinessDate | null | undefined
  balance: bigint
  paidAmount: bigint
  creditedAmount: bigint
  writtenOffAmount: bigint
}

/**
 * Where a claim stands by its amounts and the steps it has gone through: what is kept of it.
 * Whether it is due or overdue is told by the day on which somebody asks, never kept.
 */
export function ledgerStatusOf(claim: LedgerFacts, done: readonly LedgerEventType[]): LedgerStatus {
  // What was closed had been booked: the booking was reversed, and the claim never was.
  if (claim.bookedDate == null) return claim.closedDate == null ? 'NOT_BOOKED' : 'REVERSED'
  if (claim.balance === 0n) return settledStatus(claim)
  if (claim.type === 'CREDIT_INVOICE') return 'NOT_DUE'
  if (claim.balance < 0n) return 'OVERPAID'
  if (done.includes('COLLECTION')) return 'COLLECTION'
  if (done.includes('REMINDER')) return 'REMINDER'
  return claim.paidAmount > 0n || claim.creditedAmount > 0n ? 'PARTLY_PAID' : 'NOT_DUE'
}

/** Nothing is owed: by what it went, a payment before all else. */
function settledStatus(claim: LedgerFacts): LedgerStatus {
  if (claim.paidAmount > 0n) return 'PAID'
  if (claim.creditedAmount > 0n) return 'CREDITED'
  return claim.writtenOffAmount > 0n ? 'WRITTEN_OFF' : 'PAID'
}

/** On which day a step of the due date comes by itself. */
export function dayOfStep(step: 'DUE' | 'OVERDUE', dueDate: BusinessDate): BusinessDate {
  return step === 'DUE' ? dueDate : plusDays(dueDate, 1)
}

/** What is kept of a claim that decides where it stands on a day. */
export interface OnLedger {
  ledgerStatus: LedgerStatus
  /** None where it is not to be paid by a day. */
  dueDate?: BusinessDate | null | undefined
}

/** Where it stands on a day: what was kept becomes due, and then overdue, without anybody's doing. */
export function ledgerStatusOn(
  { ledgerStatus, dueDate }: OnLedger,
  day: BusinessDate,
): LedgerStatus {
  const isOpen = ledgerStatus === 'NOT_DUE' || ledgerStatus === 'PARTLY_PAID'
  if (!isOpen || dueDate == null || day < dueDate) return ledgerStatus
  if (day > dueDate) return 'OVERDUE'
  return ledgerStatus === 'NOT_DUE' ? 'DUE' : ledgerStatus
}

/** How a status is found among what is kept: by what was kept, and by the day it is due on. */
export interface KeptAs {
  kept: readonly LedgerStatus[]
  /** Compared with the day; `none or` also finds what is not to be paid by a day. */
  due?: '=' | '<' | 'none or >' | 'none or >='
}

const byDay: Readonly<Partial<Record<LedgerStatus, KeptAs>>> = {
  NOT_DUE: { kept: ['NOT_DUE'], due: 'none or >' },
  DUE: { kept: ['NOT_DUE'], due: '=' },
  PARTLY_PAID: { kept: ['PARTLY_PAID'], due: 'none or >=' },
  OVERDUE: { kept: ['NOT_DUE', 'PARTLY_PAID'], due: '<' },
}

/** The other way round than `ledgerStatusOn`: which rows have a status on a day. */
export function storedStatusOf(status: LedgerStatus): KeptAs {
  return byDay[status] ?? { kept: [status] }
}
