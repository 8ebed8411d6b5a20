import { randomUUID } from 'node:crypto'
import { noId } from '../../domain/id-forms.ts'
import type { Pool } from '../../ports/database/pool.ts'
import { Transaction, type Row } from '../../ports/database/transaction.ts'
import type { RateLimit } from './rate.ts'

const everyMs = 1000
/** What another process told before this one last looked is long over. */
const recentMs = 2 * everyMs
const namesMax = 1000

type Taken = Readonly<Record<string, number>>

interface RateUseRow extends Row {
  process: string
  taken: Taken
}

const tell = `
insert into rate_use (tenant_id, process, taken, told_at) values ($1, $2, $3, now())
on conflict (tenant_id, process) do update
  set taken = excluded.taken, told_at = excluded.told_at`
const look = `
select process, taken from rate_use
where tenant_id = $1 and process <> $2 and told_at > now() - interval '1 minute'`
const sweep = `delete from rate_use where tenant_id = $1 and told_at < now() - interval '1 hour'`

export interface SharedRatesOptions {
  pool: Pool
  rate: RateLimit
  now(): Date
  onFailure(error: unknown): void
}

/**
 * Tells the other processes on the database how much was let through here, and takes off what they
 * let through: behind the answers, once a second while anybody sends much.
 */
export class SharedRates {
  readonly #options: SharedRatesOptions
  readonly #process = randomUUID()
  /** All that this process ever told, under the names that told last. */
  readonly #told = new Map<string, number>()
  #seen = new Map<string, Taken>()
  #seenAtMs = -Infinity
  #timer: NodeJS.Timeout | undefined
  #settling: Promise<void> = Promise.resolve()

  constructor(options: SharedRatesOptions) {
    this.#options = options
    options.rate.onBusy = () => {
      this.#timer ??= setTimeout(() => void this.settle(), everyMs).unref()
    }
  }

  /** One after the other, so that nothing is taken off twice. */
  settle(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#settling = this.#settling.then(() => this.#exchange()).catch(this.#options.onFailure)
    return this.#settling
  }

  stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#options.rate.onBusy = () => undefined
    return this.#settling
  }

  async #exchange(): Promise<void> {
    const { pool, rate } = this.#options
    for (const [name, taken] of rate.untold()) {
      const before = this.#told.get(name) ?? 0
      this.#told.delete(name)
      this.#told.set(name, before + taken)
    }
    for (const name of this.#told.keys()) {
      if (this.#told.size <= namesMax) break
      this.#told.delete(name)
    }
    const transaction = await Transaction.begin(pool, { tenantId: noId }, 'command')
    try {
      const taken = JSON.stringify(Object.fromEntries(this.#told))
      const [, , rows] = await Promise.all([
        transaction.prepared(tell, [noId, this.#process, taken]),
        transaction.prepared(sweep, [noId]),
        transaction.prepared<RateUseRow>(look, [noId, this.#process]),
      ])
      await transaction.commit()
      this.#takeOff(rows)
    } finally {
      await transaction.rollback()
    }
  }

  /** What was told since the last look; of a long time no more than its last moments. */
  #takeOff(rows: readonly RateUseRow[]): void {
    const { rate, now } = this.#options
    const nowMs = now().getTime()
    const share = Math.min(1, recentMs / (nowMs - this.#seenAtMs))
    for (const { process, taken } of rows) {
      const before = this.#seen.get(process)
      for (const [name, all] of Object.entries(taken)) {
        const more = all - (before?.[name] ?? 0)
        if (more > 0) rate.takenElsewhere(name, more * share, nowMs)
      }
    }
    this.#seen = new Map(rows.map(({ process, taken }) => [process, taken]))
    this.#seenAtMs = nowMs
  }
}
