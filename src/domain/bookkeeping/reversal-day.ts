import type { BusinessDate } from '../dates.ts'
import { invalid } from '../refusal.ts'

/** What is taken back was there until then: on no day is less than nothing in the books. */
export function refuseBefore(
  original: BusinessDate,
  wanted: BusinessDate | undefined,
  pointer: string,
): void {
  if (wanted === undefined || wanted >= original) return
  invalid(pointer, 'BEFORE_ORIGINAL', `What is taken back was booked on ${original}`)
}

/** What has not happened is not booked; where a lock reaches beyond today, the day after it has. */
export function refuseAfter(
  open: BusinessDate,
  wanted: BusinessDate | undefined,
  pointer: string,
): void {
  if (wanted === undefined || wanted <= open) return
  invalid(pointer, 'IN_THE_FUTURE', `The last day on which it can be booked is ${open}`)
}

export const laterOf = (a: BusinessDate, b: BusinessDate): BusinessDate => (a > b ? a : b)
