import { z } from 'zod'
import { availableOn, refuseBeyondAvailable } from '../../domain/clients/accounts.ts'
import { lifeOfInstalment, lifeOfLoan } from '../../domain/loans/loan.ts'
import { repayment, repaymentModes, type Repayment } from '../../domain/loans/running.ts'
import { decimal } from '../../domain/money.ts'
import { invalid, notFound, refuse } from '../../domain/refusal.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { filled } from '../../kernel/read/fields.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { boundBesideLoans } from '../clients/accounts/bound-on.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { accrue, roundAnew } from './accrue.ts'
import { addEvent } from './add-event.ts'
import {
  addStep,
  draftOf,
  feeDraft,
  holdLoans,
  planInstead,
  settleSteps,
  type HeldLoan,
  type Step,
} from './held-loans.ts'
import { writeOffLoan } from './write-off-loan.ts'

export const enterLoanEventInput = z.strictObject({
  type: z.enum(['REPAYMENT', 'FEE', 'WRITE_OFF']),
  /** Of a write-off none: it is of all that is owed. */
  amount: positiveAmountSent.optional().meta({ example: '10000.00' }),
  /** What becomes of what is left to pay, where more is repaid than is due. */
  mode: z.enum(repaymentModes).default('SMALLER'),
  text: filled(200).optional(),
})

type Entered = z.output<typeof enterLoanEventInput>

/** A fee that is due at once, a repayment from the client's account, or the loss of all of it. */
export async function enterLoanEvent(
  unit: Unit,
  id: string,
  sent: Entered,
): Promise<FinancialEvent[] | Pending> {
  const { currency } = await unit.load(BusinessLoan, id)
  refuseBound(unit)
  if (sent.type === 'WRITE_OFF') {
    if (sent.amount === undefined) return writeOffLoan(unit, id)
    invalid('/amount', 'OF_ALL', 'What is written off is all that is owed')
  }
  if (sent.amount === undefined) invalid('/amount', 'AMOUNT_MISSING', 'How much it is')
  const amount = amountToMove(sent.amount, currency, '/amount')
  const [held] = await holdLoans(unit, [id])
  if (held === undefined) return notFound()
  lifeOfLoan.move(held.loan.status, sent.type === 'FEE' ? 'owe' : 'repay')
  const day = await unit.today()
  if (sent.type === 'FEE') return book(unit, [addFee(unit, held, { amount, day, text: sent.text })])
  const drafts = [...accrue(unit, held, day)]
  const made = repaid(unit, held, { amount, day, mode: sent.mode })
  refuseMore(held.loan, made.rest, amount)
  await refuseBeyondAccount(unit, held.loan, amount)
  drafts.push(...repaidDrafts(held.loan, made, { day, key: unit.newId('FinancialEvent') }))
  addEvent(unit, held.loan, 'REPAID', { date: day, amount })
  return book(unit, drafts)
}

/** A fee is due at once, and is owed besides the instalments. */
export function addFee(
  unit: Unit,
  held: HeldLoan,
  { amount, day, text = 'Fee' }: { amount: bigint; day: string; text?: string | undefined },
): EventDraft {
  const { loan } = held
  const nothing = { number: 1, principal: 0n, interest: 0n }
  const step = addStep(unit, loan, 'FEE', { ...nothing, dueDate: day, fee: amount })
  step.row.status = lifeOfInstalment.move(step.row.status, 'comeDue')
  held.open.push(step)
  loan.feesDue += amount
  return feeDraft(loan, { fee: amount, key: `fee/${step.row.id}`, text, date: day })
}

export function refuseMore(
  { currency }: Pick<BusinessLoan, 'currency'>,
  rest: bigint,
  amount: bigint,
): void {
  if (rest === 0n) return
  const detail = `${decimal(amount - rest, currency)} ${currency} is owed.`
  refuse('LOAN_REPAID_TOO_MUCH', { detail })
}

async function refuseBeyondAccount(unit: Unit, loan: BusinessLoan, amount: bigint): Promise<void> {
  const { clientId, currency } = loan
  const [account] = await unit.locked(ClientAccount, { clientId, currency, type: 'MAIN' })
  if (account === undefined) {
    refuse('ACCOUNT_MISSING', { detail: `The client has no account in ${currency}.` })
  }
  const bound = (await boundBesideLoans(unit, [account])).get(account.id) ?? 0n
  refuseBeyondAvailable(account, availableOn(account, bound), amount)
}

/** What a payment does to a loan on which interest was added until that day. */
export function repaid(
  unit: Unit,
  held: HeldLoan,
  { amount, day, mode }: { amount: bigint; day: string; mode: 'SMALLER' | 'FEWER' },
): Repayment<Step> {
  const { loan, open, planned } = held
  const made = repayment<Step>(loan, { day, open, planned, amount, mode })
  const { outstandingPrincipal, accruedInterest, feesDue } = made.owed
  Object.assign(loan, { outstandingPrincipal, accruedInterest, feesDue })
  roundAnew(held, day)
  settleSteps(held, made.instalments, day)
  if (made.isReplanned) {
    planInstead(unit, held, made.planned)
    addEvent(unit, loan, 'PLANNED', { date: day, text: mode })
  }
  closeIfPaid(unit, held, day)
  return made
}

/** A loan on which nothing is owed is over; a credit line once its term is, or it is lost. */
export function closeIfPaid(unit: Unit, held: HeldLoan, day: string): void {
  const { loan } = held
  const { outstandingPrincipal, accruedInterest, feesDue, loanType, maturityDate } = loan
  if (outstandingPrincipal + accruedInterest + feesDue > 0n) return
  const isDrawable = loanType === 'CREDIT_LINE' && loan.writtenOffDate == null
  if (isDrawable && (maturityDate == null || day < maturityDate)) return
  if (!lifeOfLoan.may(loan.status, 'close')) return
  planInstead(unit, held, [])
  loan.status = lifeOfLoan.move(loan.status, 'close')
  Object.assign(loan, { nextRate: null, nextRateFrom: null })
  addEvent(unit, loan, 'CLOSED', { date: day })
}

/** What a repayment pays, a component each; of what was written off the loss becomes smaller. */
export function partsRepaid(
  { writtenOffDate }: Pick<BusinessLoan, 'writtenOffDate'>,
  { principal, interest, fees }: { principal: bigint; interest: bigint; fees: bigint },
) {
  const isLost = writtenOffDate != null
  const parts = [
    { component: 'NOTICE_FEE', amount: fees, lost: 'NOTICE_FEE' },
    { component: 'CREDIT_INTEREST', amount: interest, lost: 'LOST_INTEREST' },
    { component: 'CAPITAL', amount: principal, lost: 'LOST_CAPITAL' },
  ] as const
  return parts
    .filter(({ amount }) => amount !== 0n)
    .map(({ component, amount, lost }) => {
      return { component, amount, variant: isLost ? lost : component }
    })
}

/** P23, from the account of the client. */
export const repaidDrafts = (
  loan: BusinessLoan,
  made: { principal: bigint; interest: bigint; fees: bigint },
  { day, key }: { day: string; key: string },
): EventDraft[] =>
  partsRepaid(loan, made).map(({ component, amount, variant }) =>
    draftOf(loan, {
      type: 'INSTALMENT_PAID',
      component,
      amount: -amount,
      key: `paid/${key}/${component}`,
      text: 'Paid from the client account',
      date: day,
      facts: { variant, amount: String(amount) },
    }),
  )
