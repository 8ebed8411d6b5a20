const parallelMost = 16
const parallelLeast = 2
const parallelAtFirst = 4
const batchMost = 100
const batchAtFirst = 16
/** What comes up meanwhile waits no longer than a round. */
const roundMs = 250
/** While several tenants have something, each is soon to have its turn. */
const besideRoundMs = 25
/** Looking for what waits takes at most this share of the time. */
const claimShare = 1 / 5
const besideMs = 1_000
/** Slow is so many times the quickest answer of late, whoever keeps the engine busy. */
const slowTimes = 4
const neverSlowMs = 20
const usualOf = 8
const rememberedMs = 30_000

/**
 * How much a round sends, and how much of it at once. An engine that is kept busy by what many wait
 * for would keep all others waiting too: the slower it answers, the less it is given, so that what
 * is not sent yet waits with us, where it has turns.
 */
export class Pace {
  readonly #now: () => number
  #parallel = parallelAtFirst
  #grown = batchAtFirst
  #usualMs = 0
  #underWay = 0
  #claimMs = 0
  #tenant = ''
  #severalAt = -Infinity
  #quickestMs = { now: Infinity, before: Infinity, since: 0 }

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  get parallel(): number {
    return Math.floor(this.#parallel)
  }

  get batch(): number {
    const each = Math.max(1, this.#usualMs)
    const inTurn = this.areSeveral
      ? Math.max(1, this.#besideRoundMs / each)
      : Math.max(2, roundMs / each)
    return Math.min(this.#grown, Math.round(this.parallel * inTurn))
  }

  /** Whether more than one tenant had something a moment ago. */
  get areSeveral(): boolean {
    return this.#now() - this.#severalAt < besideMs
  }

  get #besideRoundMs(): number {
    return Math.min(roundMs, Math.max(besideRoundMs, this.#claimMs / claimShare))
  }

  /** Whose turn it is in this round, and how long it took to find that out. */
  claimed(tenants: readonly string[], tookMs: number): void {
    this.#claimMs += (tookMs - this.#claimMs) / usualOf
    for (const tenant of tenants) {
      if (this.#tenant !== '' && tenant !== this.#tenant) this.#severalAt = this.#now()
      this.#tenant = tenant
    }
  }

  /** A round took so many of a batch: one that is full may be followed by a larger one. */
  ended(taken: number, batch: number): void {
    this.#grown = taken < batch ? batchAtFirst : Math.min(batchMost, 2 * this.#grown)
  }

  /** What could not be sent says nothing of how quick the engine is. */
  async sending<T extends { done: boolean }>(send: () => Promise<T>): Promise<T> {
    const began = this.#now()
    this.#underWay++
    try {
      const outcome = await send()
      const now = this.#now()
      if (outcome.done) this.#note(now - began, now)
      return outcome
    } finally {
      this.#underWay--
    }
  }

  #note(tookMs: number, now: number): void {
    this.#usualMs += (tookMs - this.#usualMs) / usualOf
    if (this.#isSlow(tookMs, now)) this.#parallel = Math.max(parallelLeast, this.#parallel * 0.9)
    // A few that are sent tell nothing of what many would cost.
    else if (this.#underWay >= this.parallel) {
      this.#parallel = Math.min(parallelMost, this.#parallel + 1 / this.#parallel)
    }
  }

  #isSlow(tookMs: number, now: number): boolean {
    const quickest = this.#quickestMs
    if (now - quickest.since > rememberedMs) {
      this.#quickestMs = { now: tookMs, before: quickest.now, since: now }
    } else quickest.now = Math.min(quickest.now, tookMs)
    const { now: lately, before } = this.#quickestMs
    return tookMs > Math.max(neverSlowMs, slowTimes * Math.min(lately, before))
  }
}
