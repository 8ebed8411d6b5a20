import { daysBetween, plusDays, type BusinessDate } from '../dates.ts'
import { invalid } from '../refusal.ts'

/** Days in which nothing is asked of who owes a loan; the first and the last are of it. */
export interface LoanPause {
  from: BusinessDate
  until: BusinessDate
  /** Its end has been followed. */
  isOver?: boolean
}

/** Whether the principal bears interest while a loan is paused. */
export const pauseInterests = ['BEARS', 'NONE'] as const
export type PauseInterest = (typeof pauseInterests)[number]

/** All pauses of a loan, in the order of their days. */
export type Pauses = readonly LoanPause[] | null | undefined

export const pauseOn = (pauses: Pauses, day: BusinessDate): LoanPause | undefined =>
  pauses?.find(({ from, until }) => from <= day && day <= until)

/** The one that holds on a day, or is still to come. */
export const pauseAhead = (pauses: Pauses, day: BusinessDate): LoanPause | undefined =>
  pauses?.find(({ until }) => day <= until)

/** The first day on which a debt is overdue by more than so many days, those of pauses left out. */
export function overdueFrom(dueDate: BusinessDate, days: number, pauses: Pauses): BusinessDate {
  let first = plusDays(dueDate, days + 1)
  for (const { from, until } of pauses ?? []) {
    const begins = from > dueDate ? from : plusDays(dueDate, 1)
    if (until >= begins && begins <= first) {
      first = plusDays(first, daysBetween(begins, until) + 1)
    }
  }
  return first
}

const longestPauseDays = 366

/** A pause begins today or later, and after the one that stands is over. */
export function refusePause({ from, until }: LoanPause, today: BusinessDate): void {
  if (from < today) invalid('/from', 'IN_PAST', 'It begins today or later')
  if (until < from) invalid('/until', 'BEFORE_START', 'It ends on its first day or later')
  if (daysBetween(from, until) >= longestPauseDays) {
    invalid('/until', 'OUT_OF_RANGE', `At most ${longestPauseDays} days`)
  }
}

/** Without what a pause still has from a day on. */
export function endedBefore(pauses: Pauses, day: BusinessDate): LoanPause[] {
  return (pauses ?? []).flatMap((pause) => {
    if (pause.until < day) return [pause]
    return pause.from < day ? [{ ...pause, until: plusDays(day, -1) }] : []
  })
}
