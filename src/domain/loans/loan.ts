import { life } from '../life.ts'
import { decimal } from '../money.ts'
import { invalid, refuse } from '../refusal.ts'
import type { Amortization, LoanType } from './schedule.ts'

export const loanStatuses = [
  'APPLICATION',
  'APPROVED',
  'DENIED',
  'SIGNED',
  'ACTIVE',
  'PAUSED',
  'DEFAULTED',
  'WRITTEN_OFF',
  'CLOSED',
  'ARCHIVED',
] as const
export type LoanStatus = (typeof loanStatuses)[number]

export const loanDecisions = ['APPROVED', 'DENIED'] as const

/** Loans on which something may be owed. */
export const runningLoans = [
  'ACTIVE',
  'PAUSED',
  'DEFAULTED',
] as const satisfies readonly LoanStatus[]

export const runningText = runningLoans.map((status) => `'${status}'`).join(', ')

/** Loans of which something may be paid: what is written off is owed all the same. */
const owedLoans = [...runningLoans, 'WRITTEN_OFF'] as const satisfies readonly LoanStatus[]

export const lifeOfLoan = life('loan', 'LOAN_NOT_RUNNING', loanStatuses, {
  change: { from: ['APPLICATION'], refusal: 'LOAN_DECIDED' },
  approve: { from: ['APPLICATION'], to: 'APPROVED', refusal: 'LOAN_DECIDED', event: 'approved' },
  deny: { from: ['APPLICATION'], to: 'DENIED', refusal: 'LOAN_DECIDED', event: 'denied' },
  sign: { from: ['APPROVED'], to: 'SIGNED', refusal: 'LOAN_NOT_TO_SIGN', event: 'signed' },
  withdraw: {
    from: ['APPROVED', 'SIGNED', 'ACTIVE'],
    to: 'ACTIVE',
    refusal: 'LOAN_NOT_DRAWABLE',
    event: 'active',
  },
  owe: { from: runningLoans, refusal: 'LOAN_NOT_RUNNING' },
  repay: { from: owedLoans, refusal: 'LOAN_NOT_RUNNING' },
  /** A person says for which days; the status follows from the day. */
  putOff: { from: ['ACTIVE'], refusal: 'LOAN_NOT_TO_PAUSE' },
  pause: { from: ['ACTIVE'], to: 'PAUSED', event: 'paused' },
  resume: { from: ['PAUSED'], to: 'ACTIVE', event: 'active' },
  default: { from: ['ACTIVE'], to: 'DEFAULTED', event: 'defaulted' },
  recover: { from: ['DEFAULTED'], to: 'ACTIVE', event: 'active' },
  writeOff: {
    from: runningLoans,
    to: 'WRITTEN_OFF',
    refusal: 'LOAN_NOT_RUNNING',
    event: 'writtenOff',
  },
  close: { from: owedLoans, to: 'CLOSED', event: 'closed' },
  archive: {
    from: ['CLOSED', 'WRITTEN_OFF'],
    to: 'ARCHIVED',
    refusal: 'LOAN_NOT_CLOSED',
    event: 'archived',
  },
  /** A payment is taken off it with which it was repaid. */
  oweAgain: { from: ['CLOSED'], to: 'ACTIVE', event: 'active' },
  stayLost: { from: ['CLOSED'], to: 'WRITTEN_OFF' },
  unarchive: { from: ['ARCHIVED'], to: 'CLOSED', refusal: 'LOAN_NOT_ARCHIVED' },
})

/** What happened to a loan, in the order of its life. */
export const loanEventTypes = [
  'APPLIED',
  'CHANGED',
  'MOVED',
  'APPROVED',
  'DENIED',
  'SIGNED',
  'WITHDRAWN',
  'PLANNED',
  'REPAID',
  'TAKEN_BACK',
  'RATE_ANNOUNCED',
  'RATE_CHANGED',
  'NOTIFIED',
  'LATE',
  'PUT_OFF',
  'PAUSED',
  'RESUMED',
  'DEFAULTED',
  'WRITTEN_OFF',
  'RECOVERED',
  'CLOSED',
] as const
export type LoanEventType = (typeof loanEventTypes)[number]

/** What is planned on a loan, and what came of it. */
export const loanLedgerTypes = ['WITHDRAWAL', 'INSTALMENT', 'FEE', 'LATE_INTEREST'] as const
export type LoanLedgerType = (typeof loanLedgerTypes)[number]

export const loanLedgerStatuses = [
  'PLANNED',
  'NOTIFIED',
  'DUE',
  'PARTLY_PAID',
  'PAID',
  'LATE',
  'SKIPPED',
] as const

/** Instalments that are to come. */
export const plannedInstalments = ['PLANNED', 'NOTIFIED'] as const

