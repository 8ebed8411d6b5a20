import type { Logger } from 'pino'
import type pg from 'pg'
import { clientOf } from '../../ports/database/connect.ts'

const pollMs = 1_000

export interface RoundsOptions {
  url: string
  /** What the database says something on when there is work. */
  channel: string
  log: Logger
  /** What is said when a round could not be made. */
  failed: string
  /** Does what is due; whether to go on at once. */
  round: () => Promise<boolean>
}

/** Work taken up when the database says there is some: being woken is prompt, polling sure. */
export class Rounds {
  readonly #options: RoundsOptions
  #listener: pg.Client | undefined
  #woken = false
  #wakeUp: () => void = () => undefined
  #stopping = false
  #running: Promise<void> | undefined
  #madeAt = performance.now()

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  get stopping(): boolean {
    return this.#stopping
  }

  /** Since the last whole round; beyond a few seconds, rounds fail or hang. */
  get restsMs(): number {
    return performance.now() - this.#madeAt
  }

  start(): void {
    this.#running = this.#run()
  }

  /** When the round under way has ended. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.wake()
    await this.#running
    await this.#listener?.end().catch(() => undefined)
  }

  /** What happens while a round is made counts too: it may have come too late for its snapshot. */
  wake(): void {
    this.#woken = true
    this.#wakeUp()
  }

  async #run(): Promise<void> {
    let goesOn = false
    while (!this.#stopping) {
      try {
        if (this.#listener === undefined) await this.#listen()
        // What came while it went on may be where it had been already.
        if (!goesOn) this.#woken = false
        goesOn = await this.#options.round()
        this.#madeAt = performance.now()
        if (goesOn) continue
      } catch (error) {
        this.#options.log.warn({ err: error }, this.#options.failed)
        this.#woken = false
        goesOn = false
      }
      if (!this.#stopping && !this.#woken) await this.#sleep()
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #listen(): Promise<void> {
    const listener = clientOf(this.#options.url)
    const lost = () => {
      if (this.#listener === listener) this.#listener = undefined
    }
    listener.on('error', lost)
    listener.on('end', lost)
    listener.on('notification', () => this.wake())
    try {
      await listener.connect()
      await listener.query(`listen ${this.#options.channel}`)
      this.#listener = listener
    } catch (error) {
      await listener.end().catch(() => undefined)
      throw error
    }
  }
}
