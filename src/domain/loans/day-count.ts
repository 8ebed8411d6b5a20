import Big from 'big.js'
import { daysBetween, type BusinessDate } from '../dates.ts'
import { rounded } from '../money.ts'

/** How days and years are counted for interest: `THIRTY_360` takes each month as 30 days. */
export const dayCounts = ['THIRTY_360', 'ACT_360', 'ACT_365'] as const
export type DayCount = (typeof dayCounts)[number]

const yearOf: Readonly<Record<DayCount, number>> = { THIRTY_360: 360, ACT_360: 360, ACT_365: 365 }

/** What a debt bears: hundredths a year, and how its days are counted. */
export interface Interest {
  /** In per cent a year. */
  rate: string
  dayCount: DayCount
}

/** What a hundred of a currency bears over days is a hundredth of it; days add up exactly. */
export function daysOfInterest(dayCount: DayCount, from: BusinessDate, to: BusinessDate): number {
  return dayCount === 'THIRTY_360' ? thirtieth(to) - thirtieth(from) : daysBetween(from, to)
}

/** The last day of a month is its thirtieth, that of February as well. */
function thirtieth(day: BusinessDate): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const isLast = date === lastDayOf(year, month)
  return year * 360 + month * 30 + (isLast ? 30 : date)
}

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

const places = 24

/** The share of an amount that it bears over days, as a fraction. */
export function shareOver({ rate, dayCount }: Interest, from: BusinessDate, to: BusinessDate): Big {
  const days = daysOfInterest(dayCount, from, to)
  return rounded(new Big(rate).times(days).div(100 * yearOf[dayCount]), places)
}

/** What a debt bears from a day to another, rounded once. */
export function interestOver(
  debt: bigint,
  interest: Interest,
  from: BusinessDate,
  to: BusinessDate,
): bigint {
  const days = daysOfInterest(interest.dayCount, from, to)
  const whole = new Big(debt.toString()).times(interest.rate).times(days)
  return BigInt(rounded(whole.div(100 * yearOf[interest.dayCount]), 0).toFixed(0))
}

/** So many months later, on the same day of the month or its last. */
export function plusMonths(day: BusinessDate, months: number): BusinessDate {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const at = year * 12 + month - 1 + months
  const [years, inYear] = [Math.floor(at / 12), (at % 12) + 1]
  const of = Math.min(date, lastDayOf(years, inYear))
  return `${years}-${String(inYear).padStart(2, '0')}-${String(of).padStart(2, '0')}`
}
