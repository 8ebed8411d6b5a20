import type { BusinessDate } from '../../domain/dates.ts'
import { lateInterestOver } from '../../domain/loans/late-interest.ts'
import { lifeOfInstalment } from '../../domain/loans/loan.ts'
import type { OpenStep } from '../../domain/loans/notice.ts'
import { accruedTo, anewFrom, isLate, monthEnds } from '../../domain/loans/running.ts'
import { sum } from '../../domain/money.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import type { LateOnLoans } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import {
  addStep,
  draftOf,
  lateRatesFor,
  sortSteps,
  stepsOf,
  type HeldLoan,
  type Step,
} from './held-loans.ts'

/** Adds the interest until a day to what is owed, and what is late bears beyond it. */
export function accrue(unit: Unit, held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { loan } = held
  const late = latePartsTo(held, day)
  const { interest, owed } = accruedTo(loan, day)
  Object.assign(loan, owed)
  const drafts = late.map((part) => addLate(unit, held, part, day))
  if (interest === 0n) return drafts
  const from = `${loan.bearsFrom}/${loan.borne}`
  const ordinary = draftOf(loan, {
    type: 'LOAN_INTEREST',
    component: 'CREDIT_INTEREST',
    amount: interest,
    key: `interest/${day}/${from}`,
    text: `Interest until ${day}`,
    date: day,
  })
  return [ordinary, ...drafts]
}

/** Interest is booked at the end of each month, whichever day it is found on. */
export function accruedAtEnds(unit: Unit, held: HeldLoan, day: BusinessDate): EventDraft[] {
  const { bearsFrom } = held.loan
  if (bearsFrom == null) return []
  return monthEnds(bearsFrom, day).flatMap((end) => accrue(unit, held, end))
}

/** From then on interest is rounded anew, and late interest in a row of its own. */
export function roundAnew(held: HeldLoan, day: BusinessDate): void {
  const { loan } = held
  if (loan.bearsFrom == null || day > loan.bearsFrom) Object.assign(loan, anewFrom(day))
  for (const step of held.open) {
    const since = lateSince(loan, step, day)
    if (since !== undefined && since < day) step.row.lateFrom = day
  }
}

/** What a late instalment has borne since its interest was last rounded. */
interface LatePart {
  number: number
  from: BusinessDate
  of: Step[]
  /** Where what was booked of it stands. */
  into: Step | undefined
}

type Late = Pick<HeldLoan, 'loan' | 'open' | 'lateRates'>
type Grown = LatePart & { amount: bigint }

/** What is late bears by a day and is in no book yet. */
export function latePartsTo(held: Late, day: BusinessDate): Grown[] {
  return partsBy(held, (step) => lateSince(held.loan, step, day))
    .map((part) => ({ ...part, amount: lateOver(held, part, day) - bookedOf(part) }))
    .filter(({ amount }) => amount > 0n)
}

/** Whether late interest of days after one is in the books. */
export const hasLateAfter = (held: HeldLoan, day: BusinessDate): boolean =>
  partsBy(held, ({ row }) => row.lateFrom ?? undefined).some(
    (part) => bookedOf(part) > lateOver(held, part, day),
  )

/** By their numbers, which those have in common that were planned anew after the term. */
function partsBy(held: Late, since: (step: Step) => BusinessDate | undefined): LatePart[] {
  const steps = held.open.flatMap((step) => {
    const from = since(step)
    return from === undefined ? [] : [{ step, from, key: `${step.number} ${from}` }]
  })
  return [...Map.groupBy(steps, ({ key }) => key).values()].flatMap((group) => {
    const { from, step } = group[0]!
    const into = held.open.find(
      ({ row, number, dueDate }) =>
        row.type === 'LATE_INTEREST' && number === step.number && dueDate === from,
    )
    return { number: step.number, from, of: group.map((one) => one.step), into }
  })
}

