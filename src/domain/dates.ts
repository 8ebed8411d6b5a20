/** A business date: `YYYY-MM-DD` in the tenant's zone. */
export type BusinessDate = string

interface Zone {
  format: Intl.DateTimeFormat
  /** The day that was last asked for, and the quarter of an hour that it was asked of. */
  day: BusinessDate
  quarter: number
}

const zones = new Map<string, Zone>()
/** Offsets of time zones are multiples of a quarter of an hour, so no day begins within one. */
const quarterMs = 900_000

/** The day it is in a zone at an instant. */
export function dayIn(timeZone: string, at: Date): BusinessDate {
  let zone = zones.get(timeZone)
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    zones.set(timeZone, (zone = { format, day: '', quarter: NaN }))
  }
  const quarter = Math.floor(at.getTime() / quarterMs)
  if (quarter !== zone.quarter) Object.assign(zone, { quarter, day: zone.format.format(at) })
  return zone.day
}

const times = new Map<string, Intl.DateTimeFormat>()

/** The local time in a zone at an instant, as `00:10`. */
export function timeIn(timeZone: string, at: Date): string {
  let format = times.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' })
    times.set(timeZone, format)
  }
  return format.format(at)
}

const dayMs = 86_400_000

export function plusDays(date: BusinessDate, days: number): BusinessDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Whether a text is a day of the calendar: 2026-02-30 is none. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && plusDays(text, 0) === text

export function daysBetween(from: BusinessDate, to: BusinessDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** Whether banks are closed on a day: a weekend, or a holiday of a country. */
export type ClosedDays = (day: BusinessDate) => boolean

/** The day itself, or the next business day. */
export function businessDayFrom(day: BusinessDate, isClosed: ClosedDays): BusinessDate {
  let at = day
  while (isClosed(at)) at = plusDays(at, 1)
  return at
}

/**
 * How a due date on a bank holiday moves: to the next business day, the one before, or not at all.
 */
export const dueDateRolls = ['FOLLOWING', 'PRECEDING', 'NONE'] as const
export type DueDateRoll = (typeof dueDateRolls)[number]

/** How a due date is found: by the bank holidays of the creditor and the tenant's setting. */
export interface DueDateCalendar {
  isClosed: ClosedDays
  roll: DueDateRoll
}

/** The due date itself, moved where banks are closed; never to a day before the first. */
export function dueDateOn(
  day: BusinessDate,
  { isClosed, roll }: DueDateCalendar,
  first: BusinessDate,
): BusinessDate {
  if (roll === 'NONE') return day
  if (roll === 'FOLLOWING') return businessDayFrom(day, isClosed)
  let at = day
  while (isClosed(at)) at = plusDays(at, -1)
  return at < first ? businessDayFrom(day, isClosed) : at
}

export function isWeekend(day: BusinessDate): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6
}
