import type { BusinessDate } from '../dates.ts'
import { plusDays } from '../dates.ts'
import { sum } from '../money.ts'
import {
  allocate,
  openOf,
  repaidBy,
  toAccrue,
  type Allocated,
  type DueInstalment,
} from './balance.ts'
import { plusMonths, type Interest } from './day-count.ts'
import { overdueFrom, pauseOn, type Pauses } from './pause.ts'
import { dueDatesOf, scheduleOf, type Amortization, type Instalment } from './schedule.ts'

/** A loan that was paid out, with what is owed on it. */
export interface RunningLoan extends Interest {
  amortization: Amortization
  instalmentFee: bigint
  termMonths: number
  outstandingPrincipal: bigint
  accruedInterest: bigint
  feesDue: bigint
  bearsFrom?: BusinessDate | null | undefined
  borne: bigint
  /** What an instalment is at least, of a credit line. */
  minInstalment?: bigint | null | undefined
  /** From then on it bears no interest. */
  writtenOffDate?: BusinessDate | null | undefined
}

type Owed = Pick<
  RunningLoan,
  'outstandingPrincipal' | 'accruedInterest' | 'feesDue' | 'bearsFrom' | 'borne'
>

/** What it owes once the interest until a day is added, and how much that is. */
export function accruedTo(loan: RunningLoan, day: BusinessDate): { interest: bigint; owed: Owed } {
  const { outstandingPrincipal, accruedInterest, feesDue, bearsFrom = null, borne } = loan
  const owed = { outstandingPrincipal, accruedInterest, feesDue, bearsFrom, borne }
  if (loan.writtenOffDate != null) return { interest: 0n, owed }
  if (bearsFrom === null) return { interest: 0n, owed: { ...owed, bearsFrom: day } }
  const interest = toAccrue(outstandingPrincipal, loan, { bearsFrom, borne }, day)
  return {
    interest,
    owed: { ...owed, accruedInterest: accruedInterest + interest, borne: borne + interest },
  }
}

/** From a day on interest is rounded anew: where the principal changes, or an instalment is due. */
export const anewFrom = (day: BusinessDate) => ({ bearsFrom: day, borne: 0n })

/** The interest that was added and stands in no instalment that is due. */
export const carriedBy = (accruedInterest: bigint, open: readonly DueInstalment[]): bigint =>
  accruedInterest - sum(open.map(({ interest, paidInterest }) => interest - paidInterest))

/** The instalments that are still to come, planned anew from a day on. */
export function plannedAnew(
  loan: RunningLoan,
  { day, open, planned, level, dates }: Replanned,
): Instalment[] {
  const { startDate, termMonths, instalmentDay = null, instalmentFee: fee } = loan
  const principal =
    loan.outstandingPrincipal - sum(open.map((one) => one.principal - one.paidPrincipal))
  const carried = carriedBy(loan.accruedInterest, open)
  if (principal === 0n && carried === 0n) return []
  const minimum = loan.minInstalment ?? 0n
  const ahead = planned.map(({ dueDate }) => dueDate).filter((date) => date > day)
  const all = dueDatesOf(startDate ?? day, termMonths, instalmentDay)
  const inTerm = all.filter((date) => date > day && pauseOn(loan.pauses, date) === undefined)
  const dueDates = dates ?? (ahead.length > 0 && minimum === 0n ? ahead : inTerm)
  const first = planned[0]?.number ?? all.length - dueDates.length + 1
  const { rate, dayCount, pauses, pauseInterest, amortization } = loan
  const counted = {
    rate,
    dayCount,
    pauses,
    pauseInterest,
    startDate: startDate ?? day,
    instalmentDay,
  }
  const debt = {
    principal,
    from: day,
    ...counted,
    amortization,
    dueDates,
    fee,
    carried,
    first,
    minimum,
  }
  return scheduleOf(level === undefined ? debt : { ...debt, level })
}

interface Replanned {
  day: BusinessDate
  /** What is due and not paid. */
  open: readonly DueInstalment[]
  /** What was planned until now. */
  planned: readonly Instalment[]
  level?: bigint | undefined
  /** When they are due, if not on the days that were planned. */
  dates?: readonly BusinessDate[] | undefined
}

