import type { BusinessDate } from '../dates.ts'

export const creditStatuses = ['OK', 'WARNING', 'BLOCKED'] as const
export type CreditStatusWord = (typeof creditStatuses)[number]

/**
 * What a limit is measured by; a temporary one takes the place of the other until its day is over.
 */
export interface Limited {
  creditLimit?: bigint | null | undefined
  temporaryLimit?: bigint | null | undefined
  temporaryUntil?: string | null | undefined
  utilised: bigint
  reserved: bigint
}

/** The limit that holds on a day; none where nobody has set one. */
export function limitOn(limited: Limited, day: BusinessDate): bigint | null {
  const { temporaryLimit, temporaryUntil } = limited
  const holds = temporaryLimit != null && (temporaryUntil == null || temporaryUntil >= day)
  return holds ? temporaryLimit : (limited.creditLimit ?? null)
}

/** What is left of the limit; below zero where it was lowered under what is used. */
export function limitLeftOn(limited: Limited, day: BusinessDate): bigint | null {
  const limit = limitOn(limited, day)
  return limit === null ? null : limit - limited.utilised - limited.reserved
}

/** Four fifths used is a warning, all of it a block. */
export function creditStatusOn(limited: Limited, day: BusinessDate): CreditStatusWord {
  const limit = limitOn(limited, day)
  if (limit === null) return 'OK'
  const used = limited.utilised + limited.reserved
  if (used >= limit) return 'BLOCKED'
  return used * 5n >= limit * 4n ? 'WARNING' : 'OK'
}
