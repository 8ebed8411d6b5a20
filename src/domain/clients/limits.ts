import { plusDays, type BusinessDate } from '../dates.ts'
import { larger } from '../money.ts'

export const creditStatuses = ['OK', 'WARNING', 'BLOCKED'] as const
export type CreditStatusWord = (typeof creditStatuses)[number]

/** The fields of a limit; a temporary limit replaces the other until its day is over. */
export interface Limited {
  creditLimit?: bigint | null | undefined
  temporaryLimit?: bigint | null | undefined
  temporaryUntil?: string | null | undefined
  utilised: bigint
  reserved: bigint
}

/** The limit in force on a day; null if none was set. */
export function limitOn(limited: Limit, day: BusinessDate): bigint | null {
  const { temporaryLimit, temporaryUntil } = limited
  const holds = temporaryLimit != null && (temporaryUntil == null || temporaryUntil >= day)
  return holds ? temporaryLimit : (limited.creditLimit ?? null)
}

export type Limit = Omit<Limited, 'utilised' | 'reserved'>

/** How much more a limit lets through than before, at most; null where it is no limit any more. */
export function raisedBy(from: bigint | null, to: bigint | null): bigint | null {
  if (from === null) return 0n
  return to === null ? null : to > from ? to - from : 0n
}

/** The same of what nothing is financed by itself without: the first limit is all of it more. */
export function grantedBy(from: bigint | null, to: bigint | null): bigint | null {
  return from === null ? (to ?? 0n) : raisedBy(from, to)
}

/** The most of either, of a limit that may be another until some day, from a day on. */
export function raisedFrom(
  day: BusinessDate,
  before: Limit,
  after: Limit,
  by: typeof raisedBy,
): bigint | null {
  const ends = [before, after].flatMap(({ temporaryUntil }) => temporaryUntil ?? [])
  const days = [day, ...ends.flatMap((end) => (end < day ? [] : [end, plusDays(end, 1)]))]
  const raised = days.map((each) => by(limitOn(before, each), limitOn(after, each)))
  return raised.reduce(mostRaised, 0n)
}

/** No limit any more is more than any. */
export const mostRaised = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || other === null ? null : larger(one, other)

/** What is left of the limit; below zero if it was lowered below what is used. */
export function limitLeftOn(limited: Limited, day: BusinessDate): bigint | null {
  const limit = limitOn(limited, day)
  return limit === null ? null : limit - limited.utilised - limited.reserved
}

/** WARNING from four fifths of the limit on, BLOCKED when all of it is used. */
export function creditStatusOn(limited: Limited, day: BusinessDate): CreditStatusWord {
  const limit = limitOn(limited, day)
  if (limit === null) return 'OK'
  const used = limited.utilised + limited.reserved
  if (used >= limit) return 'BLOCKED'
  return used * 5n >= limit * 4n ? 'WARNING' : 'OK'
}

/** Of what is left of two limits, of which either may not be set. */
export function least(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
