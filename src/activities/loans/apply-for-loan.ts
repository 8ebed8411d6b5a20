import type { z } from 'zod'
import { refuseAtRest } from '../../domain/clients/status.ts'
import { refuseLateMargin } from '../../domain/loans/late-interest.ts'
import { lifeOfLoan, refuseOutside, refuseTerms } from '../../domain/loans/loan.ts'
import { refuse } from '../../domain/refusal.ts'
import { BusinessLoan, LoanGuarantor } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import { LoanProfile } from '../../entities/loan-profile.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change, sentDay } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { refuseClosedClient } from '../access/refuse-closed-client.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { addEvent } from './add-event.ts'
import { rateOn, rateSaid } from './floating-rates.ts'
import { guarantorsSent, sayGuarantors } from './guarantors.ts'
import { inMinor, termAmounts, termFields } from './loan-profiles.ts'

export const applyForLoanInput = bodyOf(
  BusinessLoan,
  ['clientId', 'loanProfileId', 'loanNumber', 'purpose', 'termMonths'],
  { purpose: '' },
)
  .partial({ loanNumber: true })
  .extend({
    amount: positiveAmountSent.meta({ example: '100000.00' }),
    guarantors: guarantorsSent.optional(),
  })

/** A client applies for a loan on the terms that a profile has now. */
export async function applyForLoan(
  unit: Unit,
  sent: z.output<typeof applyForLoanInput>,
): Promise<BusinessLoan> {
  const { guarantors = [], amount: text, loanNumber, ...rest } = sent
  refuseAtRest((await unit.load(Client, sent.clientId, '/clientId')).status)
  await refuseClosedClient(unit, sent.clientId)
  const profile = await unit.load(LoanProfile, sent.loanProfileId, '/loanProfileId')
  if (!profile.active) refuse('LOAN_PROFILE_NOT_OFFERED')
  const { currency } = profile
  const amount = amountToMove(text, currency, '/amount')
  refuseOutside(profile, { amount, termMonths: sent.termMonths, pointer: '/amount' })
  const loan = unit.add(BusinessLoan, {
    ...rest,
    ...termsOf(profile),
    rate: await rateOn(unit, profile, await unit.today()),
    loanNumber: loanNumber ?? '',
    currency,
    amountApplied: amount,
    status: 'APPLICATION',
    decisionStatus: 'PENDING',
    reasonCodes: [],
    conditions: '',
    disbursed: 0n,
    outstandingPrincipal: 0n,
    accruedInterest: 0n,
    feesDue: 0n,
    borne: 0n,
    createdBy: unit.principal.id,
  })
  if (loanNumber === undefined) loan.loanNumber = loan.id
  await sayGuarantors(unit, loan, guarantors)
  addEvent(unit, loan, 'APPLIED', { date: await unit.today(), amount })
  return loan
}

function termsOf(profile: LoanProfile) {
  const { loanType, amortization, rate, dayCount, setupFee, setupFeePercent } = profile
  const { instalmentFee, lateFee, instalmentDay = null, graceDays, defaultDays } = profile
  const { autoSetOff, requiresGuarantor, requiresSignature } = profile
  const { baseRateCode = null, margin = null, rateNoticeDays = null } = profile
  const { minInstalment = null, noticeDays = null, pauseInterest = null } = profile
  const { lateFeeMostPercent = null, lateFeesMost = null, lateInterestMargin = null } = profile
  return {
    loanType,
    amortization,
    rate,
    dayCount,
    setupFee,
    setupFeePercent,
    instalmentFee,
    lateFee,
    instalmentDay,
    graceDays,
    defaultDays,
    autoSetOff,
    requiresGuarantor,
    requiresSignature,
    baseRateCode,
    margin,
    rateNoticeDays,
    minInstalment,
    noticeDays,
    pauseInterest,
    lateFeeMostPercent,
    lateFeesMost,
    lateInterestMargin,
  }
}

export const updateLoanInput = bodyOf(BusinessLoan, ['purpose', 'termMonths'])
  .extend({
    amount: positiveAmountSent,
    guarantors: guarantorsSent,
    signedDate: sentDay.meta({ example: '2026-11-20' }),
  })
  .partial()

/** Changes an application; once it is approved, says when its agreement was signed. */
export async function updateLoan(
  unit: Unit,
  id: string,
  sent: z.output<typeof updateLoanInput>,
): Promise<BusinessLoan> {
  const loan = await loadHeld(unit, BusinessLoan, id)
  const { amount: text, guarantors, signedDate, ...rest } = sent
  const date = await unit.today()
  if (text !== undefined || guarantors !== undefined || Object.keys(rest).length > 0) {
    lifeOfLoan.move(loan.status, 'change')
    const amount =
      text === undefined ? loan.amountApplied : amountToMove(text, loan.currency, '/amount')
    change(loan, { ...rest, amountApplied: amount })
    const profile = await unit.load(LoanProfile, loan.loanProfileId)
    refuseOutside(profile, { amount, termMonths: loan.termMonths, pointer: '/amount' })
    if (guarantors !== undefined) await sayGuarantors(unit, loan, guarantors)
    addEvent(unit, loan, 'CHANGED', { date, amount })
  }
  if (signedDate !== undefined) {
    refuseBound(unit)
    loan.status = lifeOfLoan.move(loan.status, 'sign')
    loan.signedDate = signedDate
    addEvent(unit, loan, 'SIGNED', { date: signedDate })
  }
  return loan
}

export const updateTermsInput = bodyOf(BusinessLoan, termFields)
  .extend({
    setupFee: positiveAmountSent,
    instalmentFee: positiveAmountSent,
    lateFee: positiveAmountSent,
    lateFeesMost: positiveAmountSent.nullable(),
    minInstalment: positiveAmountSent,
  })
  .partial()

/** The terms of a loan are changed until it is decided. */
export async function updateTerms(
  unit: Unit,
  id: string,
  sent: z.output<typeof updateTermsInput>,
): Promise<BusinessLoan> {
  const loan = await loadHeld(unit, BusinessLoan, id)
  refuseBound(unit)
  lifeOfLoan.move(loan.status, 'change')
  change(loan, inMinor(sent, termAmounts, loan.currency))
  refuseTerms(loan)
  refuseLateMargin(loan.lateInterestMargin, loan.currency)
  loan.rate = await rateSaid(unit, loan, sent.rate)
  addEvent(unit, loan, 'CHANGED', { date: await unit.today(), text: 'Terms' })
  return loan
}

export async function hasGuarantor(unit: Unit, businessLoanId: string): Promise<boolean> {
  const found = await unit.all(LoanGuarantor, { businessLoanId, status: 'ACTIVE' })
  return found.length > 0
}
