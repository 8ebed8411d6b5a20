import type { z } from 'zod'
import { refuseLateMargin } from '../../domain/loans/late-interest.ts'
import { refuseLimits, refuseTerms } from '../../domain/loans/loan.ts'
import { LoanProfile } from '../../entities/loan-profile.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountIn } from '../clients/accounts/amount-in.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { rateSaid } from './floating-rates.ts'

/** What is agreed and is no amount. */
export const termFields = [
  'rate',
  'baseRateCode',
  'margin',
  'rateNoticeDays',
  'noticeDays',
  'dayCount',
  'pauseInterest',
  'lateFeeMostPercent',
  'lateInterestMargin',
  'setupFeePercent',
  'instalmentDay',
  'graceDays',
  'defaultDays',
  'autoSetOff',
  'requiresGuarantor',
  'requiresSignature',
] as const

export const termAmounts = [
  'setupFee',
  'instalmentFee',
  'lateFee',
  'lateFeesMost',
  'minInstalment',
] as const

const bounds = ['minAmount', 'maxAmount'] as const
const amounts = [...termAmounts, ...bounds]

const changed = ['name', 'minTermMonths', 'maxTermMonths', 'active', ...termFields] as const

const usual = {
  dayCount: 'THIRTY_360',
  setupFeePercent: '0',
  graceDays: 0,
  defaultDays: 60,
  autoSetOff: true,
  requiresGuarantor: false,
  requiresSignature: true,
  active: true,
} as const

const none = positiveAmountSent.default('0')

export const createLoanProfileInput = bodyOf(
  LoanProfile,
  ['code', 'currency', 'loanType', 'amortization', ...changed],
  usual,
)
  .partial({ rate: true })
  .extend({
    minInstalment: none,
    setupFee: none,
    instalmentFee: none,
    lateFee: none,
    lateFeesMost: positiveAmountSent.nullable().optional(),
    minAmount: positiveAmountSent.meta({ example: '10000.00' }),
    maxAmount: positiveAmountSent.meta({ example: '500000.00' }),
  })

export const updateLoanProfileInput = bodyOf(LoanProfile, changed)
  .extend({
    setupFee: positiveAmountSent,
    instalmentFee: positiveAmountSent,
    lateFee: positiveAmountSent,
    lateFeesMost: positiveAmountSent.nullable(),
    minInstalment: positiveAmountSent,
    minAmount: positiveAmountSent,
    maxAmount: positiveAmountSent,
  })
  .partial()

/** What was sent, its amounts in minor units. */
export function inMinor<S extends object, F extends keyof S & string>(
  sent: S,
  fields: readonly F[],
  currency: string,
): Omit<S, F> & { [K in F]: undefined extends S[K] ? bigint | undefined : bigint } {
  const found = fields.flatMap((field) => {
    const value = sent[field]
    return typeof value === 'string' ? [[field, amountIn(value, currency, `/${field}`)]] : []
  })
  return { ...sent, ...Object.fromEntries(found) }
}

export async function createLoanProfile(
  unit: Unit,
  sent: z.output<typeof createLoanProfileInput>,
): Promise<LoanProfile> {
  refuseBound(unit)
  const { instalmentDay = null, ...profile } = inMinor(sent, amounts, sent.currency)
  refuseTerms(profile)
  refuseLateMargin(profile.lateInterestMargin, profile.currency)
  refuseLimits(profile)
  const rate = await rateSaid(unit, profile, sent.rate)
  return unit.add(LoanProfile, { ...profile, rate, instalmentDay })
}

/** Loans that were given keep what was agreed. */
export async function updateLoanProfile(
  unit: Unit,
  id: string,
  sent: z.output<typeof updateLoanProfileInput>,
): Promise<LoanProfile> {
  refuseBound(unit)
  const profile = await loadHeld(unit, LoanProfile, id)
  change(profile, inMinor(sent, amounts, profile.currency))
  refuseTerms(profile)
  refuseLateMargin(profile.lateInterestMargin, profile.currency)
  refuseLimits(profile)
  profile.rate = await rateSaid(unit, profile, sent.rate)
  return profile
}
