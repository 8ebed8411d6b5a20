import Big from 'big.js'
import { plusDays, type BusinessDate } from '../dates.ts'
import { invalid } from '../refusal.ts'
import {
  baseRateCodes,
  baseRates,
  type BaseRate,
  type BaseRateCode,
} from '../system/base-interest.ts'
import { ratePeriods } from '../system/late-interest.ts'
import { roundedFraction, shareOver, type Interest } from './day-count.ts'
import type { Pauses } from './pause.ts'

/** What is late bears as much as the law's rate of its currency and so much more. */
export interface BearsLate extends Interest {
  currency: string
  /** Without it what is late bears as if it were not. */
  lateInterestMargin?: string | null | undefined
}

/** The rate that the law of a currency's country names. */
export const lateRateOf = (currency: string): BaseRateCode | undefined =>
  baseRateCodes.find((code) => baseRates[code].currency === currency)

export function refuseLateMargin(margin: string | null | undefined, currency: string): void {
  if (margin == null || lateRateOf(currency) !== undefined) return
  invalid('/lateInterestMargin', 'OTHER_CURRENCY', `No law names a rate of ${currency}`)
}

/** What of an instalment is open: its fee bears nothing. */
interface OpenOf {
  principal: bigint
  interest: bigint
}

/**
 * What is late bears beyond what the loan does, from the day after one until another and with it:
 * the interest of an instalment all of that rate, its principal what is above the loan's own.
 */
export function lateInterestOver(
  loan: BearsLate,
  rates: readonly BaseRate[],
  { principal, interest }: OpenOf,
  { from, to }: { from: BusinessDate; to: BusinessDate },
): bigint {
  const { lateInterestMargin: margin, currency, pauses } = loan
  const code = lateRateOf(currency)
  const first = firstKnown(rates, code, plusDays(from, 1))
  if (margin == null || code === undefined || first === undefined || first > to) return 0n
  const terms = { ...statutory, baseRateCode: code, marginPp: margin }
  let [above, below] = [0n, 1n]
  for (const period of ratePeriods(terms, rates, first, to)) {
    const beyond = notBelowZero(new Big(period.rate).minus(loan.rate))
    for (const days of withoutPauses(period, pauses)) {
      const all = shareBy(loan, notBelowZero(new Big(period.rate)), days)
      above += interest * all.above + principal * shareBy(loan, beyond, days).above
      below = all.below
    }
  }
  return roundedFraction(above, below)
}

const notBelowZero = (rate: Big): string => (rate.lt(0) ? '0' : rate.toFixed())

const statutory = { fixedRate: null, roundingRule: 'NONE', dayCount: 'ACTUAL_365' } as const

/** Where no rate is known yet, what is late bears as if it were not. */
function firstKnown(
  rates: readonly BaseRate[],
  code: BaseRateCode | undefined,
  day: BusinessDate,
): BusinessDate | undefined {
  const days = rates.filter((one) => one.code === code).map(({ validFrom }) => validFrom)
  const earliest = days.toSorted()[0]
  return earliest === undefined || earliest > day ? earliest : day
}

interface Days {
  from: BusinessDate
  to: BusinessDate
}

const shareBy = (loan: Interest, rate: string, { from, to }: Days) =>
  shareOver({ ...loan, rate, pauses: null }, plusDays(from, -1), to)

/** In a pause nothing is asked of who owes the loan. */
function withoutPauses({ from, to }: Days, pauses: Pauses): Days[] {
  const parts: Days[] = []
  let next = from
  for (const pause of pauses ?? []) {
    if (pause.until < next || pause.from > to) continue
    if (pause.from > next) parts.push({ from: next, to: plusDays(pause.from, -1) })
    next = plusDays(pause.until, 1)
  }
  return next > to ? parts : [...parts, { from: next, to }]
}
