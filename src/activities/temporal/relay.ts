import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import pg from 'pg'
import { dispatch, type Outcome, type Told } from './dispatch.ts'

const pollMs = 1_000
const leaseSeconds = 30
const batch = 100
const parallel = 16
const backoffMaxSeconds = 60

export interface RelayOptions {
  url: string
  client: Client
  log: Logger
}

/**
 * Carries what was committed over to Temporal. It claims rows and never follows an id: rows become
 * visible in another order than they were numbered. Being woken makes it prompt, polling sure.
 */
export class Relay {
  readonly #options: RelayOptions
  readonly #pool: pg.Pool
  #listener: pg.Client | undefined
  #wake: () => void = () => undefined
  #stopping = false
  #running: Promise<void> | undefined

  constructor(options: RelayOptions) {
    this.#options = options
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: 2,
      application_name: 'receivables relay',
    })
    this.#pool.on('error', () => undefined)
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake()
    await this.#running
    await this.#listener?.end().catch(() => undefined)
    await this.#pool.end()
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        if (this.#listener === undefined) await this.#listen()
        const carried = await this.carry()
        if (carried === batch) continue
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the relay could not reach the database')
      }
      if (!this.#stopping) await this.#sleep()
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #listen(): Promise<void> {
    const listener = new pg.Client({ connectionString: this.#options.url })
    const lost = () => {
      if (this.#listener === listener) this.#listener = undefined
    }
    listener.on('error', lost)
    listener.on('end', lost)
    listener.on('notification', () => this.#wake())
    await listener.connect()
    await listener.query('listen receivables_outbox')
    this.#listener = listener
  }

  /** One round: how many rows were claimed. */
  async carry(): Promise<number> {
    const { rows } = await this.#pool.query<Told>(claim, [batch, leaseSeconds])
    const told = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    // What concerns one workflow is told in its order; different ones do not wait for each other.
    const lanes = [...Map.groupBy(told, ({ workflow_id }) => workflow_id).values()]
    await Promise.all(Array.from({ length: parallel }, () => this.#workOff(lanes)))
    return rows.length
  }

  async #workOff(lanes: Told[][]): Promise<void> {
    for (let lane = lanes.pop(); lane !== undefined; lane = lanes.pop()) {
      for (const told of lane) {
        if (!(await this.#settle(told, await dispatch(this.#options.client, told)))) break
      }
    }
  }

  async #settle(told: Told, outcome: Outcome): Promise<boolean> {
    const key = [told.tenant_id, told.id]
    if (outcome.done) {
      await this.#pool.query(acknowledge, key)
      return true
    }
    // A signal that comes too late needs no telling; one that comes before its start waits for it.
    if (
      outcome.notFound &&
      (await this.#pool.query(startWaits, [told.tenant_id, told.workflow_id])).rowCount === 0
    ) {
      await this.#pool.query(acknowledge, key)
      return true
    }
    this.#options.log[outcome.dead ? 'error' : 'warn'](
      { workflowId: told.workflow_id, error: outcome.error },
      outcome.dead ? 'Temporal will never take this' : 'Temporal did not take this yet',
    )
    const seconds = Math.min(2 ** Math.min(told.attempts, 10), backoffMaxSeconds)
    await this.#pool.query(postpone, [...key, seconds, outcome.error, outcome.dead])
    return false
  }
}

const claim = `
update outbox set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
where (tenant_id, id) in (
  select tenant_id, id from outbox
  where done_at is null and dead_at is null and due_at <= now()
  order by due_at limit $1 for update skip locked)
returning tenant_id, id, kind, workflow, workflow_id, signal, input, attributes, attempts`

const acknowledge = 'update outbox set done_at = now() where tenant_id = $1 and id = $2'

const startWaits = `select 1 from outbox where tenant_id = $1 and workflow_id = $2
  and kind = 'start' and done_at is null and dead_at is null limit 1`

const postpone = `update outbox set due_at = now() + make_interval(secs => $3), last_error = $4,
  dead_at = case when $5 then now() end where tenant_id = $1 and id = $2`
