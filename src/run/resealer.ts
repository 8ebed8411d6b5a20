import type { Client } from '@temporalio/client'
import type pg from 'pg'
import { currentKey, keysSeen, knownKeys } from '../install/key-ring.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { poolOf } from '../ports/database/connect.ts'
import { resealSchedules } from '../ports/temporal/sealed-in-engine.ts'
import { Again } from '../ports/process/again.ts'
import { resealTenant, sealedOf, tenantsOf } from './sealed-values.ts'

const everyMs = 30_000
/** Once all is sealed anew, a former key that stays is looked for by the hour: nobody seals by it. */
const doneEveryMs = 3_600_000

/** How far a change of the key has come. */
export interface Resealed {
  /** Nothing is sealed by a former key any more, and nobody seals by one. */
  isDone: boolean
  /** How many values this round sealed anew. */
  sealed: number
  waitsFor: string[]
}

interface ResealerOptions {
  relayUrl: string
  runtime: Runtime
  /** Without it schedules are left to who has the engine. */
  client?: Client
}

/** Seals anew what a former key has sealed, while others serve; what was cut off goes on. */
export class Resealer {
  readonly #options: ResealerOptions
  readonly #across: pg.Pool
  readonly #again: Again
  #stopping = false
  #doneAt = -Infinity

  constructor(options: ResealerOptions) {
    this.#options = options
    const { relayUrl, runtime } = options
    this.#across = poolOf({
      connectionString: relayUrl,
      max: 1,
      application_name: 'receivables resealing',
    })
    this.#again = new Again({
      everyMs,
      round: () => this.round(),
      failed: (err) => runtime.log.warn({ err }, 'what a former key sealed waits for a moment'),
    })
  }

  start(): void {
    this.#again.start()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#again.stop()
    await this.#across.end()
  }

  async round(): Promise<Resealed> {
    const { runtime, client } = this.#options
    const known = await knownKeys(this.#across)
    const former = known.filter(({ isCurrent, removedAt }) => !isCurrent && removedAt === null)
    if (former.length === 0) return { isDone: true, sealed: 0, waitsFor: [] }
    const waitsFor = await this.#behind()
    const isSealed = waitsFor.length === 0 && former.every((one) => one.sealedUntil !== null)
    if (isSealed && performance.now() - this.#doneAt < doneEveryMs) {
      return { isDone: true, sealed: 0, waitsFor }
    }
    // This process itself may not have turned yet.
    if ((await currentKey(this.#across))?.id !== runtime.keys.id) {
      return { isDone: false, sealed: 0, waitsFor: [...waitsFor, 'this process'] }
    }
    const ids = former.map(({ id }) => id)
    const sealed = await this.#resealAll(ids)
    if (client !== undefined) await resealSchedules(client, runtime.keys, ids)
    const isLeft = this.#stopping || (await this.#isLeft(ids))
    const isDone = waitsFor.length === 0 && !isLeft
    if (isDone) {
      this.#doneAt = performance.now()
      await this.#across.query(
        'update master_key set sealed_until = now() where sealed_until is null and id = any ($1)',
        [ids],
      )
    }
    return { isDone, sealed, waitsFor }
  }

  /** Who was seen a moment ago and seals by another key still. */
  async #behind(): Promise<string[]> {
    const [current, seen] = await Promise.all([currentKey(this.#across), keysSeen(this.#across)])
    return seen.filter((one) => one.current !== current?.id).map(({ what }) => what)
  }

  async #resealAll(ids: readonly string[]): Promise<number> {
    let sealed = 0
    for (const tenantId of await tenantsOf(this.#across)) {
      if (this.#stopping) break
      sealed += await resealTenant(this.#options.runtime, tenantId, ids)
    }
    return sealed
  }

  async #isLeft(ids: readonly string[]): Promise<boolean> {
    for (const tenantId of await tenantsOf(this.#across)) {
      const sealed = await sealedOf(this.#options.runtime, tenantId)
      if (ids.some((id) => sealed.has(id))) return true
    }
    return false
  }
}
