/** A time that runs while one is waited for, and stands still while whoever else is. */
export class Patience {
  readonly #late: () => void
  #leftMs: number
  #since: number | undefined
  #timer: NodeJS.Timeout | undefined
  isOver = false

  constructor(timeMs: number, late: () => void) {
    this.#leftMs = timeMs
    this.#late = late
    this.go()
  }

  go(): void {
    if (this.#since !== undefined || this.isOver) return
    this.#since = performance.now()
    this.#timer = setTimeout(() => {
      this.isOver = true
      this.#late()
    }, this.#leftMs)
  }

  stop(): void {
    if (this.#since === undefined) return
    clearTimeout(this.#timer)
    this.#leftMs -= performance.now() - this.#since
    this.#since = undefined
  }

  /** Whoever makes these takes none of it. */
  async *without<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void> {
    this.stop()
    try {
      for await (const piece of pieces) {
        this.go()
        yield piece
        this.stop()
      }
    } finally {
      this.go()
    }
  }

  /** Whoever takes these takes none of it. */
  async *within<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void> {
    this.go()
    for await (const piece of pieces) {
      this.stop()
      yield piece
      this.go()
    }
    this.stop()
  }
}
