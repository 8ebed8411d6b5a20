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
  /** On which day of the month instalments fall due, or else on that of the start. */
  instalmentDay?: number | null | undefined
  startDate?: BusinessDate | null | undefined
}

/** Days add up: those to a day, and from it on, are those of both. */
export function daysOfInterest(interest: Counted, from: BusinessDate, to: BusinessDate): number {
  if (interest.dayCount !== 'THIRTY_360') return daysBetween(from, to)
  const due = dueDayOf(interest)
  return thirtieth(to, due) - thirtieth(from, due)
}

type Counted = Pick<Interest, 'dayCount' | 'instalmentDay' | 'startDate'>

/** What is due on the last day of a month or after has no other day in February than its last. */
const dueDayOf = ({ instalmentDay, startDate }: Counted): number =>
  instalmentDay ?? (startDate == null ? 30 : dateOf(startDate))

const dateOf = (day: BusinessDate) => Number(day.slice(8))

/** The last day of February is the day on which it is due, so that each month has thirty. */
function thirtieth(day: BusinessDate, due: number): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const isShort = month === 2 && date === lastDayOf(year, month)
  return year * 360 + month * 30 + Math.min(isShort ? Math.max(date, due) : date, 30)
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
  const days = BigInt(daysOfInterest(interest, from, to) - daysFree(interest, from, to))
  const whole = 100n * yearOf[dayCount] * rateScale
  return { above: scaledRate(rate) * days, below: whole }
}

/** Those of pauses in which it bears none. */
function daysFree(interest: Interest, from: BusinessDate, to: BusinessDate): number {
  const { pauses, pauseInterest } = interest
  if (pauseInterest !== 'NONE') return 0
  return (pauses ?? []).reduce((days, pause) => {
    const after = plusDays(pause.until, 1)
    const [first, last] = [pause.from > from ? pause.from : from, after < to ? after : to]
    return first < last ? days + daysOfInterest(interest, first, last) : days
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
