import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type pg from 'pg'
import { outcomeOf, unanswered, whyNotSent } from '../../domain/webhooks/delivery.ts'
import type { Keys } from '../../ports/keys/keys.ts'
import { sendOn } from '../../ports/database/line.ts'
import { poolByKeys } from '../../ports/database/planning.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { traced } from '../../ports/tracing/traced.ts'
import type { Posted } from '../../ports/webhooks/answer.ts'
import type { Poster } from '../../ports/webhooks/post.ts'
import { newId } from '../../kernel/write/ids.ts'
import { Rounds } from '../../kernel/relay/rounds.ts'
import { endAbandoned, Ends, gatherMs, leaseSeconds, type Begun } from './ends.ts'
import { headersFor, openReceiver, type Opened, type Receiver } from './headers-for.ts'
import { Places, placesAtFirst, takenOfTenant } from './places.ts'
import { claimDue, markSlow } from './statements.ts'
import { Taken } from './taken.ts'
import { now as timeNow } from '../../ports/database/clock.ts'

const sweepMs = 5_000
/** Longer than a receiver takes that is well. */
const slowMs = 1_000
/** Far enough from the end of the lease for an attempt to end within it. */
const startWithinMs = 20_000
const claimMax = 256
const claimAtLeast = 128
const stopGraceMs = 4_000

export interface DelivererOptions {
  url: string
  poster: Poster
  keys: Keys
  log: Logger
}

interface Claimed extends Begun {
  webhook_id: string
  type: string
  payload: string
  by_workflow: boolean
}

/** In one row of each subscription and family, what is known of them. */
interface Telling extends Receiver {
  tells: boolean
  enabled: boolean
  /** Whether whoever saved it receives the family still. */
  is_received: boolean
}

/** How far it looked for what waits: in each row, and in one of its own where none was taken. */
interface Looked {
  looked_at: number
  /** Taken by another process at the same moment. */
  missed: number
  last_tenant_id: string
  last_webhook_id: string
}

/** Before every subscription of every tenant. */
const first = { tenantId: '', webhookId: '' }

const none = { status: null, error: null, durationMs: 0, response: null }

/** Where deliveries go that were claimed together, opened once. */
type Target = { notSent: string | undefined; url: string; opened: () => Opened }

const targetOf = ({ webhook_id: id, type }: Pick<Claimed, 'webhook_id' | 'type'>) => `${id} ${type}`

