import { plusDays, type BusinessDate } from '../../domain/dates.ts'
import { fallingDue, openOf } from '../../domain/loans/balance.ts'
import { lifeOfInstalment, lifeOfLoan } from '../../domain/loans/loan.ts'
import { lateFeeOf } from '../../domain/loans/late-fee.ts'
import { overdueFrom, pauseOn } from '../../domain/loans/pause.ts'
import { isLate } from '../../domain/loans/running.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import { addEvent } from './add-event.ts'
import { accrue, accruedAtEnds, roundAnew } from './accrue.ts'
import { feeDraft, type HeldLoan, type Step } from './held-loans.ts'
import { addFee } from './repay-loan.ts'

/** The days until one on which something happens to a loan by itself, and has not yet. */
export function daysUntil(held: HeldLoan, day: BusinessDate): BusinessDate[] {
  const { loan, open, planned } = held
  const { graceDays, defaultDays, nextRateFrom, status, pauses } = loan
  const due = planned.map(({ dueDate }) => dueDate)
  const late = open.filter(mayBeLate)
  const all = [
    ...due,
    ...[...due, ...late.map(({ dueDate }) => dueDate)].map((date) =>
      overdueFrom(date, graceDays, pauses),
    ),
    ...(status === 'DEFAULTED' ? [] : [...due, ...open.map(({ dueDate }) => dueDate)]).map((date) =>
      overdueFrom(date, defaultDays, pauses),
    ),
    ...edgesAhead(held.loan),
    ...(nextRateFrom == null ? [] : [nextRateFrom]),
  ]
  return all.filter((each) => each < day)
}

/** When it is paused, where it is not yet, and when that ends. */
function edgesAhead({ pauses, status }: HeldLoan['loan']): BusinessDate[] {
  const last = pauses?.at(-1)
  if (last === undefined || last.isOver === true) return []
  const end = plusDays(last.until, 1)
  if (status === 'PAUSED') return [end]
  return status === 'ACTIVE' ? [last.from, end] : []
}

/** What was planned for a day until this one is due, with the interest until then. */
export function comeDue(unit: Unit, held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { loan } = held
  const drafts: EventDraft[] = []
  for (const planned of held.planned.filter(({ dueDate }) => dueDate <= day)) {
    drafts.push(
      ...accruedAtEnds(unit, held, planned.dueDate),
      ...accrue(unit, held, planned.dueDate),
    )
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

/** Fees, and what is late bears, are due at once and stay so. */
const mayBeLate = ({ row }: Step): boolean =>
  row.type === 'INSTALMENT' && lifeOfInstalment.may(row.status, 'beLate')

/** What is not paid after the days of grace is late, and costs more. */
export function beLate(unit: Unit, held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { loan } = held
  const late = held.open.filter(
    (step) =>
      mayBeLate(step) && isLate(step.dueDate, { days: loan.graceDays, pauses: loan.pauses }, day),
  )
  return late.flatMap((step) => {
    const { row } = step
    const wasLate = row.lateDate != null
    row.status = lifeOfInstalment.move(row.status, 'beLate')
    row.lateDate ??= day
    row.lateFrom ??= row.plannedDate
    addEvent(unit, loan, 'LATE', { date: day, text: `Instalment ${row.number}` })
    const fee = wasLate ? 0n : lateFeeOf(loan, openOf(step))
    if (fee === 0n) return []
    loan.lateFees = (loan.lateFees ?? 0n) + fee
    return [addFee(unit, held, { amount: fee, day, text: 'Late' })]
  })
}

/** A pause begins and ends by its days alone. */
export function followPauses(unit: Unit, { loan }: HeldLoan, day: BusinessDate): void {
  const last = loan.pauses?.at(-1)
  if (last !== undefined && last.until < day && last.isOver !== true) {
    loan.pauses = [...(loan.pauses ?? []).slice(0, -1), { ...last, isOver: true }]
  }
  const isPaused = pauseOn(loan.pauses, day) !== undefined
  if (isPaused && loan.status === 'ACTIVE') {
    loan.status = lifeOfLoan.move(loan.status, 'pause')
    addEvent(unit, loan, 'PAUSED', { date: day })
  } else if (!isPaused && loan.status === 'PAUSED') {
    loan.status = lifeOfLoan.move(loan.status, 'resume')
    addEvent(unit, loan, 'RESUMED', { date: day })
  }
}

/** A loan overdue for long is in default, until all of that is paid. */
export function judge(unit: Unit, { loan, open }: HeldLoan, day: BusinessDate): void {
  const { defaultDays: days, pauses } = loan
  const isDefault = open.some(({ dueDate }) => isLate(dueDate, { days, pauses }, day))
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
  if (loan.noticeDays == null || pauseOn(loan.pauses, day) !== undefined) return
  const until = plusDays(day, loan.noticeDays)
  for (const { row, dueDate } of planned) {
    if (dueDate > until || !lifeOfInstalment.may(row.status, 'notify')) continue
    row.status = lifeOfInstalment.move(row.status, 'notify')
  }
}
