import { refuse } from './refusal.ts'

/** Lets a limited number run at once; others wait, and are refused when too many wait. */
export class Turns {
  #free: number
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number, waitingMax: number) {
    this.#free = atOnce
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  get idle(): boolean {
    return this.#free === this.#atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else if (this.#waiting.length >= this.#waitingMax) {
      refuse('OVERLOADED', { retryAfterSeconds: 5 })
    } else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}

interface Places {
  atOnce: number
  /** How many of one name may wait, and how many of all. */
  each: number
  all: number
}

/** The same where those who wait come from many sides, of which each gets its turn. */
export class FairTurns {
  #free: number
  #size = 0
  readonly #most: Places
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(most: Places) {
    this.#most = most
    this.#free = most.atOnce
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turnOf(name)
    try {
      return await work()
    } finally {
      this.#goOn()
    }
  }

  #turnOf(name: string): Promise<void> {
    const own = this.#waiting.get(name) ?? []
    if (own.length >= this.#most.each || this.#size >= this.#most.all) {
      refuse('OVERLOADED', { retryAfterSeconds: 5 })
    }
    this.#waiting.set(name, own)
    this.#size++
    return new Promise((goOn) => own.push(goOn))
  }

  /** One of the name that waits longest for its turn, which then stands behind all others. */
  #goOn(): void {
    for (const [name, own] of this.#waiting) {
      this.#waiting.delete(name)
      const goOn = own.shift()
      if (own.length > 0) this.#waiting.set(name, own)
      this.#size--
      goOn?.()
      return
    }
    this.#free++
  }
}
