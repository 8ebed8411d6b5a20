import type { BusinessDate } from '../dates.ts'
import { invalid } from '../refusal.ts'

/** A reversal is not dated before its original: no balance is negative on any day because of it. */
export function refuseBefore(
  original: BusinessDate,
  wanted: BusinessDate | undefined,
  pointer: string,
): void {
  if (wanted === undefined || wanted >= original) return
  invalid(pointer, 'BEFORE_ORIGINAL', `What is taken back was booked on ${original}`)
}

/** Not in the future; but if the books are locked beyond today, on the first open day. */
export function refuseAfter(
  open: BusinessDate,
  wanted: BusinessDate | undefined,
  pointer: string,
): void {
  if (wanted === undefined || wanted <= open) return
  invalid(pointer, 'IN_THE_FUTURE', `The last day on which it can be booked is ${open}`)
}

export const laterOf = (a: BusinessDate, b: BusinessDate): BusinessDate => (a > b ? a : b)
