import { laterOf } from '../../domain/bookkeeping/reversal-day.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { openOf } from '../../domain/loans/balance.ts'
import { interestOver } from '../../domain/loans/day-count.ts'
import { lifeOfInstalment, lifeOfLoan, ofWhichIsPaid } from '../../domain/loans/loan.ts'
import { accruedTo, isLate, plannedAnew } from '../../domain/loans/running.ts'
import { smaller, sum } from '../../domain/money.ts'
import { refuse } from '../../domain/refusal.ts'
import { BusinessLoanLedgerEvent, type BusinessLoan } from '../../entities/business-loan.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import type { LoanPayments, PaidOnLoan, PayableLoan } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import { accrue, hasLateAfter, latePartsTo, roundAnew } from './accrue.ts'
import { addEvent } from './add-event.ts'
import { comeDue } from './day-of-loan.ts'
import { holdLoans, inOrder, planInstead, stepOf, type HeldLoan } from './held-loans.ts'
import { partsRepaid, refuseMore, repaid } from './repay-loan.ts'
import { allDue } from './write-off-loan.ts'

/** Loans as payments find them that came in by bank. */
export const loanPayments: LoanPayments = async (unit, ids) => {
  const all = await holdLoans(unit, ids)
  const paid = await paidOn(unit, ids)
  const today = await unit.today()
  return new Map(all.map((held) => [held.loan.id, payableLoan(unit, held, { paid, today })]))
}

interface Known {
  /** Steps of which something is paid, the latest first. */
  paid: readonly BusinessLoanLedgerEvent[]
  today: BusinessDate
}

async function paidOn(unit: Unit, ids: readonly string[]): Promise<BusinessLoanLedgerEvent[]> {
  const rows = await unit.all(BusinessLoanLedgerEvent, {
    businessLoanId: { $in: [...ids] },
    type: { $in: ['INSTALMENT', 'FEE', 'LATE_INTEREST'] },
    status: { $in: [...ofWhichIsPaid] },
  })
  return inOrder(rows).toReversed()
}

function payableLoan(unit: Unit, held: HeldLoan, { paid, today }: Known): PayableLoan {
  const { loan, open } = held
  const { clientId, currency, status } = loan
  const { outstandingPrincipal, accruedInterest, feesDue } = accruedTo(loan, today).owed
  const late = sum(latePartsTo(held, today).map(({ amount }) => amount))
  return {
    clientId,
    currency,
    obstacle: lifeOfLoan.may(status, 'repay') ? null : `The loan is ${status}`,
    open: outstandingPrincipal + accruedInterest + late + feesDue,
    due: sum(open.map(openOf)) + late,
    pay: (came) => payByBank(unit, held, came, today),
    guardTakenOff: (booked) => guardTakenOff(loan, booked),
    takeOff: (booked) => takeOff(unit, held, booked, { paid, today }),
  }
}

/** It counts on the day on which it came, unless interest of later days is in the books. */
function dayOf(held: HeldLoan, came: BusinessDate, today: BusinessDate): BusinessDate {
  const { loan } = held
  const { bearsFrom, outstandingPrincipal, borne } = loan
  if (bearsFrom == null) return came
  const day = laterOf(came, bearsFrom)
  const isBooked = interestOver(outstandingPrincipal, loan, bearsFrom, day) < borne
  return isBooked || hasLateAfter(held, day) ? today : day
}

/** P23: what is due first, and beyond that principal, for which the rest is planned anew. */
function payByBank(
  unit: Unit,
  held: HeldLoan,
  { amount, came, opened, draft }: PaidOnLoan,
  today: BusinessDate,
): EventDraft[] {
  const { loan } = held
  const day = dayOf(held, came, today)
  const before = [...comeDue(unit, held, day), ...accrue(unit, held, day)]
  const made = repaid(unit, held, { amount, day, mode: 'SMALLER' })
  refuseMore(loan, made.rest, amount)
  addEvent(unit, loan, 'REPAID', { date: day, amount, text: 'By bank' })
  const drafts = partsRepaid(loan, made).map(({ component, amount: part, variant }): EventDraft => {
    const shared = draft(component)
    return {
      ...shared,
      type: 'INSTALMENT_PAID',
      claim: { type: 'BUSINESS_LOAN', id: loan.id },
      clientId: loan.clientId,
      component,
      amount: -part,
      bookDate: day,
      text: `${loan.loanNumber}: ${shared.text}`,
      facts: { ...shared.facts, variant, amount: String(part) },
    }
  })
  return [...before, ...drafts].map((one) => ({ ...one, bookDate: opened(one.bookDate) }))
}

