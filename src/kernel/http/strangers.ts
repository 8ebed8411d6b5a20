import { Refusal, refuse } from '../../domain/refusal.ts'
import { FairTurns } from '../../domain/turns.ts'
import { Buckets } from './buckets.ts'

/** How many tokens of an address may be wrong at once, and how long each counts. */
const wrongMax = 100
const wrongForMs = 1000

const lookUps = { atOnce: 4, each: 500, all: 2000 }
const doors = { atOnce: 8, each: 100, all: 400 }

/**
 * Those whom nobody here has seen. However many they are, they have few connections, which
 * addresses get in turn; from where too many wrong tokens came the database is not asked at all.
 */
export class Strangers {
  readonly #wrong = new Buckets({ eachMs: wrongForMs, aheadMs: wrongMax * wrongForMs })
  readonly #lookUps = new FairTurns(lookUps)
  readonly #doors = new FairTurns(doors)
  readonly #isCounted: boolean
  readonly #now: () => Date

  constructor({ isCounted, now }: { isCounted: boolean; now: () => Date }) {
    this.#isCounted = isCounted
    this.#now = now
  }

  /** Asks who has a token, which counts if nobody has. */
  lookUp<T>(source: string, ask: () => Promise<T>): Promise<T> {
    this.#refuseMore(source)
    return this.#lookUps.take(source, async () => {
      // Meanwhile those before it may have been wrong.
      this.#refuseMore(source)
      try {
        return await ask()
      } catch (error) {
        if (isWrong(error)) this.#count(source)
        throw error
      }
    })
  }

  /** What needs no token, as a login. */
  atTheDoor<T>(source: string, work: () => Promise<T>): Promise<T> {
    return this.#doors.take(source, work)
  }

  #refuseMore(source: string): void {
    if (!this.#isCounted) return
    const nowMs = this.#now().getTime()
    const waitMs = this.#wrong.waitMs(this.#wrong.of(source, nowMs), nowMs)
    if (waitMs <= 0) return
    refuse('TOO_MANY_REQUESTS', {
      detail: 'Too many tokens from this address are unknown, expired or revoked.',
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }

  #count(source: string): void {
    const nowMs = this.#now().getTime()
    this.#wrong.take(this.#wrong.of(source, nowMs), nowMs)
  }
}

const isWrong = (error: unknown) => error instanceof Refusal && error.code === 'UNAUTHENTICATED'
