import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { platform, type OperatorTenant } from '../domain/access/principal.ts'
import { isUnresolved, type ErrandStatus } from '../domain/system/errand.ts'
import { SystemErrand } from '../entities/system-errand.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { poolOf } from '../ports/database/connect.ts'
import { Again } from '../ports/process/again.ts'
import { absence, kindsOfStandstill, standstills, workersAbsent } from './standstills.ts'
import { leaveErrand } from './system/leave-errand.ts'
import { settleErrand } from './system/settle-errand.ts'

const everyMs = 60_000

/** The key of its errand. */
export const standstillErrandOf = (kind: string): string => `standstill/${kind}`

interface Found extends Record<string, unknown> {
  tenant_id: string
  count: number
  since: Date | null
  /** Which, where a person has to know it. */
  ids?: string[]
}

/**
 * Finds what stands still, instead of waiting for somebody to miss it: each tenant has one errand
 * for each kind of it, which ends when it is over.
 */
export class Watch {
  readonly #runtime: Runtime
  readonly #operator: OperatorTenant
  readonly #pool: pg.Pool
  readonly #again: Again
  #stopping = false

  constructor(url: string, runtime: Runtime, operator: OperatorTenant = async () => undefined) {
    this.#runtime = runtime
    this.#operator = operator
    this.#pool = poolOf({
      connectionString: url,
      max: 1,
      application_name: 'receivables watch',
    })
    const failed = (error: unknown) => this.#failed(error)
    this.#again = new Again({ everyMs, round: () => this.look(), failed })
  }

  start(): void {
    this.#again.start()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#again.stop()
    await this.#pool.end()
  }

  /** One kind that cannot be told today keeps no other from being told. */
  async look(): Promise<void> {
    const open = await this.#open()
    for (const [kind, { what, sql }] of Object.entries(standstills)) {
      if (this.#stopping) return
      const over = open.get(standstillErrandOf(kind)) ?? new Set<string>()
      await this.#safely(async () => {
        const { rows } = await this.#pool.query<Found>(sql)
        for (const found of rows) {
          if (over.delete(found.tenant_id) && found.ids === undefined) continue
          await this.#safely(() => this.#leave(kind, titleOf(what, found), found))
        }
        for (const tenantId of over) {
          await this.#safely(() => this.#settle(tenantId, standstillErrandOf(kind)))
        }
      })
    }
    await this.#safely(() => this.#lookForWorkers(open.get(standstillErrandOf(absence))))
  }

  /** It is told to the tenant of whoever runs the platform, whose work it is. */
  async #lookForWorkers(open = new Set<string>()): Promise<void> {
    const { rows } = await this.#pool.query<{ since: Date | null }>(workersAbsent)
    const [absent] = rows
    if (absent === undefined) {
      for (const tenantId of open) await this.#settle(tenantId, standstillErrandOf(absence))
      return
    }
    const operator = await this.#operator()
    this.#runtime.log.error({ since: absent.since }, 'no worker is there')
    if (operator === undefined || open.has(operator)) return
    const found = { tenant_id: operator, count: 1, since: absent.since }
    await this.#leave(absence, 'No worker is there: nothing that was begun goes on', found)
  }

  async #safely(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => this.#failed(error))
  }

  #failed(err: unknown): void {
    this.#runtime.log.warn({ err }, 'what stands still is looked for again in a minute')
  }

  /** The tenants that have an errand of each kind. */
  async #open(): Promise<Map<string, Set<string>>> {
    const { rows } = await this.#pool.query<{
      tenant_id: string
      dedupe_key: string
      status: ErrandStatus
    }>(
      `select tenant_id, dedupe_key, status from system_errand
       where tenant_id in (select tenant_id from tenant) and dedupe_key = any ($1)`,
      [kindsOfStandstill().map(standstillErrandOf)],
    )
    const unresolved = rows.filter(({ status }) => isUnresolved(status))
    return new Map(
      [...Map.groupBy(unresolved, ({ dedupe_key: key }) => key)].map(([key, of]) => [
        key,
        new Set(of.map(({ tenant_id: tenantId }) => tenantId)),
      ]),
    )
  }

  async #leave(kind: string, title: string, found: Found): Promise<void> {
    const { tenant_id: tenantId, count, since, ids } = found
    const data = { kind, count, ...(since && { since: since.toISOString() }), ...(ids && { ids }) }
    const dedupeKey = standstillErrandOf(kind)
    await inUnit(this.#runtime, platform(tenantId, 'watch'), {}, async (unit) => {
      const known = ids && (await unit.find(SystemErrand, { dedupeKey }))
      if (known != null && isUnresolved(known.status)) {
        if (!isDeepStrictEqual(known.data['ids'], ids))
          unit.update(SystemErrand, known, { title, data })
        return
      }
      this.#runtime.log.error({ tenantId, ...data }, 'something stands still')
      const subject = { subjectType: 'Standstill', subjectId: kind }
      await leaveErrand(unit, { type: 'JOB', ...subject, severity: 'HIGH', title, data, dedupeKey })
    })
  }

  async #settle(tenantId: string, key: string): Promise<void> {
    await inUnit(this.#runtime, platform(tenantId, 'watch'), {}, (unit) =>
      settleErrand(unit, key, 'It goes on again'),
    )
  }
}

function titleOf(what: string, { count, since }: Found): string {
  return `${count} ${what}${since === null ? '' : `, the first since ${momentText(since)}`}`
}

const momentText = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
