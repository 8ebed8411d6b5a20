import { z } from 'zod'
import { refuseAtRest } from '../../domain/clients/status.ts'
import { decisionStatuses } from '../../domain/credit/decision-status.ts'
import { refuseMove } from '../../domain/factoring/moves.ts'
import { lifeOfLoan, refuseOutside } from '../../domain/loans/loan.ts'
import { decimal } from '../../domain/money.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import { LoanProfile } from '../../entities/loan-profile.ts'
import { ReasonCode } from '../../entities/reason-code.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { code } from '../../kernel/read/fields.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { subStatusOf } from '../factoring/sub-status-of.ts'
import { addEvent } from './add-event.ts'
import { hasGuarantor } from './apply-for-loan.ts'
import { rateSaid } from './floating-rates.ts'

export const moveLoanInput = z.strictObject({
  status: z.enum(decisionStatuses).exclude(['DECIDED']).meta({ example: 'READY_FOR_DECISION' }),
  subStatusId: z.int().min(1).max(2_147_483_647).nullable().optional().meta({ example: 12 }),
})

/** Leads the decision about a loan on. */
export async function moveLoan(
  unit: Unit,
  id: string,
  { status, subStatusId }: z.output<typeof moveLoanInput>,
): Promise<BusinessLoan> {
  const loan = await loadHeld(unit, BusinessLoan, id)
  refuseBound(unit)
  lifeOfLoan.move(loan.status, 'change')
  refuseMove(loan.decisionStatus, status)
  loan.decisionStatus = status
  loan.subStatusId = await subStatusOf(unit, status, subStatusId)
  addEvent(unit, loan, 'MOVED', { date: await unit.today(), text: status })
  return loan
}

export const approveLoanInput = bodyOf(BusinessLoan, ['rate', 'termMonths', 'conditions'])
  .extend({ amount: positiveAmountSent })
  .partial()
  .meta({ example: { termMonths: 12, amount: '100000.00' } })
  .prefault({})

type Approval = z.output<typeof approveLoanInput>

/** Approves an application, as it is or with other terms; a large one by two. */
export async function approveLoan(
  unit: Unit,
  id: string,
  sent: Approval,
): Promise<BusinessLoan | Pending> {
  const asked = await unit.load(BusinessLoan, id)
  refuseBound(unit)
  refuseUndecidable(asked)
  refuseAtRest((await unit.load(Client, asked.clientId)).status)
  const minor = amountOf(asked, sent)
  const { clientId, currency, termMonths } = asked
  const payload = { termMonths, ...sent, amount: decimal(minor, currency), currency }
  const pending = requireSecond(unit, {
    topic: 'LOAN_APPROVE',
    subject: { type: 'BusinessLoan', id, clientId },
    payload,
    amount: { minor, currency },
  })
  return pending ?? approveNow(unit, id, sent)
}

const amountOf = ({ amountApplied, currency }: BusinessLoan, { amount }: Approval) =>
  amount === undefined ? amountApplied : amountToMove(amount, currency, '/amount')

const decidable = ['READY_FOR_DECISION', 'WAITING']

function refuseUndecidable({ status, decisionStatus }: BusinessLoan): void {
  lifeOfLoan.move(status, 'approve')
  if (!decidable.includes(decisionStatus)) {
    refuse('LOAN_DECISION_NOT_READY', { detail: `The decision is ${decisionStatus}.` })
  }
}

async function approveNow(unit: Unit, id: string, sent: Approval): Promise<BusinessLoan> {
  const loan = await loadHeld(unit, BusinessLoan, id)
  refuseUndecidable(loan)
  if (loan.requiresGuarantor && !(await hasGuarantor(unit, id))) refuse('LOAN_GUARANTOR_MISSING')
  const profile = await unit.load(LoanProfile, loan.loanProfileId)
  const { termMonths = loan.termMonths, conditions = '' } = sent
  const rate = await rateSaid(unit, { ...loan, rate: sent.rate ?? loan.rate }, sent.rate)
  const amount = amountOf(loan, sent)
  refuseOutside(profile, { amount, termMonths, pointer: '/amount' })
  Object.assign(loan, {
    rate,
    termMonths,
    conditions,
    amountApproved: amount,
    status: lifeOfLoan.move(loan.status, 'approve'),
    ...decidedBy(unit, 'APPROVED'),
  })
  addEvent(unit, loan, 'APPROVED', { date: await unit.today(), amount, text: conditions })
  return loan
}

const decidedBy = (unit: Unit, decision: 'APPROVED' | 'DENIED') => ({
  decision,
  decisionStatus: 'DECIDED' as const,
  subStatusId: null,
  decidedBy: unit.principal.id,
  decidedAt: unit.now,
})

export const denyLoanInput = z.strictObject({
  reasonCodes: z.array(code).min(1).max(20),
})

/** Turns an application down, stating why. */
export async function denyLoan(
  unit: Unit,
  id: string,
  { reasonCodes }: z.output<typeof denyLoanInput>,
): Promise<BusinessLoan> {
  const loan = await loadHeld(unit, BusinessLoan, id)
  refuseBound(unit)
  refuseUndecidable(loan)
  const there = await rowsOf(unit, ReasonCode, { code: reasonCodes }, ['code', 'active'])
  const known = new Set(there.filter(({ active }) => active).map((one) => one.code))
  const missing = reasonCodes.findIndex((one) => !known.has(one))
  if (missing >= 0) notFound(`/reasonCodes/${missing}`)
  loan.status = lifeOfLoan.move(loan.status, 'deny')
  Object.assign(loan, { reasonCodes, ...decidedBy(unit, 'DENIED') })
  addEvent(unit, loan, 'DENIED', { date: await unit.today(), text: reasonCodes.join(', ') })
  return loan
}
