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
 * The stored status of a claim, from its amounts and ledger events. Whether it is due or overdue is
 * never stored: it follows from the day of the question.
 */
export function ledgerStatusOf(claim: LedgerFacts, done: readonly LedgerEventType[]): LedgerStatus {
  // A closed claim without a booking date had its booking reversed.
  if (claim.bookedDate == null) return claim.closedDate == null ? 'NOT_BOOKED' : 'REVERSED'
  if (claim.balance === 0n) return settledStatus(claim)
  if (claim.type === 'CREDIT_INVOICE') return 'NOT_DUE'
  if (claim.balance < 0n) return 'OVERPAID'
  if (done.includes('COLLECTION')) return 'COLLECTION'
  if (done.includes('REMINDER')) return 'REMINDER'
  return claim.paidAmount > 0n || claim.creditedAmount > 0n ? 'PARTLY_PAID' : 'NOT_DUE'
}

/** How a claim with nothing owed was settled; a payment comes before everything else. */
function settledStatus(claim: LedgerFacts): LedgerStatus {
  if (claim.paidAmount > 0n) return 'PAID'
  if (claim.creditedAmount > 0n) return 'CREDITED'
  return claim.writtenOffAmount > 0n ? 'WRITTEN_OFF' : 'PAID'
}

/** On which day a ledger event of the due date comes by itself. */
export function dayOfLedgerEvent(type: 'DUE' | 'OVERDUE', dueDate: BusinessDate): BusinessDate {
  return type === 'DUE' ? dueDate : plusDays(dueDate, 1)
}

/** The stored fields that decide the status on a day. */
export interface OnLedger {
  ledgerStatus: LedgerStatus
  /** Absent if it has no due date. */
  dueDate?: BusinessDate | null | undefined
}

/** The status on a day: a stored status becomes due and then overdue by the day alone. */
export function ledgerStatusOn(
  { ledgerStatus, dueDate }: OnLedger,
  day: BusinessDate,
): LedgerStatus {
  const isOpen = ledgerStatus === 'NOT_DUE' || ledgerStatus === 'PARTLY_PAID'
  if (!isOpen || dueDate == null || day < dueDate) return ledgerStatus
  if (day > dueDate) return 'OVERDUE'
  return ledgerStatus === 'NOT_DUE' ? 'DUE' : ledgerStatus
}

/** How to find rows with a status: by the stored status and the due date. */
export interface KeptAs {
  kept: readonly LedgerStatus[]
  /** Compares the due date with the day; `none or` also finds claims without a due date. */
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
