import { refuse } from '../../domain/refusal.ts'

const callersMax = 50_000

/** At most so many requests a second for one caller, with a burst of as many (GCRA). */
export class RateLimit {
  readonly #perSecond: number
  readonly #arrivals = new Map<string, number>()

  constructor(perSecond: number) {
    this.#perSecond = perSecond
  }

  /** The header with how many requests are left, or a refusal with when to try again. */
  take(caller: string, nowMs: number): string | undefined {
    if (this.#perSecond === 0) return undefined
    const intervalMs = 1000 / this.#perSecond
    const expected = Math.max(this.#arrivals.get(caller) ?? 0, nowMs) + intervalMs
    const ahead = expected - nowMs
    if (ahead > 1000) {
      refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((ahead - 1000) / 1000) || 1 })
    }
    this.#arrivals.delete(caller)
    this.#arrivals.set(caller, expected)
    if (this.#arrivals.size > callersMax) {
      this.#arrivals.delete(this.#arrivals.keys().next().value as string)
    }
    const left = Math.floor((1000 - ahead) / intervalMs)
    return `"default";r=${left};t=1`
  }
}
