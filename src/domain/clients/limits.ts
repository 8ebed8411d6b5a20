import type { BusinessDate } from '../dates.ts'

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
export function limitOn(limited: Limited, day: BusinessDate): bigint | null {
  const { temporaryLimit, temporaryUntil } = limited
  const holds = temporaryLimit != null && (temporaryUntil == null || temporaryUntil >= day)
  return holds ? temporaryLimit : (limited.creditLimit ?? null)
}

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
