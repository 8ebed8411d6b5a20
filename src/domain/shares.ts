import { Refusal, refuse } from './refusal.ts'
import { alike, Queue, type WeightOf } from './turns.ts'

export interface SharesOptions {
  /** How many there are of all. */
  places: number
  /** How many are never given to who has one already. */
  leftFree: number
  /** How many one may have where another came a moment ago; times its weight. */
  beside: number
  /** The same of one that has more than these here, where another came just now that has few. */
  besideFew?: number
  /** How many of one wait for a place. */
  waitingOf?(name: string): number
  weightOf?: WeightOf
  /** Milliseconds of any clock that only goes on. */
  now(): number
}

/** For so long after somebody came, another one has no more than beside them. */
export const besideMs = 1_000
/**
 * Who has few is about to come again for so long after they have gone: while they come so often,
 * whatever is done for others slows each of their steps.
 */
const besideFewMs = 100

/** Who came last, and the last other one. */
class Latest {
  #lately = { name: '', at: -Infinity }
  #before = { name: '', at: -Infinity }

  came(name: string, at: number): void {
    if (name !== this.#lately.name) this.#before = this.#lately
    this.#lately = { name, at }
  }

  otherThan(name: string): { name: string; at: number } {
    return this.#lately.name === name ? this.#before : this.#lately
  }
}

/**
 * Who has how many of a limited number of places, and who may have one more. Some are always left
 * for those who have none, and one who is beside others has fewer, so that who holds many, however
 * long, keeps nobody else waiting.
 */
export class Shares {
  readonly #of: SharesOptions
  readonly #held = new Map<string, number>()
  readonly #all = new Latest()
  /** Those that had no more than one may have beside others. */
  readonly #few = new Latest()
  #taken = 0

  constructor(of: SharesOptions) {
    this.#of = of
  }

  get free(): number {
    return this.#of.places - this.#taken
  }

  came(name: string): void {
    const now = this.#of.now()
    this.#all.came(name, now)
    if (!this.#hasMany(name)) this.#few.came(name, now)
  }

  mayTake(name: string): boolean {
    const held = this.#heldBy(name)
    if (held === 0) return this.free > 0
    return this.free > this.#of.leftFree && held < this.#mostOf(name)
  }

  #mostOf(name: string): number {
    const { besideFew, weightOf = alike, now } = this.#of
    if (now() - this.#all.otherThan(name).at >= besideMs) return Infinity
    const most = this.#besideOf(name)
    if (besideFew === undefined || !this.#hasMany(name)) return most
    const few = this.#few.otherThan(name)
    const theirs = this.#heldBy(few.name)
    const isGone = now() - few.at >= (theirs > 0 ? besideMs : besideFewMs)
    if (isGone || this.#hasMany(few.name)) return most
    return Math.max(besideFew * weightOf(name), theirs)
  }

  #besideOf(name: string): number {
    const { beside, weightOf = alike } = this.#of
    return beside * weightOf(name)
  }

  /** With those that wait. */
  #hasMany(name: string): boolean {
    const { waitingOf = () => 0 } = this.#of
    return this.#heldBy(name) + waitingOf(name) > this.#besideOf(name)
  }

  #heldBy(name: string): number {
    return this.#held.get(name) ?? 0
  }

  take(name: string): void {
    this.#taken++
    this.#held.set(name, this.#heldBy(name) + 1)
  }

  giveBack(name: string): void {
    this.#taken--
    const left = this.#heldBy(name) - 1
    if (left > 0) this.#held.set(name, left)
    else this.#held.delete(name)
  }
}

interface Waiting {
  /** How many of one name may wait, and how many of all. */
  each: number
  all: number
  /** Who has waited for so long has gone, or comes again: it is done for nobody. */
  patienceMs?: number
  /** How many may be away from their places at once; those beyond them keep theirs. */
  away?: number
}

const usualPatienceMs = 10_000

/** A limited number at once, shared as above; others wait, of each name in turn. */
export class SharedTurns {
  readonly #shares: Shares
  readonly #queue: Queue<() => void>
  readonly #patienceMs: number
  readonly #awayMost: number
  #away = 0
  #look: NodeJS.Timeout | undefined

  constructor({ each, all, patienceMs, away = 0, ...shares }: SharesOptions & Waiting) {
    this.#queue = new Queue({ each, all }, shares.weightOf)
    this.#shares = new Shares({ ...shares, waitingOf: (name) => this.#queue.of(name) })
    this.#patienceMs = patienceMs ?? usualPatienceMs
    this.#awayMost = away
  }

  get waiting(): number {
    return this.#queue.size
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#shares.came(name)
    // Nobody goes ahead of those who wait.
    if (this.#queue.size === 0 && this.#shares.mayTake(name)) this.#shares.take(name)
    else await this.#turnOf(name)
    try {
      return await work()
    } finally {
      this.#shares.giveBack(name)
      this.#goOn()
    }
  }

  /**
   * Of one who has a place: what others do for it, for which it needs none. Whoever comes back is
   * not kept waiting, since what was done for it is done.
   */
  async apart<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#away >= this.#awayMost) return work()
    this.#away++
    this.#shares.giveBack(name)
    this.#goOn()
    try {
      return await work()
    } finally {
      this.#away--
      this.#shares.take(name)
    }
  }

  #turnOf(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const goOn = () => {
        clearTimeout(patience)
        this.#shares.take(name)
        resolve()
      }
      if (!this.#queue.add(name, goOn)) refuse('OVERLOADED', { retryAfterSeconds: 1 })
      const patience = setTimeout(() => {
        this.#queue.remove(name, goOn)
        reject(new Refusal('OVERLOADED', { retryAfterSeconds: 5 }))
      }, this.#patienceMs)
      this.#goOn()
      this.#lookLater()
    })
  }

  /** Who was beside others may have more of them once these are gone, though nobody gives back. */
  #lookLater(): void {
    if (this.#look !== undefined) return
    this.#look = setTimeout(() => {
      this.#look = undefined
      this.#goOn()
      if (this.#queue.size > 0) this.#lookLater()
    }, besideMs).unref()
  }

  /** As many as there are places for: one may have more of them once it is alone again. */
  #goOn(): void {
    const next = () => this.#queue.next((each) => this.#shares.mayTake(each))
    for (let goOn = next(); goOn !== undefined; goOn = next()) goOn()
  }
}
