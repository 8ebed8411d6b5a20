import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type pg from 'pg'
import { weightIn, type WeightOf } from '../../domain/turns.ts'
import { poolByKeys } from '../../ports/database/planning.ts'
import type { Statement } from '../../ports/database/statements.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { Backlog } from './backlog.ts'
import { Pace } from './pace.ts'
import { Rounds } from './rounds.ts'
import { dispatch, type Outcome, type OutboxMessage } from './dispatch.ts'
import type { Gathering } from './gathering.ts'
import { sendOn } from '../../ports/database/line.ts'
import { claimFrom, sourceNamed, sources, type Source, type Weights } from './sources.ts'

const leaseSeconds = 30
/** Tenants whose starts are gathered side by side. */
const gatheringAtOnce = 4
/** So many are looked at of each tenant at least: where as many were taken, more may wait. */
const moreMayWait = 10
const backoffMaxSeconds = 60
/** When a batch that is at work has taken in what waits, or has left it. */
const laterMs = 200
/** At most this long after Temporal is back, waiting rows are sent. */
const awayMaxSeconds = 5

export interface RelayOptions {
  url: string
  client: Client
  log: Logger
  gathering: Gathering
  weights?: Weights
  /** Temporal is back, and may have lost its store meanwhile. */
  onBack?: () => void
}

interface Round {
  done: number
  /** Temporal took nothing of this round, so the cause is not a single row. */
  away: boolean
  error: string
  /** Claimed and not sent. */
  notSent: OutboxMessage[]
  /** Sent, or needed no more; acknowledged together. */
  sent: OutboxMessage[]
}

const bySource = (messages: readonly OutboxMessage[]) =>
  Map.groupBy(messages, ({ source }) => sourceNamed(source))

/**
 * Sends what was committed to Temporal: rows of the outbox, and those that ask for their process
 * themselves. It claims rows instead of following ids, because they become visible in another order
 * than they were numbered.
 */
export class Relay {
  readonly #options: RelayOptions
  readonly #pool: pg.Pool
  readonly #rounds: Rounds
  readonly #pace = new Pace()
  readonly #backlog: Backlog
  /** The last round took all that it might, so more may wait. */
  #wasFull = false
  readonly #weights: Weights
  readonly #weightOf: WeightOf
  #away = false

