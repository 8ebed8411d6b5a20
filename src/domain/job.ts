import { dayIn, plusDays, timeIn, type BusinessDate } from './dates.ts'

/** Work that a tenant has every day: when, and what it does in the words of those who watch it. */
export interface Job {
  /** The local time from which on it is done for the day, as `00:10`. */
  at: string
  summary: string
}

export const jobRunStatuses = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const

/** How many days are made up for, the present one among them; what was missed before is not. */
export const catchUpDays = 3

/** The last day whose time for the job has come in a zone. */
export function lastDayOf({ at }: Pick<Job, 'at'>, timeZone: string, now: Date): BusinessDate {
  const today = dayIn(timeZone, now)
  return timeIn(timeZone, now) < at ? plusDays(today, -1) : today
}

/** The days that are made up for where they were missed, up to the last that has come. */
export function daysInReach(last: BusinessDate): BusinessDate[] {
  return Array.from({ length: catchUpDays }, (_, n) => plusDays(last, n + 1 - catchUpDays))
}
