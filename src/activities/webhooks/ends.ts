import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { workflowIdOf } from '../../domain/processes.ts'
import { unanswered } from '../../domain/webhooks/delivery.ts'
import { sendOn } from '../../ports/database/line.ts'
import type { Posted } from '../../ports/webhooks/answer.ts'
import { newId } from '../../kernel/write/ids.ts'
import { endAttempts, requeue, takeAbandoned } from './statements.ts'
import { countedBy, Taken } from './taken.ts'

/** What comes soon after is ended together: it costs the database as much for one. */
export const gatherMs = 10
export const leaseSeconds = 45
const endsMax = 256
const endsAtLeast = 128
/** While one waits for the disk, another may write. */
const writersMax = 2
const againMs = 250
/** So many times something was taken; each time it was no more than one round takes. */
const abandonedMax = 4

/** A delivery of which the first attempt is this process's to end. */
export interface Begun {
  tenant_id: string
  id: string
  client_id: string | null
  started_at: string
  /** Of what the event came of. */
  traceparent?: string | null
  /** None where a workflow makes the first attempt. */
  taken?: Taken
}

export interface Ended {
  begun: Begun
  posted: Posted
  status: string
  /** Until when the attempt is this process's to end. */
  until: number
}

export interface EndsOptions {
  pool: pg.Pool
  log: Logger
  isStopping: () => boolean
}

const lost: Posted = { status: null, error: unanswered.stopped, durationMs: 0, response: null }

/** Writes what came of first attempts, many at once; ends gather while those before are written. */
export class Ends {
  readonly #options: EndsOptions
  readonly #ends: Ended[] = []
  /** Taken, and without a turn. */
  readonly #unbegun: Begun[] = []
  /** What was taken and has no delivery left, but still its row. */
  readonly #over: Taken[] = []
  #writers = 0

  constructor(options: EndsOptions) {
    this.#options = options
  }

  add(ended: Ended): void {
    this.#ends.push(ended)
    this.#writeSoon()
  }

  giveBack(begun: Begun): void {
    this.#unbegun.push(begun)
    this.#writeSoon()
  }

  /** Until all of them are written, or are not any more. */
  async written(): Promise<void> {
    while (this.#writers > 0) await pause(1)
  }

  #writeSoon(): void {
    const needed = this.#ends.length < endsAtLeast ? 1 : writersMax
    if (this.#writers < needed) void this.#writeAll()
  }

  async #writeAll(): Promise<void> {
    this.#writers++
    await new Promise(setImmediate)
    while (this.#ends.length + this.#unbegun.length + this.#over.length > 0) {
      if (this.#unbegun.length > 0) await this.#requeue()
      const areWritten = await this.#writeEnds()
      if (!areWritten && this.#options.isStopping()) break
      if (!areWritten) await pause(againMs)
      else if (this.#ends.length < endsAtLeast) await pause(gatherMs)
    }
    this.#writers--
  }

  /** Not retried: by then another process might have claimed the rows. */
  async #requeue(): Promise<void> {
    const back = this.#unbegun.splice(0)
    const values = [
      back.map((each) => each.tenant_id),
      back.map(({ id }) => id),
      back.map(({ taken }) => taken?.id ?? null),
    ]
    const counts = countedBy(back, ({ taken }) => taken)
    for (const [taken, count] of counts) taken.write(count)
    try {
      await sendOn(this.#options.pool, [{ text: requeue, values }])
    } catch (error) {
      this.#options.log.warn({ err: error }, 'deliveries could not be given back')
      // Their row stays, so that they count as unanswered when the lease has run out.
      return
    }
    for (const [taken, count] of counts) if (taken.written(count)) this.#over.push(taken)
  }

  async #writeEnds(): Promise<boolean> {
    const ends = this.#ends.splice(0, endsMax)
    const before = this.#over.splice(0)
    if (ends.length + before.length === 0) return true
    const counts = countedBy(ends, ({ begun }) => begun.taken)
    const last = [...counts].filter(([taken, count]) => taken.write(count)).map(([taken]) => taken)
    try {
      await write(this.#options.pool, ends, [...before, ...last])
    } catch (error) {
      this.#options.log.warn({ err: error }, 'ends of deliveries could not be written')
      for (const [taken, count] of counts) taken.notWritten(count)
      // When their lease has run out, the sweep takes them for unanswered.
      const now = performance.now()
      this.#ends.unshift(...ends.filter(({ until }) => until > now))
      return false
    }
    for (const [taken, count] of counts) {
      if (taken.written(count) && !last.includes(taken)) this.#over.push(taken)
    }
    return true
  }
}

/** Deliveries whose deliverer is gone: their attempt counts, as one without an answer. */
export async function endAbandoned(pool: pg.Pool): Promise<number> {
  const [found] = await sendOn(pool, [
    { text: takeAbandoned, values: [abandonedMax, leaseSeconds] },
  ])
  const rows = found!.rows as unknown as (Begun & { id: string | null; taken_id: string })[]
  if (rows.length === 0) return 0
  const over = new Map(rows.map((row) => [row.taken_id, new Taken(row.tenant_id, row.taken_id)]))
  const ends = rows.flatMap((begun) =>
    begun.id === null ? [] : [{ begun, posted: lost, status: 'RETRYING', until: 0 }],
  )
  await write(pool, ends, [...over.values()])
  return ends.length
}

async function write(pool: pg.Pool, ends: readonly Ended[], over: readonly Taken[]): Promise<void> {
  const isLeft = ({ status }: Ended) => status !== 'DELIVERED'
  const values = [
    ends.map(({ begun }) => begun.tenant_id),
    ends.map(({ begun }) => begun.id),
    ends.map(({ begun }) => begun.client_id),
    ends.map(({ begun }) => begun.started_at),
    ends.map(({ status }) => status),
    ends.map(({ posted }) => posted.status),
    ends.map(({ posted }) => posted.error),
    ends.map(({ posted }) => posted.durationMs),
    ends.map(({ posted }) => posted.response),
    ends.map((each) => (isLeft(each) ? newId('Outbox') : null)),
    ends.map((each) => (isLeft(each) ? processOf(each.begun) : null)),
    ends.map(({ begun }) => begun.traceparent ?? null),
    over.map(({ tenantId }) => tenantId),
    over.map(({ id }) => id),
  ]
  await sendOn(pool, [{ text: endAttempts, values }])
}

const processOf = ({ tenant_id: tenantId, id }: Begun) =>
  workflowIdOf('webhookDelivery', tenantId, id)
