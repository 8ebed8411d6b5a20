import type { BusinessDate } from '../dates.ts'
import { refuse } from '../refusal.ts'

type Day = BusinessDate | null | undefined

/** An extension gives time: it neither takes any, nor is it over before it is given. */
export const isLater = (before: Day, after: Day, today: BusinessDate): boolean =>
  after != null && after >= today && (before == null || after > before)

export function refuseNotLater(before: Day, after: Day, today: BusinessDate): void {
  if (isLater(before, after, today)) return
  refuse('DUE_DATE_NOT_LATER', { detail: `It is due on ${before}, and would be on ${after}.` })
}
