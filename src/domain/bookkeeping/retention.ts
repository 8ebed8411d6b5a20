import { plusDays, type BusinessDate } from '../dates.ts'
import { fiscalYearOf } from './fiscal-year.ts'

const yearsOfLaw = 7

/** To the end of the seventh year after the calendar year in which its fiscal year ends. */
export function retentionOfYear(
  fiscalYear: number,
  firstDay = '01-01',
  years = yearsOfLaw,
): BusinessDate {
  const lastDay = plusDays(`${fiscalYear + 1}-${firstDay}`, -1)
  return `${Number(lastDay.slice(0, 4)) + years}-12-31`
}

/** The same of what is of a day, in a book whose fiscal years begin on this month and day. */
export const retentionUntil = (date: BusinessDate, firstDay?: string, years?: number) =>
  retentionOfYear(fiscalYearOf(date, firstDay), firstDay, years)

/** What is stored is the day of the law; a tenant may keep longer, never shorter. */
export function longerBy(until: string, years: number): string {
  return `${Number(until.slice(0, 4)) + years - yearsOfLaw}${until.slice(4)}`
}
