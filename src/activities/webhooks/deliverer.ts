import type { Logger } from 'pino'
import pg from 'pg'
import { workflowIdOf } from '../../domain/processes.ts'
import { outcomeOf } from '../../domain/webhooks/delivery.ts'
import type { Keys } from '../../ports/keys/keys.ts'
import type { Posted, Poster } from '../../ports/webhooks/post.ts'
import { newId } from '../ids.ts'
import { headersFor, type Receiver } from './headers-for.ts'
import { Places, placesAtFirst } from './places.ts'
import { claimDue, endAttempts, takeBackLost } from './statements.ts'

const pollMs = 1_000
const sweepMs = 5_000
const leaseSeconds = 45
const claimMax = 256
const loops = 2
const endsMax = 200

export interface DelivererOptions {
  url: string
  poster: Poster
  keys: Keys
  log: Logger
}

interface Claimed extends Receiver {
  payload: string
  enabled: boolean
  by_workflow: boolean
}

interface Ended {
  claimed: Pick<Claimed, 'tenant_id' | 'id'>
  posted: Posted
  status: string
}

/** Makes the first attempt of each delivery straight from its table; what is left, a workflow does. */
export class Deliverer {
  readonly #options: DelivererOptions
  readonly #pool: pg.Pool
  readonly #places = new Places()
  readonly #underWay = new Set<Promise<void>>()
  readonly #ends: Ended[] = []
  #ending: Promise<void> | undefined
  #listener: pg.Client | undefined
  #wakers: (() => void)[] = []
  #stopping = false
  #running: Promise<unknown> | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: loops + 2,
      application_name: 'receivables deliverer',
    })
    this.#pool.on('error', () => undefined)
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: loops }, () => this.#run()))
    this.#sweep = setInterval(() => {
      this.takeBack().catch((error: unknown) => this.#options.log.warn({ err: error }, 'sweeping'))
    }, sweepMs).unref()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#sweep)
    this.#wake()
    await this.#running
    await Promise.all(this.#underWay)
    await this.#end()
    await this.#listener?.end().catch(() => undefined)
    await this.#pool.end()
    await this.#options.poster.close()
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        if (this.#listener === undefined) await this.#listen()
        if ((await this.carry()) > 0) continue
      } catch (error) {
        this.#options.log.warn({ err: error }, 'deliveries wait for the database')
      }
      if (!this.#stopping) await this.#sleep()
    }
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake()
  }

  /** Until something is due, a place is free again, or a second has passed. */
  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      this.#wakers.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  async #listen(): Promise<void> {
    const listener = new pg.Client({ connectionString: this.#options.url })
    this.#listener = listener
    const lost = () => {
      if (this.#listener === listener) this.#listener = undefined
    }
    listener.on('error', lost)
    listener.on('end', lost)
    listener.on('notification', () => this.#wake())
    await listener.connect().catch((error: unknown) => {
      lost()
      throw error
    })
    await listener.query('listen receivables_deliveries')
  }

  /** One round: how many deliveries were taken. They go on by themselves. */
  async carry(): Promise<number> {
    if (this.#places.free <= 0) return 0
    const known = this.#places.known()
    const { rows } = await this.#pool.query<Claimed>({
      name: 'claim due deliveries',
      text: claimDue,
      values: [
        known.map(({ webhookId }) => webhookId),
        known.map(({ free }) => free),
        placesAtFirst,
        Math.min(claimMax, this.#places.free),
        leaseSeconds,
      ],
    })
    for (const claimed of rows) {
      this.#places.take(claimed.tenant_id, claimed.webhook_id)
      const sending = this.#send(claimed).finally(() => this.#underWay.delete(sending))
      this.#underWay.add(sending)
    }
    return rows.length
  }

  async #send(claimed: Claimed): Promise<void> {
    const posted = await this.#posted(claimed)
    const answered = posted.status !== null || claimed.by_workflow || !claimed.enabled
    this.#places.giveBack(claimed.tenant_id, claimed.webhook_id, answered)
    const status = claimed.by_workflow ? 'SENDING' : outcomeOf(posted, claimed.enabled)
    this.#ends.push({ claimed, posted, status })
    this.#ending ??= this.#endSoon()
    this.#wake()
  }

  async #posted(claimed: Claimed): Promise<Posted> {
    const none = { status: null, durationMs: 0, response: null }
    if (claimed.by_workflow) return { ...none, error: null }
    if (!claimed.enabled) return { ...none, error: 'The subscription is switched off or gone' }
    try {
      const { poster, keys } = this.#options
      const headers = headersFor(keys, claimed, claimed.payload, new Date())
      return await poster.post(claimed.tenant_id, claimed.url, headers, claimed.payload)
    } catch (error) {
      this.#options.log.error({ err: error, delivery: claimed.id }, 'a delivery could not be made')
      return { ...none, error: 'It could not be sent; the platform tells why in its log' }
    }
  }

  /** Ends gather while the ones before them are written. */
  async #endSoon(): Promise<void> {
    await new Promise(setImmediate)
    while (this.#ends.length > 0) await this.#end()
    this.#ending = undefined
  }

  async #end(): Promise<void> {
    const ends = this.#ends.splice(0, endsMax)
    if (ends.length === 0) return
    try {
      await this.#pool.query({ name: 'end attempts', text: endAttempts, values: columnsOf(ends) })
    } catch (error) {
      // Their lease runs out, and the sweep takes them for unanswered.
      this.#options.log.warn({ err: error }, 'ends of deliveries could not be written')
    }
  }

  /** Deliveries whose deliverer is gone: their attempt counts, as one without an answer. */
  async takeBack(): Promise<number> {
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<Pick<Claimed, 'tenant_id' | 'id'>>(takeBackLost, [500])
      const posted = { status: null, error: lostWords, durationMs: 0, response: null }
      const ends = rows.map((claimed) => ({ claimed, posted, status: 'RETRYING' }))
      if (ends.length > 0) await client.query({ text: endAttempts, values: columnsOf(ends) })
      await client.query('commit')
      return rows.length
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }
}

const lostWords = 'The platform was stopped while it waited for an answer'

function columnsOf(ends: readonly Ended[]): unknown[][] {
  return [
    ends.map(({ claimed }) => claimed.tenant_id),
    ends.map(({ claimed }) => claimed.id),
    ends.map(({ status }) => status),
    ends.map(({ posted }) => posted.status),
    ends.map(({ posted }) => posted.error),
    ends.map(({ posted }) => posted.durationMs),
    ends.map(({ posted }) => posted.response),
    ends.map(() => newId('Outbox')),
    ends.map(({ claimed }) => workflowIdOf('webhookDelivery', claimed.tenant_id, claimed.id)),
  ]
}
