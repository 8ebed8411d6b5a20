import Big from 'big.js'
import { daysBetween, plusDays, type BusinessDate } from '../dates.ts'
import type { PauseInterest, Pauses } from './pause.ts'

/** How days and years are counted for interest: `THIRTY_360` takes each month as 30 days. */
export const dayCounts = ['THIRTY_360', 'ACT_360', 'ACT_365'] as const
export type DayCount = (typeof dayCounts)[number]

const yearOf: Readonly<Record<DayCount, bigint>> = {
  THIRTY_360: 360n,
  ACT_360: 360n,
  ACT_365: 365n,
}

/** What a debt bears: hundredths a year, and how its days are counted. */
export interface Interest {
  /** In per cent a year. */
  rate: string
  dayCount: DayCount
  pauses?: Pauses
  /** Without it a pause changes nothing of it. */
  pauseInterest?: PauseInterest | null | undefined
}

/** Days add up: those to a day, and from it on, are those of both. */
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

/** A rate has at most six places; what it is of a hundred, and in which part of a year. */
const rateScale = 1_000_000n

const scaledRate = (rate: string) => BigInt(new Big(rate).times(rateScale.toString()).toFixed(0))

/** A fraction of whole numbers, none of them below zero, rounded half up. */
export const roundedFraction = (above: bigint, below: bigint): bigint =>
  (2n * above + below) / (2n * below)

/** What a debt bears from a day to another, as a fraction of it. */
export function shareOver(interest: Interest, from: BusinessDate, to: BusinessDate) {
  const { rate, dayCount } = interest
  const days = BigInt(daysOfInterest(dayCount, from, to) - daysFree(interest, from, to))
  const whole = 100n * yearOf[dayCount] * rateScale
  return { above: scaledRate(rate) * days, below: whole }
}

/** Those of pauses in which it bears none. */
function daysFree(interest: Interest, from: BusinessDate, to: BusinessDate): number {
  const { dayCount, pauses, pauseInterest } = interest
  if (pauseInterest !== 'NONE') return 0
  return (pauses ?? []).reduce((days, pause) => {
    const after = plusDays(pause.until, 1)
    const [first, last] = [pause.from > from ? pause.from : from, after < to ? after : to]
    return first < last ? days + daysOfInterest(dayCount, first, last) : days
  }, 0)
}

/** The same as an amount, rounded once. */
export function interestOver(
  debt: bigint,
  interest: Interest,
  from: BusinessDate,
  to: BusinessDate,
): bigint {
  const { above, below } = shareOver(interest, from, to)
  return roundedFraction(debt * above, below)
}

/** So many months later, on the same day of the month or its last. */
export function plusMonths(day: BusinessDate, months: number): BusinessDate {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const at = year * 12 + month - 1 + months
  const [years, inYear] = [Math.floor(at / 12), (at % 12) + 1]
  const of = Math.min(date, lastDayOf(years, inYear))
  return `${years}-${String(inYear).padStart(2, '0')}-${String(of).padStart(2, '0')}`
}
