import { dayIn, plusDays, timeIn, type BusinessDate } from './dates.ts'

/** Work that is done for each tenant every day: when, and what it does, in an operator's words. */
export interface Job {
  /** The local time at which the day's run begins, as `00:10`. */
  at: string
  /** Business days of the tenant's country alone; every day by default. */
  days?: 'business'
  /** It is done again so often, up to this hour and within it: what has come meanwhile. */
  everyMinutes?: 15 | 60
  until?: `${number}:00`
  summary: string
}

export const jobRunStatuses = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const

/** How many days, today included, are made up for when runs were missed. */
export const catchUpDays = 3

/** The last day for which the job's time has come in a time zone. */
export function lastDayOf({ at }: Pick<Job, 'at'>, timeZone: string, now: Date): BusinessDate {
  const today = dayIn(timeZone, now)
  return timeIn(timeZone, now) < at ? plusDays(today, -1) : today
}

/** The days that are made up for if they were missed, the last one included. */
export function daysInReach(last: BusinessDate): BusinessDate[] {
  return Array.from({ length: catchUpDays }, (_, n) => plusDays(last, n + 1 - catchUpDays))
}
