import { plusDays, type BusinessDate } from '../../domain/dates.ts'
import { fallingDue } from '../../domain/loans/balance.ts'
import { lifeOfInstalment, lifeOfLoan } from '../../domain/loans/loan.ts'
import { isLate, monthEnds } from '../../domain/loans/running.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import { addEvent } from './add-event.ts'
import { accrue, feeDraft, roundAnew, type HeldLoan, type Step } from './held-loans.ts'
import { addFee } from './repay-loan.ts'

/** The days until one on which something happens to a loan by itself, and has not yet. */
export function daysUntil({ loan, open, planned }: HeldLoan, day: BusinessDate): BusinessDate[] {
  const { graceDays, defaultDays, nextRateFrom, status } = loan
  const due = planned.map(({ dueDate }) => dueDate)
  const late = open.filter(({ row }) => lifeOfInstalment.may(row.status, 'beLate'))
  const all = [
    ...due,
    ...[...due, ...late.map(({ dueDate }) => dueDate)].map((date) => plusDays(date, graceDays + 1)),
    ...(status === 'ACTIVE' ? [...due, ...open.map(({ dueDate }) => dueDate)] : []).map((date) =>
      plusDays(date, defaultDays + 1),
    ),
    ...(nextRateFrom == null ? [] : [nextRateFrom]),
  ]
  return all.filter((each) => each < day)
}

/** What was planned for a day until this one is due, with the interest until then. */
export function comeDue(unit: Unit, held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { loan } = held
  const drafts: EventDraft[] = []
  for (const planned of held.planned.filter(({ dueDate }) => dueDate <= day)) {
    drafts.push(...accruedAtEnds(held, planned.dueDate), ...accrue(held, planned.dueDate))
    const owed = {
      principal: loan.outstandingPrincipal,
      interest: loan.accruedInterest,
      fees: loan.feesDue,
    }
    const isLast = planned === held.planned.at(-1)
    const due = fallingDue<Step>(planned, owed, held.open, isLast)
    const { row, principal, interest, fee, dueDate: date } = due
    Object.assign(row, {
      principal,
      interest,
      status: lifeOfInstalment.move(row.status, 'comeDue'),
    })
    roundAnew(held, date)
    const text = 'Fee of the instalment'
    if (fee > 0n) drafts.push(feeDraft(loan, { fee, key: `instalment/${row.id}`, text, date }))
    loan.feesDue += fee
    held.open.push(due)
  }
  held.planned = held.planned.filter(({ dueDate }) => dueDate > day)
  return drafts
}

/** Interest is booked at the end of each month, whichever day it is found on. */
export function accruedAtEnds(held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { bearsFrom } = held.loan
  if (bearsFrom == null) return []
  return monthEnds(bearsFrom, day).flatMap((end) => accrue(held, end))
}

/** What is not paid after the days of grace is late, and costs more. */
export function beLate(unit: Unit, held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { loan } = held
  const late = held.open.filter(
    ({ row, dueDate }) =>
      row.type === 'INSTALMENT' &&
      lifeOfInstalment.may(row.status, 'beLate') &&
      isLate(dueDate, loan.graceDays, day),
  )
  return late.flatMap(({ row }) => {
    row.status = lifeOfInstalment.move(row.status, 'beLate')
    addEvent(unit, loan, 'LATE', { date: day, text: `Instalment ${row.number}` })
    return loan.lateFee === 0n
      ? []
      : [addFee(unit, held, { amount: loan.lateFee, day, text: 'Late' })]
  })
}

/** A loan overdue for long is in default, until all of that is paid. */
export function judge(unit: Unit, { loan, open }: HeldLoan, day: BusinessDate): void {
  const isDefault = open.some(({ dueDate }) => isLate(dueDate, loan.defaultDays, day))
  if (loan.status === 'ACTIVE' && isDefault) {
    loan.status = lifeOfLoan.move(loan.status, 'default')
    addEvent(unit, loan, 'DEFAULTED', { date: day })
  } else if (loan.status === 'DEFAULTED' && open.length === 0) {
    loan.status = lifeOfLoan.move(loan.status, 'recover')
    addEvent(unit, loan, 'RECOVERED', { date: day })
  }
}

/** What is due soon is announced. */
export function notify({ loan, planned }: HeldLoan, day: BusinessDate): void {
  if (loan.noticeDays == null) return
  const until = plusDays(day, loan.noticeDays)
  for (const { row, dueDate } of planned) {
    if (dueDate > until || !lifeOfInstalment.may(row.status, 'notify')) continue
    row.status = lifeOfInstalment.move(row.status, 'notify')
  }
}