/** Instalments of which something may be paid. */
export const ofWhichIsPaid = ['PAID', 'PARTLY_PAID', 'LATE'] as const

export const lifeOfInstalment = life('instalment', 'LOAN_NOT_RUNNING', loanLedgerStatuses, {
  notify: { from: ['PLANNED'], to: 'NOTIFIED', event: 'notified' },
  comeDue: { from: plannedInstalments, to: 'DUE', event: 'due' },
  payPart: { from: ['DUE', 'PARTLY_PAID'], to: 'PARTLY_PAID' },
  pay: { from: ['PLANNED', 'DUE', 'PARTLY_PAID', 'LATE'], to: 'PAID', event: 'paid' },
  /** What was paid of it is taken off it. */
  comeDueAgain: { from: ofWhichIsPaid, to: 'DUE', event: 'due' },
  payLess: { from: ofWhichIsPaid, to: 'PARTLY_PAID' },
  beLateAgain: { from: ofWhichIsPaid, to: 'LATE', event: 'late' },
  beLate: { from: ['DUE', 'PARTLY_PAID'], to: 'LATE', event: 'late' },
  skip: { from: plannedInstalments, to: 'SKIPPED', event: 'skipped' },
})

/** Instalments of which something may be open. */
export const openInstalments = ['DUE', 'PARTLY_PAID', 'LATE'] as const

export interface Offer {
  currency: string
  loanType: LoanType
  amortization: Amortization
  minAmount: bigint
  maxAmount: bigint
  minTermMonths: number
  maxTermMonths: number
  active: boolean
}

/** What is at an end has no instalments before, so a credit line and a bullet have none. */
export function refuseTerms({
  loanType,
  amortization,
  minInstalment,
}: Pick<Offer, 'loanType' | 'amortization'> & { minInstalment?: bigint | null | undefined }) {
  const isAtEnd = amortization === 'BULLET'
  if ((minInstalment ?? 0n) > 0n && loanType !== 'CREDIT_LINE') {
    invalid('/minInstalment', 'OTHER_TYPE', 'Only of a credit line an instalment has a minimum')
  }
  if ((loanType === 'INSTALMENT') !== isAtEnd) return
  invalid('/amortization', 'NOT_ALLOWED', `It does not go with the type ${loanType}`)
}

export function refuseLimits(offer: Offer): void {
  if (offer.maxAmount < offer.minAmount) {
    invalid('/maxAmount', 'BELOW_MINIMUM', 'The largest amount is below the smallest')
  }
  if (offer.maxTermMonths < offer.minTermMonths) {
    invalid('/maxTermMonths', 'BELOW_MINIMUM', 'The longest term is below the shortest')
  }
}

/** Whether a profile offers a loan of this amount and term. */
export function refuseOutside(
  offer: Offer,
  { amount, termMonths, pointer }: { amount: bigint; termMonths: number; pointer: string },
): void {
  const { currency, minAmount, maxAmount, minTermMonths, maxTermMonths } = offer
  if (amount < minAmount || amount > maxAmount) {
    const [least, most] = [decimal(minAmount, currency), decimal(maxAmount, currency)]
    invalid(pointer, 'OUT_OF_RANGE', `From ${least} to ${most} ${currency}`)
  }
  if (termMonths < minTermMonths || termMonths > maxTermMonths) {
    const says = `From ${minTermMonths} to ${maxTermMonths} months`
    invalid('/termMonths', 'OUT_OF_RANGE', says)
  }
}

export interface Drawable {
  loanType: LoanType
  status: LoanStatus
  requiresSignature: boolean
  amountApproved?: bigint | null | undefined
  disbursed: bigint
  outstandingPrincipal: bigint
  currency: string
}

/** What can still be withdrawn: of a credit line what is not owed, of others once. */
export function drawableOf({
  loanType,
  amountApproved,
  disbursed,
  outstandingPrincipal,
}: Drawable): bigint {
  return (amountApproved ?? 0n) - (loanType === 'CREDIT_LINE' ? outstandingPrincipal : disbursed)
}

export function refuseWithdrawal(loan: Drawable, amount: bigint, isOverdue: boolean): void {
  lifeOfLoan.move(loan.status, 'withdraw')
  if (loan.status === 'APPROVED' && loan.requiresSignature) refuse('LOAN_NOT_SIGNED')
  if (isOverdue) refuse('LOAN_OVERDUE')
  const left = drawableOf(loan)
  if (amount > 0n && amount <= left) return
  const detail = `${decimal(left, loan.currency)} ${loan.currency} can be withdrawn.`
  refuse('LOAN_LIMIT_EXCEEDED', { detail })
}