  constructor(options: RelayOptions) {
    this.#options = options
    this.#backlog = new Backlog(options.client)
    this.#weights = options.weights ?? new Map()
    this.#weightOf = weightIn(this.#weights)
    this.#pool = poolByKeys({
      connectionString: options.url,
      max: 2,
      application_name: 'receivables relay',
    })
    this.#rounds = new Rounds({
      url: options.url,
      channel: 'receivables_outbox',
      log: options.log,
      failed: 'the relay could not reach the database',
      round: async () => {
        const enough = Math.min(moreMayWait, this.#pace.batch)
        const taken = await this.carry()
        return (taken >= enough || this.#wasFull) && !this.#away
      },
    })
  }

  /** Since it last carried what there was. */
  get restsMs(): number {
    return this.#rounds.restsMs
  }

  start(): void {
    this.#rounds.start()
  }

  async stop(): Promise<void> {
    await this.#rounds.stop()
    await this.#pool.end()
  }

  /** One round: how many rows were claimed. */
  async carry(): Promise<number> {
    const { batch: most, areSeveral } = this.#pace
    const batch = this.#wasFull ? Math.min(most, await this.#backlog.room(areSeveral)) : most
    const began = performance.now()
    const rows = await claimFrom(this.#pool, sources, batch, leaseSeconds, this.#weights)
    const tenants = rows.map(({ tenant_id }) => tenant_id)
    this.#pace.claimed(tenants, performance.now() - began)
    const round: Round = { done: 0, away: false, error: '', notSent: [], sent: [] }
    const lists = this.#options.gathering.among(rows)
    const gathered = new Set(lists.flat())
    const gatherNext = async () => {
      for (let each = lists.shift(); each !== undefined; each = lists.shift()) {
        if (round.away) await this.#postponeAll(each)
        else await this.#gather(each, round)
      }
    }
    await Promise.all([
      this.#send(
        rows.filter((each) => !gathered.has(each)),
        round,
      ),
      ...Array.from({ length: gatheringAtOnce }, gatherNext),
    ])
    await this.#acknowledge(round)
    this.#wasFull = rows.length >= batch
    this.#pace.ended(rows.length, batch)
    this.#note(round)
    return rows.length
  }

  /**
   * In their turns. Messages of one workflow keep their order; different ones do not wait for each
   * other.
   */
  async #send(all: readonly OutboxMessage[], round: Round): Promise<void> {
    const byWorkflow = Map.groupBy(all, ({ workflow_id }) => workflow_id)
    const queues = [...byWorkflow.values()].map((of) =>
      of.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    await Promise.all(
      Array.from({ length: this.#pace.parallel }, () => this.#sendQueues(queues, round)),
    )
    if (round.away) await this.#postponeAll([...round.notSent.splice(0), ...queues.flat()])
  }

  /** Many of one tenant go into one workflow; the rest are sent one by one. */
  async #gather(claimed: readonly OutboxMessage[], round: Round): Promise<void> {
    const { gathering } = this.#options
    const { done, alone, later, outcomes } = await gathering.gather(
      this.#pool,
      (message) => this.#dispatch(message),
      claimed,
      leaseSeconds,
    )
    round.sent.push(...done)
    for (const outcome of outcomes) {
      if (outcome.done) crashPoint('sent-to-engine', () => ['activateBatch'])
      if (outcome.done) round.done++
      else this.#noteAway(round, outcome)
    }
    await this.#acknowledge(round)
    if (later.length > 0) {
      await this.#postponeAll(later, laterMs)
      setTimeout(() => this.#rounds.wake(), laterMs).unref()
    }
    await this.#send(alone, round)
  }

  #dispatch(message: OutboxMessage): Promise<Outcome> {
    return this.#pace.sending(() => dispatch(this.#options.client, message, this.#weightOf))
  }

  #noteAway(round: Round, outcome: Outcome): void {
    if (outcome.done || !outcome.away || round.done > 0) return
    round.away = true
    round.error = outcome.error
  }

  /** If Temporal does not answer, the rest of the round is not sent. */
  async #sendQueues(queues: OutboxMessage[][], round: Round): Promise<void> {
    while (!round.away) {
      const queue = queues.shift()
      if (queue === undefined) return
      for (const [n, message] of queue.entries()) {
        const outcome = await this.#dispatch(message)
        if (outcome.done) crashPoint('sent-to-engine', () => [message.workflow])
        if (outcome.done) round.done++
        else this.#noteAway(round, outcome)
        if (await this.#settle(message, outcome, round)) continue
        if (round.away) round.notSent.push(...queue.slice(n + 1))
        break
      }
    }
  }

  #note({ away, done, error }: Round): void {
    const { log, onBack } = this.#options
    if (away && !this.#away) log.warn({ error }, 'Temporal is away; its messages wait')
    const isBack = this.#away && done > 0
    this.#away = away || (this.#away && !isBack)
    if (!isBack) return
    log.info('Temporal is back')
    onBack?.()
  }

  async #postponeAll(messages: readonly OutboxMessage[], forMs = 1_000): Promise<void> {
    await this.#write(messages, (source, those) => source.giveBack(those, forMs))
  }

  async #acknowledge(round: Round): Promise<void> {
    await this.#write(round.sent.splice(0), (source, sent) => source.acknowledge(sent))
  }

  /** One statement of each source, all as one message, since the trip costs more than the rows. */
  async #write(
    messages: readonly OutboxMessage[],
    statementOf: (source: Source, those: readonly OutboxMessage[]) => Statement,
  ): Promise<void> {
    const statements = [...bySource(messages)].map(([source, those]) => statementOf(source, those))
    if (statements.length > 0) await sendOn(this.#pool, statements)
  }

  async #startWaits(signal: OutboxMessage): Promise<boolean> {
    const asked = sources.flatMap((source) => source.startOf(signal) ?? [])
    return (await sendOn(this.#pool, asked)).some(({ rows }) => rows.length > 0)
  }

  async #settle(message: OutboxMessage, outcome: Outcome, round: Round): Promise<boolean> {
    const isAway = round.away
    if (outcome.done) {
      round.sent.push(message)
      return true
    }
    // A signal that comes too late is dropped; one that comes before its start waits for it.
    if (outcome.notFound && !(await this.#startWaits(message))) {
      round.sent.push(message)
      return true
    }
    this.#options.log[outcome.dead ? 'error' : isAway ? 'debug' : 'warn'](
      { workflowId: message.workflow_id, error: outcome.error },
      outcome.dead ? 'Temporal will never take this' : 'Temporal did not take this yet',
    )
    const longest = isAway ? awayMaxSeconds : backoffMaxSeconds
    const seconds = Math.min(2 ** Math.min(message.attempts, 10), longest)
    const { error, dead } = outcome
    const { postpone } = sourceNamed(message.source)
    await sendOn(this.#pool, [postpone(message, { seconds, error, dead })])
    return false
  }
}
