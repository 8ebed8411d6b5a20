import { z } from 'zod'
import { lifeOfLoan } from '../../domain/loans/loan.ts'
import { endedBefore, pauseAhead, refusePause, type Pauses } from '../../domain/loans/pause.ts'
import { datesAround, plannedAnew } from '../../domain/loans/running.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import { filled, sentDay } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { accrue, roundAnew } from './accrue.ts'
import { addEvent } from './add-event.ts'
import { comeDue, followPauses } from './day-of-loan.ts'
import { holdLoans, planInstead, type HeldLoan } from './held-loans.ts'

export const pauseLoanInput = z.strictObject({
  from: sentDay.meta({ example: '2027-01-01' }),
  until: sentDay.meta({ example: '2027-02-28' }),
  text: filled(200).optional(),
})

/** Nothing is due, late or announced in these days; what is to come comes as many months later. */
export async function pauseLoan(
  unit: Unit,
  id: string,
  { from, until, text }: z.output<typeof pauseLoanInput>,
): Promise<BusinessLoan> {
  const { held, day } = await toPlanAnew(unit, id)
  const { loan } = held
  lifeOfLoan.move(loan.status, 'putOff')
  if (loan.loanType !== 'INSTALMENT') refuse('LOAN_NOT_TO_PAUSE')
  if (pauseAhead(loan.pauses, day) !== undefined) refuse('LOAN_NOT_TO_PAUSE')
  refusePause({ from, until }, day)
  const days = `${from} – ${until}`
  addEvent(unit, loan, 'PUT_OFF', {
    date: day,
    text: text === undefined ? days : `${days}: ${text}`,
  })
  await planAround(unit, held, { day, pauses: [...(loan.pauses ?? []), { from, until }] })
  return loan
}

/** From today on it is paused no more, and what is to come comes sooner. */
export async function resumeLoan(unit: Unit, id: string): Promise<BusinessLoan> {
  const { held, day } = await toPlanAnew(unit, id)
  const { loan } = held
  lifeOfLoan.move(loan.status, 'owe')
  if (pauseAhead(loan.pauses, day) === undefined) refuse('LOAN_WITHOUT_PAUSE')
  await planAround(unit, held, { day, pauses: endedBefore(loan.pauses, day) })
  return loan
}

async function toPlanAnew(unit: Unit, id: string) {
  await unit.load(BusinessLoan, id)
  refuseBound(unit)
  const [held] = await holdLoans(unit, [id])
  return held === undefined ? notFound() : { held, day: await unit.today() }
}

/** The interest until then is added before, so that days of the past stay as they were. */
async function planAround(
  unit: Unit,
  held: HeldLoan,
  { day, pauses }: { day: string; pauses: NonNullable<Pauses> },
): Promise<void> {
  const { loan } = held
  const drafts: EventDraft[] = [...comeDue(unit, held, day), ...accrue(unit, held, day)]
  roundAnew(held, day)
  loan.pauses = [...pauses]
  const { open, planned } = held
  const { dates, termMonths } = datesAround(loan, { day, planned })
  loan.termMonths = termMonths
  if (planned.length > 0) {
    planInstead(unit, held, plannedAnew(loan, { day, open, planned, dates }))
    addEvent(unit, loan, 'PLANNED', { date: day })
  }
  followPauses(unit, held, day)
  await book(unit, drafts)
}