/** What came within its days of grace counts as if it had come when it was due. */
function lateSince(loan: BusinessLoan, { row, dueDate }: Step, day: BusinessDate) {
  const { lateInterestMargin, writtenOffDate, graceDays: days, pauses } = loan
  if (lateInterestMargin == null || writtenOffDate != null) return undefined
  if (row.type !== 'INSTALMENT' || lifeOfInstalment.may(row.status, 'beLate')) return undefined
  return isLate(dueDate, { days, pauses }, day) ? (row.lateFrom ?? dueDate) : undefined
}

const bookedOf = ({ into }: LatePart): bigint => into?.interest ?? 0n

const lateOver = ({ loan, lateRates }: Late, { of, from }: LatePart, to: BusinessDate): bigint =>
  sum(
    of.map((step) => {
      const principal = step.principal - step.paidPrincipal
      const interest = step.interest - step.paidInterest
      return lateInterestOver(loan, lateRates, { principal, interest }, { from, to })
    }),
  )

/** It is due at once, in a row of its own for each time that it is rounded. */
function addLate(unit: Unit, held: HeldLoan, part: Grown, day: BusinessDate): EventDraft {
  const { loan } = held
  const { number, amount } = part
  const step = part.into ?? addLateStep(unit, held, part)
  const before = step.interest
  step.interest += amount
  step.row.interest = step.interest
  loan.accruedInterest += amount
  return draftOf(loan, {
    type: 'LOAN_INTEREST',
    component: 'CREDIT_INTEREST',
    amount,
    key: `late-interest/${step.row.id}/${day}/${before}`,
    text: `Late interest of instalment ${number} until ${day}`,
    date: day,
    facts: { variant: 'LATE' },
  })
}

function addLateStep(unit: Unit, held: HeldLoan, { number, from }: LatePart): Step {
  const nothing = { number, principal: 0n, interest: 0n, fee: 0n }
  const step = addStep(unit, held.loan, 'LATE_INTEREST', { ...nothing, dueDate: from })
  step.row.status = lifeOfInstalment.move(step.row.status, 'comeDue')
  held.open = sortSteps([...held.open, step])
  return step
}

/** What is open of a loan with the late interest until a day, which is in no book yet. */
export async function openWithLate(unit: Unit, loan: BusinessLoan, day: BusinessDate) {
  const { open, planned } = (await stepsOf(unit, [loan.id]))(loan.id)
  return { ...withLate({ loan, open, lateRates: await lateRatesFor(unit, [loan]) }, day), planned }
}

export const lateOnLoans: LateOnLoans = async (unit, ids) => {
  const loans = await unit.all(BusinessLoan, {
    id: { $in: [...ids] },
    lateInterestMargin: { $ne: null },
  })
  if (loans.length === 0) return new Map()
  const [steps, lateRates, day] = await Promise.all([
    stepsOf(unit, ids),
    lateRatesFor(unit, loans),
    unit.today(),
  ])
  return new Map(
    loans.map((loan) => {
      const { open } = steps(loan.id)
      return [loan.id, withLate({ loan, open, lateRates }, day).late]
    }),
  )
}

export function withLate(held: Late, day: BusinessDate): { open: OpenStep[]; late: bigint } {
  const parts = latePartsTo(held, day)
  const grown = held.open.map((step): OpenStep => {
    const part = parts.find(({ into }) => into === step)
    const { type } = step.row
    return part === undefined
      ? { ...step, type }
      : { ...step, type, interest: step.interest + part.amount }
  })
  const added = parts.filter(({ into }) => into === undefined)
  return {
    open: inOrder([...grown, ...added.map(shownOf)]),
    late: sum(parts.map(({ amount }) => amount)),
  }
}

const shownOf = ({ number, from, amount }: Grown): OpenStep => ({
  type: 'LATE_INTEREST',
  number,
  dueDate: from,
  principal: 0n,
  interest: amount,
  fee: 0n,
  paidPrincipal: 0n,
  paidInterest: 0n,
  paidFee: 0n,
})

/** After the instalment of the same day, as their rows are. */
const inOrder = (steps: readonly OpenStep[]) =>
  steps.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate) || a.number - b.number)
