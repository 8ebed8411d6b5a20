import { plusDays, type BusinessDate } from '../dates.ts'
import { invalid } from '../refusal.ts'

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

/** The days of which a book takes vouchers: from a year before it was begun to the next one's end. */
export interface OpenBook {
  begun: BusinessDate
  today: BusinessDate
  /** Month and day on which its fiscal years begin. */
  firstDay: string
}

/** What a person writes into a book is of a time that the book is about. */
export function refuseOutside(date: BusinessDate, book: OpenBook, pointer: string): void {
  const { begun, today, firstDay } = book
  const first = `${fiscalYearOf(begun, firstDay) - 1}-${firstDay}`
  const after = `${fiscalYearOf(today, firstDay) + 2}-${firstDay}`
  if (date < first) invalid(pointer, 'BEFORE_THE_BOOKS', `The book begins on ${first}`)
  if (date >= after) invalid(pointer, 'TOO_FAR_AHEAD', `The book takes days before ${after}`)
}
