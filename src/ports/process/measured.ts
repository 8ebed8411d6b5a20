/** How often something took how long since this process began, for whoever operates it. */
export class Measured {
  readonly upTo: readonly number[]
  readonly #within: number[]
  #seconds = 0
  #count = 0

  constructor(upTo: readonly number[]) {
    this.upTo = upTo
    this.#within = upTo.map(() => 0)
  }

  note(seconds: number): void {
    this.#count++
    this.#seconds += seconds
    for (const [at, most] of this.upTo.entries()) if (seconds <= most) this.#within[at]!++
  }

  get read(): { within: readonly number[]; seconds: number; count: number } {
    return { within: this.#within, seconds: this.#seconds, count: this.#count }
  }
}

/** Of those alone who had to wait for a connection, also in vain. */
export const connectionWaits = new Measured([0.01, 0.1, 1, 5])

/** By how much the one automatic retry of a delivery began after its time. */
export const retriesLate = new Measured([0.1, 1, 5, 60])
