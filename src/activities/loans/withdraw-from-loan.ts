import Big from 'big.js'
import { z } from 'zod'
import { refuseAtRest } from '../../domain/clients/status.ts'
import { lifeOfInstalment, lifeOfLoan, refuseWithdrawal } from '../../domain/loans/loan.ts'
import { plannedAnew } from '../../domain/loans/running.ts'
import { dueDatesOf } from '../../domain/loans/schedule.ts'
import { decimal, shareOf } from '../../domain/money.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { refuseBlockedPayouts } from '../clients/accounts/payouts-blocked.ts'
import { accrue, roundAnew } from './accrue.ts'
import { addEvent } from './add-event.ts'
import { rateOn } from './floating-rates.ts'
import { addStep, draftOf, holdLoans, planInstead, stepsOf, type HeldLoan } from './held-loans.ts'

export const withdrawInput = z.strictObject({
  amount: positiveAmountSent.meta({ example: '50000.00' }),
})

/**
 * Pays out what was approved, onto the client's account. It always takes two people: the first asks
 * for it, and within 72 hours another asks for the same.
 */
export async function withdrawFromLoan(
  unit: Unit,
  id: string,
  sent: z.output<typeof withdrawInput>,
): Promise<BusinessLoan | Pending> {
  const asked = await unit.load(BusinessLoan, id)
  const { clientId, currency } = asked
  const minor = amountToMove(sent.amount, currency, '/amount')
  const { open } = (await stepsOf(unit, [id]))(id)
  refuseWithdrawal(asked, minor, isOverdue(open, await unit.today()))
  await refuseBlockedPayouts(unit, clientId)
  refuseAtRest((await unit.load(Client, clientId)).status)
  const pending = requireSecond(unit, {
    topic: 'LOAN_WITHDRAWAL',
    subject: { type: 'BusinessLoan', id, clientId },
    payload: { amount: decimal(minor, currency), currency },
    amount: { minor, currency },
  })
  return pending ?? withdrawNow(unit, id, minor)
}

const isOverdue = (open: HeldLoan['open'], today: string) =>
  open.some(({ dueDate }) => dueDate < today)

async function withdrawNow(unit: Unit, id: string, amount: bigint): Promise<BusinessLoan> {
  const [held] = await holdLoans(unit, [id])
  if (held === undefined) return notFound()
  const { loan } = held
  const day = await unit.today()
  refuseWithdrawal(loan, amount, isOverdue(held.open, day))
  const isFirst = loan.startDate == null
  if (isFirst) await begin(unit, loan, day)
  const drafts = [...accrue(unit, held, day), lent(unit, loan, amount, day)]
  if (isFirst) drafts.push(...setupFee(loan, day))
  roundAnew(held, day)
  loan.disbursed += amount
  loan.outstandingPrincipal += amount
  if (loan.status !== 'ACTIVE') loan.status = lifeOfLoan.move(loan.status, 'withdraw')
  const instalments = plannedAnew(loan, { day, open: held.open, planned: held.planned })
  if (instalments.length === 0) refuse('LOAN_NOT_DRAWABLE', { detail: 'Its term is over.' })
  planInstead(unit, held, instalments)
  addEvent(unit, loan, 'WITHDRAWN', { date: day, amount })
  await book(unit, drafts)
  return loan
}

/** Its term runs from its first payment, at the rate of that day. */
async function begin(unit: Unit, loan: BusinessLoan, day: string): Promise<void> {
  loan.startDate = day
  loan.maturityDate = dueDatesOf(day, loan.termMonths, loan.instalmentDay ?? null).at(-1) ?? day
  loan.rate = await rateOn(unit, loan, day)
}

function lent(unit: Unit, loan: BusinessLoan, amount: bigint, day: string): EventDraft {
  const nothing = { interest: 0n, fee: 0n, principal: amount }
  const { row } = addStep(unit, loan, 'WITHDRAWAL', { number: 1, dueDate: day, ...nothing })
  row.status = lifeOfInstalment.move(row.status, 'pay')
  row.doneDate = day
  return draftOf(loan, {
    type: 'LOAN_DISBURSED',
    component: 'CAPITAL',
    amount,
    key: `withdrawal/${row.id}`,
    text: 'Paid out',
    date: day,
  })
}

/** What arranging the loan costs, of all that was approved: taken from the first payment. */
export function setupFeeOf(
  terms: Pick<BusinessLoan, 'setupFee' | 'setupFeePercent'>,
  amount: bigint,
): bigint {
  return terms.setupFee + shareOf(amount, new Big(terms.setupFeePercent).div(100))
}

function setupFee(loan: BusinessLoan, day: string): EventDraft[] {
  const fee = setupFeeOf(loan, loan.amountApproved ?? 0n)
  if (fee === 0n) return []
  const facts = { variant: 'SETUP', amount: String(fee) }
  const text = 'Set-up fee'
  return [draftOf(loan, { type: 'LOAN_FEE', amount: 0n, key: 'setup', text, date: day, facts })]
}