/** What was paid of a loan before it was lost, or after, is taken off as it was paid. */
function guardTakenOff(loan: BusinessLoan, booked: readonly FinancialEvent[]): void {
  const wasLost = booked.some(({ facts }) => String(facts['variant']).startsWith('LOST'))
  const isLost = loan.writtenOffDate != null
  const isCapital = booked.some(({ component }) => component !== 'NOTICE_FEE')
  if (isCapital && wasLost !== isLost) {
    refuse('EVENT_NOT_REVERSIBLE', { detail: 'The loan was written off meanwhile.' })
  }
  if (!lifeOfLoan.may(loan.status, 'repay') && !lifeOfLoan.may(loan.status, 'oweAgain')) {
    refuse('EVENT_NOT_REVERSIBLE', { detail: `The loan is ${loan.status}.` })
  }
}

/** It is owed again from today on: of the steps that were paid last, and beyond them planned. */
function takeOff(
  unit: Unit,
  held: HeldLoan,
  booked: readonly FinancialEvent[],
  { paid, today: day }: Known,
): EventDraft[] {
  const { loan } = held
  guardTakenOff(loan, booked)
  const of = (component: FinancialEvent['component']) =>
    -sum(booked.filter((one) => one.component === component).map(({ amount }) => amount))
  const back = { principal: of('CAPITAL'), interest: of('CREDIT_INTEREST'), fee: of('NOTICE_FEE') }
  const drafts = [...comeDue(unit, held, day), ...accrue(unit, held, day)]
  loan.outstandingPrincipal += back.principal
  loan.accruedInterest += back.interest
  loan.feesDue += back.fee
  roundAnew(held, day)
  if (loan.status === 'CLOSED') {
    const verb = loan.writtenOffDate == null ? 'oweAgain' : 'stayLost'
    loan.status = lifeOfLoan.move(loan.status, verb)
  }
  const left = unpaid(held, paid, back, day)
  if (left > 0n) planAnew(unit, held, day)
  addEvent(unit, loan, 'TAKEN_BACK', {
    date: day,
    amount: back.principal + back.interest + back.fee,
  })
  return drafts
}

type Back = Record<'principal' | 'interest' | 'fee', bigint>
const kinds = [
  ['fee', 'paidFee'],
  ['interest', 'paidInterest'],
  ['principal', 'paidPrincipal'],
] as const

/** What no step has paid, and is to be planned. */
function unpaid(
  held: HeldLoan,
  paid: readonly BusinessLoanLedgerEvent[],
  back: Back,
  day: BusinessDate,
): bigint {
  const { loan } = held
  const left = { ...back }
  const owedAgain = new Set(held.open.map(({ row }) => row))
  for (const row of paid.filter(({ businessLoanId }) => businessLoanId === loan.id)) {
    const before = sum(Object.values(left))
    for (const [kind, column] of kinds) {
      const part = smaller(left[kind], row[column])
      left[kind] -= part
      row[column] -= part
    }
    if (sum(Object.values(left)) === before) continue
    row.status = lifeOfInstalment.move(row.status, againOf(row, loan, day))
    row.doneDate = null
    if (row.type === 'INSTALMENT' && day > row.plannedDate) row.lateFrom = day
    owedAgain.add(row)
  }
  held.open = inOrder([...owedAgain]).map(stepOf)
  return left.principal + left.interest
}

/** By itself it costs no late fee. */
function againOf(row: BusinessLoanLedgerEvent, loan: BusinessLoan, day: BusinessDate) {
  const { graceDays: days, pauses } = loan
  if (row.type === 'INSTALMENT' && isLate(row.plannedDate, { days, pauses }, day)) {
    return 'beLateAgain'
  }
  return row.paidFee + row.paidInterest + row.paidPrincipal > 0n ? 'payLess' : 'comeDueAgain'
}

function planAnew(unit: Unit, held: HeldLoan, day: BusinessDate): void {
  const { loan, open, planned } = held
  if (loan.writtenOffDate != null) return allDue(unit, held, day)
  const anew = plannedAnew(loan, { day, open, planned })
  if (anew.length === 0) return allDue(unit, held, day)
  planInstead(unit, held, anew)
  addEvent(unit, loan, 'PLANNED', { date: day, text: 'SMALLER' })
}
