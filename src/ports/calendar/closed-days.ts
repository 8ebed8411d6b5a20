import { createRequire } from 'node:module'
import type Holidays from 'date-holidays'
import { isWeekend, plusDays, type ClosedDays } from '../../domain/dates.ts'

interface Calendar {
  holidays: Holidays
  years: Map<string, ReadonlySet<string>>
}

const calendars = new Map<string, Calendar>()
const require = createRequire(import.meta.url)

/** Weekends, and the public and bank holidays of a country; each year of it is worked out once. */
export function closedDaysOf(countryCode: string): ClosedDays {
  return (day) => isWeekend(day) || holidaysOf(countryCode, day.slice(0, 4)).has(day)
}

function holidaysOf(countryCode: string, year: string): ReadonlySet<string> {
  const { holidays, years } = calendarOf(countryCode)
  let days = years.get(year)
  if (days === undefined) {
    days = new Set(holidays.getHolidays(year).flatMap(daysOf))
    years.set(year, days)
  }
  return days
}

/** The data of all countries takes long to read: only who asks for a country reads it. */
function calendarOf(countryCode: string): Calendar {
  let known = calendars.get(countryCode)
  if (known === undefined) {
    const Calendars = require('date-holidays') as typeof Holidays
    const holidays = new Calendars(countryCode, { types: ['public', 'bank'] })
    calendars.set(countryCode, (known = { holidays, years: new Map() }))
  }
  return known
}

const dayMs = 86_400_000

/** A holiday may last for some days, from the one that it names on. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const first = date.slice(0, 10)
  const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs))
  return Array.from({ length }, (_, n) => plusDays(first, n))
}
