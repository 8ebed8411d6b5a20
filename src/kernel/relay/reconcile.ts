import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type pg from 'pg'
import { poolOf } from '../../ports/database/connect.ts'
import { Again } from '../../ports/process/again.ts'
import { keptTables, overAt } from '../../entities/table.ts'
import { processes, stuckErrandOf, workflowIdOf, type ProcessName } from '../../domain/processes.ts'
import type { DocumentStore } from '../../ports/documents/documents.ts'
import { dispatch, type Outcome } from './dispatch.ts'
import { now as timeNow } from '../../ports/database/clock.ts'
import { whyStuck } from './why-stuck.ts'

/** By process, the rows that stand in a moving state past the time it should have moved them at. */
export type Overdue = Readonly<Partial<Record<ProcessName, string | null>>>

interface Late {
  tenant_id: string
  id: string
  /** The business key, where it is not the id. */
  key?: string
}

const everyMs = 60_000
/** The limit that each query of what is overdue ends with, and how long one takes its turn in a round. */
export const pageOfLate = 500
const sliceMs = 5_000
/** No write takes that long, so the process that began it has died. */
const halfLifetimeMs = 3_600_000
/** What is deleted at once; the others of a round have their turn between two batches. */
export const purgeBatch = 5_000
/** Longer than this nothing is deleted in a round: what is left waits for the next. */
const purgeSliceMs = 10_000

/** What tables say of their rows that go. */
export const purges = keptTables(true).map((kept) => {
  const { from, where } = overAt(kept, 'now()', purgeBatch)
  return `delete from ${kept.table} where ctid = any (array (
    select k.ctid from ${from} where ${where} limit ${purgeBatch}))`
})

/** Of one tenant, what is overdue though its process is open. */
export interface Stuck {
  tenantId: string
  process: ProcessName
  ids: readonly string[]
  /** What fails in the first of them, as far as the engine knows. */
  reason: string
}

export interface ReconcilerOptions {
  url: string
  client: Client
  documents: Pick<DocumentStore, 'sweep'>
  overdue: Overdue
  /** Leaves to people what is open and does not move. */
  leave?: (stuck: Stuck) => Promise<void>
  /** Ends what was left to people of this tenant, of whom none of this process stands still now. */
  settle?: (tenantId: string, process: ProcessName) => Promise<void>
  log: Logger
}

/** Starts again what has lost its workflow, also when the engine lost its store; and sweeps up. */
export class Reconciler {
  readonly #options: ReconcilerOptions
  readonly #pool: pg.Pool
  /** How many of the late of a process earlier rounds have come past. */
  readonly #lookedAt = new Map<ProcessName, number>()
  readonly #again: Again
  #stopping = false

