import Big from 'big.js'
import { daysBetween, plusDays, type BusinessDate } from '../dates.ts'
import { rateText } from '../money.ts'
import { refuse } from '../refusal.ts'
import { halfYearOf, isOutdated, type BaseRate, type BaseRateCode } from './base-interest.ts'

export const interestRoundings = ['NONE', 'UP_TO_HALF'] as const
export const dayCounts = ['ACTUAL_365', 'THIRTY_360'] as const
export type DayCount = (typeof dayCounts)[number]

/** What is added to which rate, or a rate that was agreed instead of both. */
export interface InterestTerms {
  baseRateCode: BaseRateCode
  marginPp: string
  fixedRate: string | null
  roundingRule: (typeof interestRoundings)[number]
  dayCount: DayCount
}

/** What the laws add where nothing else was agreed, in hundredths a year. */
const statutoryMargin = '8'
const marginForPeople: Readonly<Record<string, string>> = { FI: '7' }

export const marginBy = (countryCode: string, debtorType: 'COMPANY' | 'PERSON'): string =>
  (debtorType === 'PERSON' ? marginForPeople[countryCode] : undefined) ?? statutoryMargin

export const dayCountOf = (countryCode: string): DayCount =>
  countryCode === 'DK' ? 'THIRTY_360' : 'ACTUAL_365'

/** Days of one rate, from the first to the last of them. */
export interface RatePeriod {
  from: BusinessDate
  to: BusinessDate
  /** Of late interest, in hundredths a year. */
  rate: string
  /** What it is added to; none of a rate that is fixed. */
  base: BaseRate | null
  /** What holds for its half-year was not known yet: it is that of an earlier one. */
  isProvisional: boolean
}

/** The rates of late interest from a day to another, both among them. */
export function ratePeriods(
  terms: InterestTerms,
  rates: readonly BaseRate[],
  from: BusinessDate,
  to: BusinessDate,
): RatePeriod[] {
  const { fixedRate } = terms
  if (fixedRate !== null) {
    return [{ from, to, rate: rateText(fixedRate), base: null, isProvisional: false }]
  }
  const own = rates
    .filter(({ code }) => code === terms.baseRateCode)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const begins = [...own.map(({ validFrom }) => validFrom), ...halfYears(from, to)]
  const firsts = [...new Set([from, ...begins])].filter((day) => day >= from && day <= to)
  const periods = firsts.toSorted().map((first, at, days) => {
    const base = own.findLast(({ validFrom }) => validFrom <= first)
    if (base === undefined) return refuse('BASE_RATE_UNKNOWN', { detail: unknown(terms, first) })
    const next = days[at + 1]
    const last = next === undefined ? to : plusDays(next, -1)
    const isProvisional = isOutdated(base, first)
    return { from: first, to: last, rate: rateWith(terms, base), base, isProvisional }
  })
  return joined(periods)
}

const unknown = ({ baseRateCode }: InterestTerms, day: BusinessDate) =>
  `No ${baseRateCode} is known on ${day}.`

function halfYears(from: BusinessDate, to: BusinessDate): BusinessDate[] {
  const days: BusinessDate[] = []
  for (let day = halfYearOf(from); day <= to; day = halfYearOf(plusDays(day, 190))) days.push(day)
  return days
}

function rateWith({ marginPp, roundingRule }: InterestTerms, { rate }: BaseRate): string {
  const whole = new Big(rate).plus(marginPp)
  if (roundingRule === 'NONE') return whole.toFixed()
  return whole.times(2).round(0, Big.roundUp).div(2).toFixed()
}

/** What changes nothing begins no period. */
function joined(periods: readonly RatePeriod[]): RatePeriod[] {
  const kept: RatePeriod[] = []
  for (const period of periods) {
    const last = kept.at(-1)
    const goesOn =
      last?.base?.validFrom === period.base?.validFrom &&
      last?.isProvisional === period.isProvisional
    if (last !== undefined && goesOn) kept[kept.length - 1] = { ...last, to: period.to }
    else kept.push(period)
  }
  return kept
}

/** Capital that is owed from a day on: what was paid on a day is less from the next. */
export interface Owed {
  from: BusinessDate
  amount: bigint
}

export interface InterestPeriod extends RatePeriod {
  capital: bigint
  days: number
  /** Rounded so that those of all periods are together what the whole is. */
  amount: bigint
}

export interface LateInterest {
  periods: InterestPeriod[]
  total: bigint
}

/**
 * Simple interest on capital alone, by the rates of each day. The first day is the one after the
 * due date, and the last is among them; the whole is rounded, and not each period.
 */
export function lateInterest(
  terms: InterestTerms,
  rates: readonly BaseRate[],
  { owed, from, to }: { owed: readonly Owed[]; from: BusinessDate; to: BusinessDate },
): LateInterest {
  if (to < from) return { periods: [], total: 0n }
  let sum = new Big(0)
  let before = 0n
  const periods = ratePeriods(terms, rates, from, to)
    .flatMap((period) => byCapital(period, owed))
    .map(({ capital, ...period }) => {
      const days = daysBy(terms.dayCount, period.from, plusDays(period.to, 1))
      sum = sum.plus(new Big(capital.toString()).times(period.rate).times(days))
      const until = wholeOf(sum, terms.dayCount)
      const amount = until - before
      before = until
      return { ...period, capital, days, amount }
    })
  return { periods, total: before }
}

const wholeOf = (sum: Big, dayCount: DayCount): bigint =>
  BigInt(
    sum
      .div(dayCount === 'ACTUAL_365' ? 36_500 : 36_000)
      .round(0, Big.roundHalfUp)
      .toFixed(0),
  )

/** A period in parts, each of one capital. */
function byCapital(period: RatePeriod, owed: readonly Owed[]) {
  const inOrder = owed.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const within = inOrder.filter(({ from }) => from > period.from && from <= period.to)
  const firsts = [...new Set([period.from, ...within.map(({ from }) => from)])]
  return firsts.map((from, at) => {
    const next = firsts[at + 1]
    const capital = inOrder.findLast((each) => each.from <= from)?.amount ?? 0n
    return { ...period, from, to: next === undefined ? period.to : plusDays(next, -1), capital }
  })
}

function daysBy(dayCount: DayCount, from: BusinessDate, until: BusinessDate): number {
  return dayCount === 'ACTUAL_365'
    ? daysBetween(from, until)
    : thirtyDaily(until) - thirtyDaily(from)
}

/** Every month has thirty days. */
function thirtyDaily(day: BusinessDate): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return year * 360 + month * 30 + Math.min(date, 30)
}
