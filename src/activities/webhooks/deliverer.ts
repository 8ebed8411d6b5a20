import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type pg from 'pg'
import { workflowIdOf } from '../../domain/processes.ts'
import { outcomeOf, unanswered } from '../../domain/webhooks/delivery.ts'
import type { Keys } from '../../ports/keys/keys.ts'
import { poolByKeys } from '../../ports/database/planning.ts'
import { named } from '../../ports/database/statements.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import type { Posted } from '../../ports/webhooks/answer.ts'
import type { Poster } from '../../ports/webhooks/post.ts'
import { newId } from '../../kernel/write/ids.ts'
import { Rounds } from '../../kernel/relay/rounds.ts'
import { headersFor, openReceiver, type Opened, type Receiver } from './headers-for.ts'
import { Places, placesAtFirst, takenOfTenant } from './places.ts'
import { claimDue, endAttempts, requeue, takeAbandoned, markSlow } from './statements.ts'

const sweepMs = 5_000
/** Longer than a receiver takes that is well. */
const slowMs = 1_000
const leaseSeconds = 45
/** Far enough from the end of the lease for an attempt to end within it. */
const startWithinMs = 20_000
const claimMax = 256
/** What comes soon after is claimed, and ended, together: it costs the database as much for one. */
const gatherMs = 10
const claimAtLeast = 128
const endsMax = 256
const endsAtLeast = 128
/** While one waits for the disk, another may write. */
const endersMax = 2
const endsAgainMs = 250
const lostMax = 500
const stopGraceMs = 4_000

export interface DelivererOptions {
  url: string
  poster: Poster
  keys: Keys
  log: Logger
}

interface Claimed extends Receiver {
  type: string
  payload: string
  enabled: boolean
  by_workflow: boolean
}

/** How far it looked for what waits: in each row, and in one of its own where none was taken. */
interface Looked {
  looked_at: number
  last_tenant_id: string
  last_webhook_id: string
}

/** Before every subscription of every tenant. */
const first = { tenantId: '', webhookId: '' }

const none = { status: null, error: null, durationMs: 0, response: null }

type OpenedOf = (claimed: Claimed) => Opened

interface Ended {
  claimed: Pick<Claimed, 'tenant_id' | 'id' | 'client_id'>
  posted: Posted
  status: string
  /** Until when the attempt is this process's to end. */
  until: number
}

