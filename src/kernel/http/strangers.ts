import { Refusal, refuse } from '../../domain/refusal.ts'
import { FairTurns } from '../../domain/turns.ts'
import { Buckets } from './buckets.ts'

/** How many tokens of an address may be wrong at once, and how long each counts. */
const wrongMax = 100
const wrongForMs = 1000

/** Somebody who may come again soon, as after a mistake in switching them off. */
const knownForMs = 10_000
const knownMax = 10_000

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
  /** Tokens that were wrong a moment ago, by their hashes, and until when that is not asked again. */
  readonly #known = new Map<string, number>()
  readonly #isCounted: boolean
  readonly #now: () => Date

  constructor({ isCounted, now }: { isCounted: boolean; now: () => Date }) {
    this.#isCounted = isCounted
    this.#now = now
  }

  /**
   * Asks who has a token, which counts if nobody has. One that is sent again and again, by who was
   * forgotten at a change, is refused from memory, so that it shuts out nobody who works beside it.
   */
  lookUp<T>(source: string, token: string, ask: () => Promise<T>): Promise<T> {
    this.#refuseKnown(token)
    this.#refuseMore(source)
    return this.#lookUps.take(source, async () => {
      // Meanwhile those before it may have been wrong.
      this.#refuseMore(source)
      try {
        return await ask()
      } catch (error) {
        if (isWrong(error)) this.#count(source, token)
        throw error
      }
    })
  }

  /** What needs no token, as a login. */
  atTheDoor<T>(source: string, work: () => Promise<T>): Promise<T> {
    return this.#doors.take(source, work)
  }

  #refuseKnown(token: string): void {
    if (!this.#isCounted) return
    const untilMs = this.#known.get(token)
    if (untilMs === undefined) return
    if (this.#now().getTime() < untilMs) refuse('UNAUTHENTICATED')
    this.#known.delete(token)
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

  #count(source: string, token: string): void {
    const nowMs = this.#now().getTime()
    this.#known.set(token, nowMs + knownForMs)
    if (this.#known.size > knownMax) this.#known.delete(this.#known.keys().next().value as string)
    this.#wrong.take(this.#wrong.of(source, nowMs), nowMs)
  }
}

const isWrong = (error: unknown) => error instanceof Refusal && error.code === 'UNAUTHENTICATED'
