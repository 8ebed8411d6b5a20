const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export interface Lifetime {
  usualMs: number
  longestMs: number
}

/** How long a token lives by default, and at most. */
export const lifetimes = {
  system: { usualMs: dayMs, longestMs: 365 * dayMs },
  /** For a client, its portal, or a debtor. */
  bound: { usualMs: hourMs, longestMs: 30 * dayMs },
  serviceAccount: { usualMs: hourMs, longestMs: dayMs },
} as const satisfies Record<string, Lifetime>

export const session = { lifetimeMs: 12 * hourMs, idleMs: 30 * minuteMs } as const

/** How long the second factor may come after a right password. */
export const challengeMs = 5 * minuteMs

/** How long logins from where somebody logged in before are counted for themselves. */
export const deviceMs = 180 * dayMs

/**
 * How long the former secret of a service account still works, so that machines can change over.
 */
export const overlap = { usualMs: dayMs, longestMs: 7 * dayMs } as const

export function lifetimeOf(
  { usualMs }: Lifetime,
  { expiresInSeconds }: { expiresInSeconds?: number | undefined },
): number {
  return expiresInSeconds === undefined ? usualMs : expiresInSeconds * secondMs
}