  constructor(options: ReconcilerOptions) {
    this.#options = options
    this.#pool = poolOf({
      connectionString: options.url,
      max: 1,
      application_name: 'receivables reconciler',
    })
    const failed = (error: unknown) => this.#failed(error)
    this.#again = new Again({ everyMs, round: () => this.#round(), failed })
  }

  start(): void {
    this.#again.start()
  }

  /** A round at once: the engine was away, or comes without its memory. */
  soon(): void {
    void this.#again.soon()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#again.stop()
    await this.#pool.end()
  }

  /** Either waits for nothing that the other does: what is old goes also while the engine is away. */
  async #round(): Promise<void> {
    await this.#safely(() => this.reconcile())
    await this.#safely(() => this.sweepUp(timeNow()))
  }

  async #safely(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => this.#failed(error))
  }

  #failed(err: unknown): void {
    this.#options.log.warn({ err }, 'reconciling waits for the next minute')
  }

  /** How many processes were started again. */
  async reconcile(): Promise<number> {
    let started = 0
    const { overdue } = this.#options
    for (const name of Object.keys(overdue) as ProcessName[]) {
      const sql = overdue[name]
      if (sql == null) continue
      const open: Late[] = []
      const unclear = new Set<string>()
      const fromFirst = this.#isAtFirst(name)
      for await (const row of this.#lateOf(name, sql)) {
        const outcome = await this.#startAgain(name, row)
        if (outcome.done && outcome.isOpen === true) open.push(row)
        else if (outcome.done) started++
        // An engine that hangs would else keep this process from stopping, a deadline a row.
        else if (outcome.away) return started
        else unclear.add(row.tenant_id)
        if (this.#stopping) return started
      }
      for (const [tenantId, stuck] of Map.groupBy(open, ({ tenant_id }) => tenant_id)) {
        unclear.add(tenantId)
        await this.#safely(() => this.#leave(name, tenantId, stuck))
      }
      // Only who was looked for among all of the late is known not to be one of them.
      if (fromFirst && this.#isAtFirst(name)) {
        await this.#safely(() => this.#settle(name, unclear))
      }
    }
    if (started > 0) this.#options.log.info({ started }, 'processes were started again')
    return started
  }

  /**
   * Page by page, from where the last round ended: those who are late for long, whatever their
   * number, never keep others from being looked at.
   */
  async *#lateOf(name: ProcessName, sql: string): AsyncGenerator<Late> {
    const until = performance.now() + sliceMs
    let at = this.#lookedAt.get(name) ?? 0
    do {
      const { rows } = await this.#pool.query<Late>(`${sql} offset ${at}`)
      yield* rows
      at = rows.length < pageOfLate ? 0 : at + rows.length
      this.#lookedAt.set(name, at)
    } while (at > 0 && performance.now() < until)
  }

  /** Removes what nobody needs any more; how many halves of documents there were. */
  async sweepUp(now: Date): Promise<number> {
    await this.#purge()
    return this.#options.documents.sweep(new Date(now.getTime() - halfLifetimeMs))
  }

  /** Batch by batch, each committed by itself, until nothing old is left or time is up. */
  async #purge(): Promise<void> {
    const until = performance.now() + purgeSliceMs
    let full: readonly string[] = purges
    while (full.length > 0 && !this.#stopping && performance.now() < until) {
      const left: string[] = []
      for (const purge of full) {
        const { rowCount } = await this.#pool.query(purge)
        if (rowCount === purgeBatch) left.push(purge)
      }
      full = left
    }
  }

  async #leave(process: ProcessName, tenantId: string, stuck: readonly Late[]): Promise<void> {
    const { client, leave, log } = this.#options
    const { id, key = id } = stuck[0]!
    const reason = await whyStuck(client, workflowIdOf(process, tenantId, key))
    const ids = stuck.map((each) => each.id)
    log.warn({ tenantId, process, count: ids.length, first: id, reason }, 'processes do not move')
    await leave?.({ tenantId, process, ids, reason })
  }

  #isAtFirst(name: ProcessName): boolean {
    return (this.#lookedAt.get(name) ?? 0) === 0
  }

  async #settle(process: ProcessName, still: ReadonlySet<string>): Promise<void> {
    const { rows } = await this.#pool.query<{ tenant_id: string }>(
      `select tenant_id from system_errand
       where tenant_id in (select tenant_id from tenant) and dedupe_key = $1
         and status in ('OPEN', 'IN_PROGRESS')`,
      [stuckErrandOf(process)],
    )
    for (const { tenant_id: tenantId } of rows) {
      if (still.has(tenantId)) continue
      await this.#safely(async () => this.#options.settle?.(tenantId, process))
    }
  }

  #startAgain(name: ProcessName, row: Late): Promise<Outcome> {
    const { tenant_id: tenantId, id: entityId, key = entityId } = row
    return dispatch(this.#options.client, {
      tenant_id: tenantId,
      id: entityId,
      kind: 'start',
      workflow: name,
      workflow_id: workflowIdOf(name, tenantId, key),
      signal: null,
      input: { tenantId, entityId },
      attributes: {
        RxTenant: tenantId,
        RxEntityType: processes[name].entity,
        RxEntityId: entityId,
      },
      attempts: 0,
      again: true,
    })
  }
}