/** Makes the first attempt of each delivery straight from its table; what is left, a workflow does. */
export class Deliverer {
  readonly #options: DelivererOptions
  readonly #pool: pg.Pool
  readonly #places = new Places()
  readonly #underWay = new Set<Promise<void>>()
  readonly #stopped = new AbortController()
  readonly #rounds: Rounds
  readonly #ends: Ends
  #after = first
  #missed = false
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
    this.#rounds = new Rounds({
      url: options.url,
      channel: 'receivables_deliveries',
      log: options.log,
      failed: 'deliveries wait for the database',
      // Fewer are all there are, or all there are places for, once each was looked at.
      round: async () => {
        const soonMs = this.#claimedAt + gatherMs - performance.now()
        if (soonMs > 0) await pause(soonMs)
        const isAll = (await this.carry()) < claimMax && this.#after === first && !this.#missed
        return !isAll && this.#places.free > 0
      },
    })
    const isStopping = () => this.#rounds.stopping
    this.#ends = new Ends({ pool: this.#pool, log: options.log, isStopping })
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
    await this.#ends.written()
  }

  /** One round: how many deliveries were taken. They go on by themselves. */
  async carry(): Promise<number> {
    const free = Math.min(claimMax, this.#places.free)
    if (free <= 0) return 0
    this.#freed = 0
    const rows = await this.#claim(free)
    const claimedAt = performance.now()
    this.#claimedAt = claimedAt
    const targets = this.#targetsOf(rows)
    for (const claimed of rows) {
      crashPoint('delivery-claimed', () => [claimed.type])
      const turn = this.#places.take(claimed.tenant_id, claimed.webhook_id)
      const target = targets.get(targetOf(claimed))!
      const sending = this.#send(claimed, turn, claimedAt, target).finally(() =>
        this.#underWay.delete(sending),
      )
      this.#underWay.add(sending)
    }
    if (rows.length > 0) this.#markSlowLater()
    return rows.length
  }

  #targetsOf(rows: readonly (Claimed & Telling)[]): Map<string, Target> {
    const { keys } = this.#options
    const now = timeNow()
    return new Map(
      rows.flatMap((row) => {
        if (!row.tells) return []
        let opened: Opened | undefined
        const { enabled, is_received: isReceived, url } = row
        const notSent = whyNotSent(enabled, isReceived)
        const open = () => (opened ??= openReceiver(keys, row, now))
        return [[targetOf(row), { notSent, url, opened: open }]]
      }),
    )
  }

  /** Goes on after those that it looked at last; from the beginning where these were the last. */
  async #claim(most: number): Promise<(Claimed & Telling)[]> {
    const [targets, tenants] = [this.#places.targets(), this.#places.tenants()]
    const lookedAtMax = most + targets.filter(({ free }) => free === 0).length
    const takenId = newId('WebhookTaken')
    const values = [
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
      takenId,
    ]
    const [result] = await sendOn(this.#pool, [{ text: claimDue, values }])
    const rows = result!.rows as unknown as (Looked & Claimed & Telling)[]
    const { looked_at: lookedAt, last_tenant_id: tenantId, last_webhook_id: webhookId } = rows[0]!
    this.#missed = rows[0]!.missed > 0
    this.#after = lookedAt < lookedAtMax ? first : { tenantId, webhookId }
    const claimed = rows.filter(({ id }) => id !== null)
    const taken = new Map<string, Taken>()
    for (const row of claimed) {
      if (row.by_workflow) continue
      const of = taken.get(row.tenant_id) ?? new Taken(row.tenant_id, takenId)
      taken.set(row.tenant_id, of)
      row.taken = of
      of.add()
    }
    return claimed
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
      await sendOn(this.#pool, [{ text: markSlow, values: [slowMs / 1_000] }])
    } catch (error) {
      this.#options.log.warn({ err: error }, 'slow deliveries could not be marked')
    }
  }

  async #send(
    claimed: Claimed,
    turn: Promise<boolean>,
    claimedAt: number,
    target: Target,
  ): Promise<void> {
    if (!(await turn)) return this.#ends.giveBack(claimed)
    const posted = await this.#posted(claimed, claimedAt, target)
    crashPoint('delivery-answered', () => [claimed.type])
    const { tenant_id: tenantId, webhook_id: webhookId, by_workflow: byWorkflow } = claimed
    const answered = posted.status !== null || byWorkflow || target.notSent !== undefined
    const isDry = this.#places.giveBack(tenantId, webhookId, answered)
    const status = byWorkflow ? 'SENDING' : outcomeOf(posted, target.notSent === undefined)
    const until = claimedAt + leaseSeconds * 1_000
    this.#ends.add({ begun: claimed, posted, status, until })
    if (isDry || ++this.#freed >= claimAtLeast) this.#rounds.wake()
  }

  async #posted(
    { tenant_id: tenantId, id, payload, by_workflow: byWorkflow, traceparent: parent }: Claimed,
    claimedAt: number,
    { notSent, url, opened }: Target,
  ): Promise<Posted> {
    if (byWorkflow) return none
    if (notSent !== undefined) return { ...none, error: notSent }
    try {
      const { poster } = this.#options
      const headers = headersFor(opened(), id, payload, timeNow())
      // A process that was stopped for long may find its deliveries in other hands.
      if (performance.now() - claimedAt > startWithinMs) {
        return { ...none, error: unanswered.stopped }
      }
      const { signal } = this.#stopped
      return await traced('DeliverWebhook', { kind: 'consumer', parent }, () =>
        poster.post(tenantId, url, headers, payload, signal),
      )
    } catch (error) {
      this.#options.log.error({ err: error, delivery: id }, 'a delivery could not be made')
      return { ...none, error: unanswered.unsent }
    }
  }

  /** Deliveries whose deliverer is gone: their attempt counts, as one without an answer. */
  takeBack(): Promise<number> {
    return endAbandoned(this.#pool)
  }
}
