/** What was taken under one name: when it would be used up at the usual rate, and how much is unsent. */
export interface Bucket {
  readonly name: string
  untilMs: number
  taken: number
}

export interface Rate {
  /** How long one takes at the usual rate. */
  eachMs: number
  /** How far ahead of the usual rate somebody may be. */
  aheadMs: number
}

const namesMax = 50_000
/** Sums of parts of milliseconds are never exact. */
const roundedUp = 0.5

/** How much is taken under each name, ahead of a rate (GCRA). */
export class Buckets {
  readonly rate: Rate
  readonly #all = new Map<string, Bucket>()

  constructor(rate: Rate) {
    this.rate = rate
  }

  of(name: string, nowMs: number): Bucket {
    const known = this.#all.get(name)
    if (known !== undefined) return known
    if (this.#all.size >= namesMax) this.#makeRoom(nowMs)
    const bucket = { name, untilMs: 0, taken: 0 }
    this.#all.set(name, bucket)
    return bucket
  }

  /** For how long nothing more may be taken; zero or less if it may. */
  waitMs({ untilMs }: Bucket, nowMs: number): number {
    const { eachMs, aheadMs } = this.rate
    return Math.max(0, untilMs - nowMs) + eachMs * roundedUp - aheadMs
  }

  /** How many may be taken at once. */
  left({ untilMs }: Bucket, nowMs: number): number {
    const { eachMs, aheadMs } = this.rate
    return Math.max(0, Math.round((aheadMs - Math.max(0, untilMs - nowMs)) / eachMs))
  }

  take(bucket: Bucket, nowMs: number, count = 1): void {
    bucket.untilMs = Math.max(bucket.untilMs, nowMs) + count * this.rate.eachMs
  }

  /** Names that are not ahead are forgotten first, then the oldest. */
  #makeRoom(nowMs: number): void {
    for (const [name, { untilMs }] of this.#all) if (untilMs <= nowMs) this.#all.delete(name)
    for (const name of this.#all.keys()) {
      if (this.#all.size < namesMax * 0.9) return
      this.#all.delete(name)
    }
  }
}
