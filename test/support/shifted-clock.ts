/** Loaded before all else, it makes the clock of a process wrong, as `Date` tells it. */
const shiftMs = Number(process.env['SHIFT_MINUTES'] ?? 0) * 60_000
const Right = Date
class Shifted extends Right {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(Right.now() + shiftMs)
    else super(...given)
  }
  static override now(): number {
    return Right.now() + shiftMs
  }
}
globalThis.Date = Shifted as DateConstructor

/** By how much it is ahead. */
export const aheadMs = (): number => Date.now() - Right.now()