/** Makes the first attempt of each delivery straight from its table; what is left, a workflow does. */
export class Deliverer {
  readonly #options: DelivererOptions
  readonly #pool: pg.Pool
  readonly #places = new Places()
  readonly #underWay = new Set<Promise<void>>()
  readonly #stopped = new AbortController()
  readonly #ends: Ended[] = []
  /** Taken, and without a turn. */
  readonly #unbegun: Claimed[] = []
  readonly #rounds: Rounds
  #after = first
  #enders = 0
  #claimedAt = -Infinity
  /** Places given back since then. */
  #freed = 0
  #sweep: NodeJS.Timeout | undefined
  #marking: NodeJS.Timeout | undefined

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#pool = poolByKeys({
      connectionString: options.url,
      max: 3,
      application_name: 'receivables deliverer',
    })
    this.#pool.on('error', () => undefined)
    this.#rounds = new Rounds({
      url: options.url,
      channel: 'receivables_deliveries',
      log: options.log,
      failed: 'deliveries wait for the database',
      // Fewer are all there are, or all there are places for, once each was looked at.
      round: async () => {
        const soonMs = this.#claimedAt + gatherMs - performance.now()
        if (soonMs > 0) await pause(soonMs)
        const isAll = (await this.carry()) < claimMax && this.#after === first
        return !isAll && this.#places.free > 0
      },
    })
  }

  start(): void {
    this.#rounds.start()
    this.#sweep = setInterval(() => {
      this.#places.forgetIdle()
      this.takeBack().catch((error: unknown) => this.#options.log.warn({ err: error }, 'sweeping'))
      void this.#markSlow()
    }, sweepMs).unref()
  }

  /** Attempts under way have a moment left; those that are cut off then had no answer. */
  async stop(): Promise<void> {
    clearInterval(this.#sweep)
    clearTimeout(this.#marking)
    await this.#rounds.stop()
    this.#places.close()
    const grace = setTimeout(() => this.#stopped.abort(new Error(unanswered.stopped)), stopGraceMs)
    await this.settled()
    clearTimeout(grace)
    await this.#pool.end()
  }

  /** Until all that was taken has ended, and the ends are written. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    while (this.#enders > 0) await pause(1)
  }

  /** One round: how many deliveries were taken. They go on by themselves. */
  async carry(): Promise<number> {
    const free = Math.min(claimMax, this.#places.free)
    if (free <= 0) return 0
    this.#freed = 0
    const rows = await this.#claim(free)
    const claimedAt = performance.now()
    this.#claimedAt = claimedAt
    const { keys } = this.#options
    const now = new Date()
    const opened = new Map<string, Opened>()
    const openedOf = (claimed: Claimed) => {
      const known = opened.get(claimed.webhook_id) ?? openReceiver(keys, claimed, now)
      opened.set(claimed.webhook_id, known)
      return known
    }
    for (const claimed of rows) {
      crashPoint('delivery-claimed', () => [claimed.type])
      const turn = this.#places.take(claimed.tenant_id, claimed.webhook_id)
      const sending = this.#send(claimed, turn, claimedAt, openedOf).finally(() =>
        this.#underWay.delete(sending),
      )
      this.#underWay.add(sending)
    }
    if (rows.length > 0) this.#markSlowLater()
    return rows.length
  }

  /** Goes on after those that it looked at last; from the beginning where these were the last. */
  async #claim(most: number): Promise<Claimed[]> {
    const [targets, tenants] = [this.#places.targets(), this.#places.tenants()]
    const lookedAtMax = most + targets.filter(({ free }) => free === 0).length
    const { rows } = await this.#pool.query<Looked & Claimed>({
      ...named(claimDue),
      values: [
        targets.map(({ id }) => id),
        targets.map(({ free }) => free),
        placesAtFirst,
        tenants.map(({ id }) => id),
        tenants.map(({ free }) => free),
        takenOfTenant,
        most,
        leaseSeconds,
        this.#after.tenantId,
        this.#after.webhookId,
        lookedAtMax,
      ],
    })
    const { looked_at: lookedAt, last_tenant_id: tenantId, last_webhook_id: webhookId } = rows[0]!
    this.#after = lookedAt < lookedAtMax ? first : { tenantId, webhookId }
    return rows.filter(({ id }) => id !== null)
  }

  #markSlowLater(): void {
    this.#marking ??= setTimeout(async () => {
      if (this.#underWay.size > 0) await this.#markSlow()
      this.#marking = undefined
      if (this.#underWay.size > 0 && !this.#rounds.stopping) this.#markSlowLater()
    }, slowMs)
  }

  async #markSlow(): Promise<void> {
    try {
      const values = [slowMs / 1_000]
      await this.#pool.query({ ...named(markSlow), values })
    } catch (error) {
      this.#options.log.warn({ err: error }, 'slow deliveries could not be marked')
    }
  }

  async #send(
    claimed: Claimed,
    turn: Promise<boolean>,
    claimedAt: number,
    openedOf: OpenedOf,
  ): Promise<void> {
    if (!(await turn)) {
      this.#unbegun.push(claimed)
      this.#endSoon()
      return
    }
    const posted = await this.#posted(claimed, claimedAt, openedOf)
    crashPoint('delivery-answered', () => [claimed.type])
    const answered = posted.status !== null || claimed.by_workflow || !claimed.enabled
    const isDry = this.#places.giveBack(claimed.tenant_id, claimed.webhook_id, answered)
    const status = claimed.by_workflow ? 'SENDING' : outcomeOf(posted, claimed.enabled)
    this.#ends.push({ claimed, posted, status, until: claimedAt + leaseSeconds * 1_000 })
    this.#endSoon()
    if (isDry || ++this.#freed >= claimAtLeast) this.#rounds.wake()
  }

  async #posted(claimed: Claimed, claimedAt: number, openedOf: OpenedOf): Promise<Posted> {
    if (claimed.by_workflow) return none
    if (!claimed.enabled) return { ...none, error: unanswered.switchedOff }
    try {
      const { poster } = this.#options
      const headers = headersFor(openedOf(claimed), claimed.id, claimed.payload, new Date())
      // A process that was stopped for long may find its deliveries in other hands.
      if (performance.now() - claimedAt > startWithinMs) {
        return { ...none, error: unanswered.stopped }
      }
      const { tenant_id: tenantId, url, payload } = claimed
      return await poster.post(tenantId, url, headers, payload, this.#stopped.signal)
    } catch (error) {
      this.#options.log.error({ err: error, delivery: claimed.id }, 'a delivery could not be made')
      return { ...none, error: unanswered.unsent }
    }
  }

  #endSoon(): void {
    const needed = this.#ends.length < endsAtLeast ? 1 : endersMax
    if (this.#enders < needed) void this.#writeAll()
  }

  /** Ends gather while the ones before them are written. */
  async #writeAll(): Promise<void> {
    this.#enders++
    await new Promise(setImmediate)
    while (this.#ends.length + this.#unbegun.length > 0) {
      if (this.#unbegun.length > 0) await this.#giveBack()
      const areWritten = await this.#writeEnds()
      if (!areWritten && this.#rounds.stopping) break
      if (!areWritten) await pause(endsAgainMs)
      else if (this.#ends.length < endsAtLeast) await pause(gatherMs)
    }
    this.#enders--
  }

  /** Not retried: by then another process might have claimed the rows. */
  async #giveBack(): Promise<void> {
    const back = this.#unbegun.splice(0)
    const values = [back.map((each) => each.tenant_id), back.map(({ id }) => id)]
    try {
      await this.#pool.query(requeue, values)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'deliveries could not be given back')
    }
  }

  async #writeEnds(): Promise<boolean> {
    const ends = this.#ends.splice(0, endsMax)
    try {
      if (ends.length === 0) return true
      await this.#pool.query({ ...named(endAttempts), values: columnsOf(ends) })
      return true
    } catch (error) {
      this.#options.log.warn({ err: error }, 'ends of deliveries could not be written')
      // When their lease has run out, the sweep takes them for unanswered.
      const now = performance.now()
      this.#ends.unshift(...ends.filter(({ until }) => until > now))
      return false
    }
  }

  /** Deliveries whose deliverer is gone: their attempt counts, as one without an answer. */
  async takeBack(): Promise<number> {
    const client = await this.#pool.connect()
    let failed: Error | undefined
    try {
      await client.query('begin')
      const { rows } = await client.query<Ended['claimed']>(takeAbandoned, [lostMax])
      const posted = { status: null, error: unanswered.stopped, durationMs: 0, response: null }
      const ends = rows.map((claimed) => ({ claimed, posted, status: 'RETRYING', until: 0 }))
      if (ends.length > 0) await client.query({ text: endAttempts, values: columnsOf(ends) })
      await client.query('commit')
      return rows.length
    } catch (error) {
      failed = error as Error
      throw error
    } finally {
      // What it had begun ends with its connection.
      client.release(failed)
    }
  }
}

function columnsOf(ends: readonly Ended[]): unknown[][] {
  return [
    ends.map(({ claimed }) => claimed.tenant_id),
    ends.map(({ claimed }) => claimed.id),
    ends.map(({ claimed }) => claimed.client_id),
    ends.map(({ status }) => status),
    ends.map(({ posted }) => posted.status),
    ends.map(({ posted }) => posted.error),
    ends.map(({ posted }) => posted.durationMs),
    ends.map(({ posted }) => posted.response),
    ends.map(() => newId('Outbox')),
    ends.map(({ claimed }) => workflowIdOf('webhookDelivery', claimed.tenant_id, claimed.id)),
    // Once more as texts, of which the workflow is told.
    ends.map(({ claimed }) => claimed.tenant_id),
    ends.map(({ claimed }) => claimed.id),
    ends.map(({ claimed }) => claimed.client_id),
  ]
}
