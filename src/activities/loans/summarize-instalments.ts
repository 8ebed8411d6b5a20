import { z } from 'zod'
import { dayCounts } from '../../domain/loans/day-count.ts'
import { openOf, type DueInstalment } from '../../domain/loans/balance.ts'
import { effectiveRate } from '../../domain/loans/effective-rate.ts'
import { lifeOfLoan, refuseTerms } from '../../domain/loans/loan.ts'
import type { LoanPause } from '../../domain/loans/pause.ts'
import {
  accruedTo,
  repayment,
  repaymentModes,
  type RunningLoan,
} from '../../domain/loans/running.ts'
import {
  amortizations,
  dueDatesOf,
  loanTypes,
  scheduleOf,
  type Instalment,
} from '../../domain/loans/schedule.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import type { LoanProfile } from '../../entities/loan-profile.ts'
import { currencyCode, percentSent, positiveAmountSent } from '../../kernel/read/amounts.ts'
import { sentDay } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountIn, amountToMove } from '../clients/accounts/amount-in.ts'
import { openWithLate } from './accrue.ts'
import { refuseMore } from './repay-loan.ts'
import { setupFeeOf } from './withdraw-from-loan.ts'

/** Terms for which a plan is calculated, whoever they are for. */
export const freeTermsInput = z.strictObject({
  amount: positiveAmountSent.meta({ example: '100000.00' }),
  currency: currencyCode,
  termMonths: z.int().min(1).max(360).meta({ example: 6 }),
  rate: percentSent.meta({ example: '12' }),
  loanType: z.enum(loanTypes).default('INSTALMENT'),
  amortization: z.enum(amortizations).default('ANNUITY'),
  dayCount: z.enum(dayCounts).default('THIRTY_360'),
  setupFee: positiveAmountSent.default('0'),
  setupFeePercent: percentSent.default('0'),
  instalmentFee: positiveAmountSent.default('0'),
  instalmentDay: z.int().min(1).max(28).optional(),
  startDate: sentDay.optional(),
})

export interface Summary {
  currency: string
  startDate: string
  setupFee: bigint
  effectiveRate: string | null
  /** Those that hold, or are still to come. */
  pauses: readonly LoanPause[]
  instalments: readonly Instalment[]
}

/** Calculates a plan, and what it costs a year in all; nothing is written. */
export async function summarizeTerms(
  unit: Unit,
  sent: z.output<typeof freeTermsInput>,
): Promise<Summary> {
  refuseTerms(sent)
  const { currency, instalmentDay = null } = sent
  const amount = amountToMove(sent.amount, currency, '/amount')
  const startDate = sent.startDate ?? (await unit.today())
  return summaryOf(
    {
      ...sent,
      instalmentDay,
      setupFee: amountIn(sent.setupFee, currency, '/setupFee'),
      instalmentFee: amountIn(sent.instalmentFee, currency, '/instalmentFee'),
    },
    { amount, startDate },
  )
}

type Terms = Pick<
  LoanProfile,
  'currency' | 'rate' | 'dayCount' | 'amortization' | 'instalmentFee' | 'setupFee'
> &
  Pick<BusinessLoan, 'setupFeePercent' | 'termMonths' | 'instalmentDay'>

function summaryOf(
  terms: Terms,
  { amount, startDate }: { amount: bigint; startDate: string },
): Summary {
  const { currency, rate, dayCount, amortization, termMonths, instalmentDay = null } = terms
  const instalments = scheduleOf({
    principal: amount,
    from: startDate,
    rate,
    dayCount,
    startDate,
    instalmentDay,
    amortization,
    fee: terms.instalmentFee,
    dueDates: dueDatesOf(startDate, termMonths, instalmentDay),
  })
  const setupFee = setupFeeOf(terms, amount)
  return {
    currency,
    startDate,
    setupFee,
    effectiveRate: effectiveRate(amount - setupFee, startDate, instalments),
    pauses: [],
    instalments,
  }
}

export const summaryInput = z
  .strictObject({
    /** The plan after this was repaid today, instead of the one that is. */
    repayment: z
      .strictObject({
        amount: positiveAmountSent.meta({ example: '10000.00' }),
        mode: z.enum(repaymentModes).default('SMALLER'),
      })
      .optional(),
  })
  .prefault({})

/** The plan of a loan as it stands, or as it would after a repayment; nothing is written. */
export async function summarizeLoan(
  unit: Unit,
  id: string,
  sent: z.output<typeof summaryInput>,
): Promise<Summary> {
  const loan = await unit.load(BusinessLoan, id)
  const day = await unit.today()
  if (sent.repayment === undefined && loan.startDate == null) {
    const amount = loan.amountApproved ?? loan.amountApplied
    return summaryOf(loan, { amount, startDate: day })
  }
  const { open, planned, late } = await openWithLate(unit, loan, day)
  const owed = accruedTo(loan, day).owed
  const now = { ...loan, ...owed, accruedInterest: owed.accruedInterest + late }
  if (sent.repayment === undefined) return runningSummary(now, { day, open, planned })
  lifeOfLoan.move(loan.status, 'repay')
  const { mode } = sent.repayment
  const amount = amountToMove(sent.repayment.amount, loan.currency, '/repayment/amount')
  const made = repayment(now, { day, open, planned, amount, mode })
  refuseMore(loan, made.rest, amount)
  const { instalments, planned: ahead } = made
  return runningSummary({ ...loan, ...made.owed }, { day, open: instalments, planned: ahead })
}

/** What is left of what is due, then what is to come, and what that costs a year from now on. */
function runningSummary(
  loan: RunningLoan & { currency: string },
  of: { day: string; open: readonly DueInstalment[]; planned: readonly Instalment[] },
): Summary {
  const { day } = of
  const open = of.open.filter((one) => openOf(one) > 0n).map(leftOf)
  const instalments = [...open, ...of.planned]
  const from = instalments.map((one) => (one.dueDate < day ? { ...one, dueDate: day } : one))
  const owed = loan.outstandingPrincipal + loan.accruedInterest + loan.feesDue
  return {
    currency: loan.currency,
    startDate: loan.startDate ?? day,
    setupFee: 0n,
    effectiveRate: effectiveRate(owed, day, from),
    pauses: (loan.pauses ?? []).filter(({ until }) => until >= day),
    instalments,
  }
}

const leftOf = (one: DueInstalment): Instalment => ({
  number: one.number,
  dueDate: one.dueDate,
  principal: one.principal - one.paidPrincipal,
  interest: one.interest - one.paidInterest,
  fee: one.fee - one.paidFee,
})
