export interface AgainOptions {
  everyMs: number
  round(): Promise<unknown>
  /** A round that fails keeps no later one from being done. */
  failed(error: unknown): void
}

/** Work that is done every so often, and at once where it is asked for: one round after the other. */
export class Again {
  readonly #options: AgainOptions
  #timer: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(options: AgainOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => void this.soon(), this.#options.everyMs).unref()
  }

  /** A round as soon as the one that is under way has ended; it is waited for, and never fails. */
  soon(): Promise<void> {
    const { round, failed } = this.#options
    this.#last = this.#last.then(round).then(() => undefined, failed)
    return this.#last
  }

  /** What is under way comes to its end. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#last
  }
}
