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
