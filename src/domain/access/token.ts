const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export interface Lifetime {
  usualMs: number
  longestMs: number
}

/** How long a token lives when nothing is said, and at most. */
export const lifetimes = {
  system: { usualMs: dayMs, longestMs: 365 * dayMs },
  /** Of a client, its portal, or a debtor. */
  bound: { usualMs: hourMs, longestMs: 30 * dayMs },
  serviceAccount: { usualMs: hourMs, longestMs: dayMs },
} as const satisfies Record<string, Lifetime>

export const session = { lifetimeMs: 12 * hourMs, idleMs: 30 * minuteMs } as const

/** How long a password that was right waits for its second factor. */
export const challengeMs = 5 * minuteMs

/** How long the former secret of a service account still opens, so that machines can change over. */
export const overlap = { usualMs: dayMs, longestMs: 7 * dayMs } as const

export function lifetimeOf(
  { usualMs }: Lifetime,
  { expiresInSeconds }: { expiresInSeconds?: number | undefined },
): number {
  return expiresInSeconds === undefined ? usualMs : expiresInSeconds * secondMs
}
