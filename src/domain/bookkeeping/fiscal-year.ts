import { plusDays, type BusinessDate } from '../dates.ts'

/** The fiscal year of a day is named after the calendar year in which it begins. */
export function fiscalYearOf(date: BusinessDate, firstDay = '01-01'): number {
  const year = Number(date.slice(0, 4))
  return date.slice(5) < firstDay ? year - 1 : year
}

/** The first day from this one on, on which a book that is locked until a day takes vouchers. */
export function firstOpenDay(
  date: BusinessDate,
  lockedUntil: BusinessDate | null | undefined,
): BusinessDate {
  return lockedUntil == null || date > lockedUntil ? date : plusDays(lockedUntil, 1)
}
