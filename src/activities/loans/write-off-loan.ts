import type { FinancialEventType } from '../../domain/bookkeeping/ledger.ts'
import { lifeOfInstalment, lifeOfLoan } from '../../domain/loans/loan.ts'
import { accruedTo, carriedBy } from '../../domain/loans/running.ts'
import { decimal, sum } from '../../domain/money.ts'
import { notFound } from '../../domain/refusal.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { accrue, openWithLate } from './accrue.ts'
import { addEvent } from './add-event.ts'
import { addStep, draftOf, holdLoans, planInstead, type HeldLoan } from './held-loans.ts'

/** P24, by two people: a loss in the tenant's book, while the client owes it all as before. */
export async function writeOffLoan(unit: Unit, id: string): Promise<FinancialEvent[] | Pending> {
  const asked = await unit.load(BusinessLoan, id)
  lifeOfLoan.move(asked.status, 'writeOff')
  const { clientId, currency } = asked
  // All that is lost or still asked for: principal, interest until today, and fees.
  const day = await unit.today()
  const { late } = await openWithLate(unit, asked, day)
  const { outstandingPrincipal, accruedInterest, feesDue } = accruedTo(asked, day).owed
  const minor = outstandingPrincipal + accruedInterest + late + feesDue
  const pending = requireSecond(unit, {
    topic: 'LOAN_WRITE_OFF',
    subject: { type: 'BusinessLoan', id, clientId },
    // Interest of each day makes it no other wish.
    payload: { amount: decimal(outstandingPrincipal, currency), currency },
    amount: { minor, currency },
  })
  return pending ?? writeOffNow(unit, id)
}

async function writeOffNow(unit: Unit, id: string): Promise<FinancialEvent[]> {
  const [held] = await holdLoans(unit, [id])
  if (held === undefined) return notFound()
  const { loan } = held
  const day = await unit.today()
  const drafts = accrue(unit, held, day)
  allDue(unit, held, day)
  loan.status = lifeOfLoan.move(loan.status, 'writeOff')
  Object.assign(loan, { writtenOffDate: day, nextRate: null, nextRateFrom: null })
  const { outstandingPrincipal: principal, accruedInterest: interest } = loan
  addEvent(unit, loan, 'WRITTEN_OFF', { date: day, amount: principal + interest })
  return book(unit, [
    ...drafts,
    ...loss(loan, { type: 'WRITE_OFF_CAPITAL', amount: principal, day }),
    ...loss(loan, { type: 'WRITE_OFF_INTEREST', amount: interest, day }),
  ])
}

/** All that is left is due at once. */
export function allDue(unit: Unit, held: HeldLoan, day: string): void {
  const { loan, open, planned } = held
  const number = planned[0]?.number ?? (open.at(-1)?.number ?? 0) + 1
  const principal =
    loan.outstandingPrincipal - sum(open.map((one) => one.principal - one.paidPrincipal))
  const interest = carriedBy(loan.accruedInterest, open)
  planInstead(unit, held, [])
  if (principal + interest === 0n) return
  const rest = { number, dueDate: day, principal, interest, fee: 0n }
  const step = addStep(unit, loan, 'INSTALMENT', rest)
  step.row.status = lifeOfInstalment.move(step.row.status, 'comeDue')
  held.open.push(step)
}

function loss(
  loan: BusinessLoan,
  { type, amount, day }: { type: FinancialEventType; amount: bigint; day: string },
): EventDraft[] {
  if (amount === 0n) return []
  const facts = { amount: String(amount) }
  const key = `written-off/${type}`
  return [draftOf(loan, { type, amount: 0n, key, text: 'Written off', date: day, facts })]
}
