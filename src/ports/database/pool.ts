import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Refusal } from '../../domain/refusal.ts'
import { besideMs, Shares } from '../../domain/shares.ts'
import { Queue, type WeightOf } from '../../domain/turns.ts'
import { connectionWaits } from '../process/measured.ts'
import { keptAlive } from './connect.ts'
import { renewPlans } from './planning.ts'
import { Answers } from './answers.ts'
import { Gatherer } from './gatherer.ts'
import { lineOf } from './line.ts'
import { Recent } from './recent.ts'
import { endLeft } from './sight.ts'
import { Silence, type Patience } from './silence.ts'
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
  /** How long an answer is awaited before it is looked whether somebody is still there. */
  silence?: Patience
  /** Of tenants; without it all weigh alike. */
  weightOf?: WeightOf | undefined
  /** Without these each answer is compared by itself. */
  steady?: SteadyTables
  onLost(error: Error): void
}

const connectTimeoutMs = 5_000
const patienceMs = 2_000
const waitMaxMs = 10_000
/** Who is awake looks again by itself. */
const wakeAgainMs = 5
/** Who asks for no tenant: health and waking. */
const ours = ''

/**
 * What a made-up token names is no tenant's turn: else who is busy would keep all strangers
 * waiting. Nor is anybody's share less beside them.
 */
export const strangers = 'strangers'
const waking = `select pg_notify(channel, '') from unnest($1::text[]) as channel`
const overloaded = () => new Refusal('OVERLOADED', { retryAfterSeconds: 1 })

/** Lets one caller on. */
interface Waiting {
  goOn(): void
}

/**
 * The connections of a process, few and behind a bounded queue, in which tenants have their turns
 * one after the other. Some are always left for other tenants, and half of them where these came a
 * moment ago, so that who holds many, however long, keeps nobody else waiting. A queue that moves
 * is worth its wait, so that a burst is served; in one that stands nobody waits long.
 */
export class Pool {
  readonly answers: Answers
  readonly recent = new Recent()
  readonly gatherer: Gatherer
  readonly #pool: pg.Pool
  readonly #options: PoolOptions
  readonly #queue: Queue<Waiting>
  readonly #shares: Shares
  readonly #holders = new WeakMap<pg.PoolClient, string>()
  readonly #unsaid = new Set<string>()
  #saying: Promise<void> | undefined
  #movedAt = 0

  constructor(options: PoolOptions) {
    this.#options = options
    const { connections, queue, steady, weightOf } = options
    this.answers = new Answers(steady)
    this.#queue = new Queue({ each: Math.ceil((queue * 3) / 4), all: queue }, weightOf)
    this.#shares = new Shares({
      places: connections,
      leftFree: Math.min(connections - 1, Math.max(1, Math.floor(connections / 4))),
      beside: Math.max(1, Math.floor(connections / 2)),
      ...(weightOf !== undefined && { weightOf }),
      now: () => performance.now(),
    })
    this.gatherer = new Gatherer(this, connections)
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.connections,
      application_name: options.name,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: 60_000,
      ...keptAlive,
      // One round trip carries what need not wait for one another: begin, tenant, principal.
      pipeline: true,
      types,
    } as pg.PoolConfig)
    // An idle connection that breaks would otherwise end the process.
    this.#pool.on('error', options.onLost)
    // One that breaks while in use fails its query, and would end the process as well if unheard.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    const silence = new Silence(options.url, options.silence)
    this.#pool.on('connect', (client) => silence.watch(client))
    this.#pool.on('release', (_error, client) => this.#giveBack(this.#holders.get(client) ?? ours))
    renewPlans(this.#pool)
  }

  /** One on which nothing of its last user is under way. */
  async client(tenantId?: string): Promise<pg.PoolClient> {
    const client = await this.asLeft(tenantId)
    endLeft(client)
    return client
  }

  /** The same for who begins a transaction, and so ends that of a reader in passing. */
  async asLeft(tenantId = ours): Promise<pg.PoolClient> {
    if (tenantId !== ours && tenantId !== strangers) this.#shares.came(tenantId)
    // Nobody goes ahead of those who wait.
    if (this.#queue.size === 0 && this.#mayTake(tenantId)) this.#shares.take(tenantId)
    else await this.#turn(tenantId)
    try {
      const client = await this.#pool.connect()
      this.#holders.set(client, tenantId)
      return client
    } catch (error) {
      this.#giveBack(tenantId)
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

  #mayTake(tenantId: string): boolean {
    return tenantId === ours ? this.#shares.free > 0 : this.#shares.mayTake(tenantId)
  }

  #giveBack(tenantId: string): void {
    this.#shares.giveBack(tenantId)
    this.#movedAt = performance.now()
    this.#goOn()
  }

  /** As many as there are places for: a tenant may have more of them once it is alone again. */
  #goOn(): void {
    const next = () => this.#queue.next((each) => this.#mayTake(each))
    for (let each = next(); each !== undefined; each = next()) each.goOn()
  }

  #turn(tenantId: string): Promise<void> {
    const { patienceMs: mostMs = patienceMs } = this.#options
    const since = performance.now()
    return new Promise((resolve, fail) => {
      let timer: NodeJS.Timeout | undefined
      let hasGoneOn = false
      const goOn = () => {
        hasGoneOn = true
        connectionWaits.note((performance.now() - since) / 1_000)
        clearTimeout(timer)
        this.#shares.take(tenantId)
        resolve()
      }
      const waiting: Waiting = { goOn }
      if (!this.#queue.add(tenantId, waiting)) return fail(overloaded())
      const look = () => {
        // Others may be gone since, and with them what they were left.
        this.#goOn()
        if (hasGoneOn) return
        const now = performance.now()
        const leftMs = Math.min(
          Math.max(since, this.#movedAt) + mostMs - now,
          since + waitMaxMs - now,
        )
        if (leftMs > 0) {
          timer = setTimeout(look, Math.min(besideMs, Math.ceil(leftMs)))
          return
        }
        this.#queue.remove(tenantId, waiting)
        connectionWaits.note((now - since) / 1_000)
        fail(overloaded())
      }
      timer = setTimeout(look, Math.min(besideMs, mostMs))
      return this.#goOn()
    })
  }

  async close(): Promise<void> {
    await this.#saying
    await this.#pool.end()
  }
}