/**
 * As many due dates as are planned, by the months of the loan and around its pauses, and how many
 * months its term is then.
 */
export function datesAround(
  loan: Pick<RunningLoan, 'startDate' | 'termMonths' | 'instalmentDay' | 'pauses'>,
  { day, planned }: Pick<Replanned, 'day' | 'planned'>,
): { dates: BusinessDate[]; termMonths: number } {
  const { startDate, termMonths, instalmentDay = null, pauses } = loan
  const months = termMonths + planned.length + 12 * ((pauses?.length ?? 0) + 1)
  const all = dueDatesOf(startDate ?? day, months, instalmentDay)
  const dates = all
    .filter((date) => date > day && pauseOn(pauses, date) === undefined)
    .slice(0, planned.length)
  const lastOf = (date: BusinessDate | undefined) => all.findIndex((each) => each === date)
  const later = lastOf(dates.at(-1)) - lastOf(planned.at(-1)?.dueDate)
  return { dates, termMonths: termMonths + (planned.length === 0 ? 0 : later) }
}

/** Whether what is left is paid in smaller instalments, or in fewer of the same size. */
export const repaymentModes = ['SMALLER', 'FEWER'] as const
export type RepaymentMode = (typeof repaymentModes)[number]

export interface Repayment<D> extends Omit<Allocated<D>, 'rest'> {
  owed: Owed
  /** What comes after it. */
  planned: Instalment[]
  isReplanned: boolean
  /** What is more than is owed. */
  rest: bigint
}

/** What a payment on a day does: what is due first, then interest until then, then principal. */
export function repayment<D extends DueInstalment>(
  loan: RunningLoan,
  {
    day,
    open,
    planned,
    amount,
    mode,
  }: Omit<Replanned, 'level' | 'dates'> & {
    open: readonly D[]
    amount: bigint
    mode: RepaymentMode
  },
): Repayment<D> {
  const { owed: before } = accruedTo(loan, day)
  const due = allocate(open, amount)
  const dueOpen = sum(open.map((one) => one.principal - one.paidPrincipal))
  const beyond = repaidBy(
    {
      principal: before.outstandingPrincipal - dueOpen,
      interest: carriedBy(before.accruedInterest, open),
      fees: 0n,
    },
    due.rest,
  )
  const principal = due.principal + beyond.principal
  const interest = due.interest + beyond.interest
  const owed = {
    outstandingPrincipal: before.outstandingPrincipal - principal,
    accruedInterest: before.accruedInterest - interest,
    feesDue: before.feesDue - due.fees,
    ...anewFrom(day),
  }
  const left = due.instalments.filter((one) => openOf(one) > 0n)
  const isReplanned = beyond.principal > 0n || beyond.interest > 0n
  const level = mode === 'FEWER' ? levelNow(loan, planned) : undefined
  return {
    fees: due.fees,
    interest,
    principal,
    instalments: due.instalments,
    owed,
    planned: isReplanned
      ? plannedAnew({ ...loan, ...owed }, { day, open: left, planned, level })
      : [...planned],
    isReplanned,
    rest: beyond.rest,
  }
}

/** What an annuity's instalments are, or the principal of those that are straight. */
function levelNow({ amortization }: RunningLoan, planned: readonly Instalment[]) {
  const next = planned[1] ?? planned[0]
  if (next === undefined || amortization === 'BULLET') return undefined
  return amortization === 'ANNUITY' ? next.principal + next.interest : next.principal
}

/** Whether an instalment is overdue on a day by more than so many days, pauses not counted. */
export const isLate = (
  dueDate: BusinessDate,
  { days, pauses }: { days: number; pauses: Pauses },
  day: BusinessDate,
): boolean => overdueFrom(dueDate, days, pauses) <= day

/** The last days of months after a day, until another and with it. */
export function monthEnds(after: BusinessDate, until: BusinessDate): BusinessDate[] {
  const first = `${plusDays(after, 1).slice(0, 8)}01`
  const ends: BusinessDate[] = []
  for (let n = 1; ; n++) {
    const end = plusDays(plusMonths(first, n), -1)
    if (end > until) return ends
    ends.push(end)
  }
}
