import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Refusal } from '../../domain/refusal.ts'
import { renewPlans } from './planning.ts'
import { Answers } from './answers.ts'
import { Gatherer } from './gatherer.ts'
import { lineOf } from './line.ts'
import { Recent } from './recent.ts'
import type { SteadyTables } from './steady.ts'
import { types } from './values.ts'

export interface PoolOptions {
  url: string
  connections: number
  /** How many may wait for a connection before the next is refused. */
  queue: number
  name: string
  /** How long a queue may stand still before those in it are refused. */
  patienceMs?: number
  /** Without these each answer is compared by itself. */
  steady?: SteadyTables
  onLost(error: Error): void
}

const connectTimeoutMs = 5_000
const patienceMs = 2_000
const waitMaxMs = 10_000
/** Who is awake looks again by itself. */
const wakeAgainMs = 5
const waking = `select pg_notify(channel, '') from unnest($1::text[]) as channel`
const overloaded = () => new Refusal('OVERLOADED', { retryAfterSeconds: 1 })

/**
 * The connections of a process, few and behind a bounded queue, first come first served. A queue
 * that moves is worth its wait, so that a burst is served; in one that stands nobody waits long.
 */
export class Pool {
  readonly answers: Answers
  readonly recent = new Recent()
  readonly gatherer: Gatherer
  readonly #pool: pg.Pool
  readonly #options: PoolOptions
  /** Each lets one caller on. */
  readonly #queue = new Set<() => void>()
  readonly #unsaid = new Set<string>()
  #saying: Promise<void> | undefined
  #taken = 0
  #movedAt = 0

  constructor(options: PoolOptions) {
    this.#options = options
    this.answers = new Answers(options.steady)
    this.gatherer = new Gatherer(this, options.connections)
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.connections,
      application_name: options.name,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // One round trip carries what need not wait for one another: begin, tenant, principal.
      pipeline: true,
      types,
    } as pg.PoolConfig)
    // An idle connection that breaks would otherwise end the process.
    this.#pool.on('error', options.onLost)
    // One that breaks while in use fails its query, and would end the process as well if unheard.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#pool.on('release', () => this.#startWaiting())
    renewPlans(this.#pool)
  }

  async client(): Promise<pg.PoolClient> {
    if (this.#taken < this.#options.connections) this.#taken++
    else if (this.#queue.size >= this.#options.queue) throw overloaded()
    else await this.#turn()
    try {
      return await this.#pool.connect()
    } catch (error) {
      this.#startWaiting()
      throw error
    }
  }

  /**
   * Wakes who listens, after a commit and never within: a commit that tells something is held alone
   * until it is on disk. Who is not reached finds the rows when they next look.
   */
  wake(channels: readonly string[]): void {
    for (const channel of channels) this.#unsaid.add(channel)
    if (this.#unsaid.size > 0) this.#saying ??= this.#say()
  }

  /** What is to be said meanwhile is said once, together. */
  async #say(): Promise<void> {
    try {
      while (this.#unsaid.size > 0) {
        const client = await this.client()
        const channels = [...this.#unsaid]
        this.#unsaid.clear()
        await lineOf(client)
          .send([{ text: waking, values: [channels] }])
          .then(
            () => client.release(),
            (error: Error) => client.release(error),
          )
        await pause(wakeAgainMs)
      }
    } catch {
      this.#unsaid.clear()
    } finally {
      this.#saying = undefined
    }
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** The place of whoever is done goes to who waits longest. */
  #startWaiting(): void {
    this.#movedAt = performance.now()
    const [next] = this.#queue
    if (next === undefined) this.#taken--
    else next()
  }

  #turn(): Promise<void> {
    const { patienceMs: mostMs = patienceMs } = this.#options
    const since = performance.now()
    return new Promise((goOn, fail) => {
      const next = () => {
        clearTimeout(timer)
        this.#queue.delete(next)
        goOn()
      }
      const look = () => {
        const now = performance.now()
        const leftMs = Math.min(
          Math.max(since, this.#movedAt) + mostMs - now,
          since + waitMaxMs - now,
        )
        if (leftMs > 0) {
          timer = setTimeout(look, Math.ceil(leftMs))
          return
        }
        this.#queue.delete(next)
        fail(overloaded())
      }
      let timer = setTimeout(look, mostMs)
      this.#queue.add(next)
    })
  }

  async close(): Promise<void> {
    await this.#saying
    await this.#pool.end()
  }
}
