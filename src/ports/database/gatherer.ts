import { crashPoint } from '../process/crash-point.ts'
import { hasTooManyStatements, lineOf } from './line.ts'
import type { Pool } from './pool.ts'
import { isTakenBack, type Result } from './statements.ts'
import { composed, type Composed, type Step } from './together.ts'
import { planningAsSettings } from './planning.ts'
import { narrowing, tenantSetting } from './sight.ts'

/** A step that wants to know what became of it. */
export interface TripStep extends Step {
  settle(result: Result): void
  /** Of an answer that is another now. */
  forget?(): void
}

export type Outcome = { done: true } | { done: false; error: unknown; leftNothing: boolean }

/** What one trip has to send. */
interface Load {
  readonly steps: readonly TripStep[]
  readonly locks: readonly string[]
  readonly size: number
  /** Because others failed with it, or it did. */
  alone: boolean
  ended(outcome: Outcome): void
}

/** The trips of one tenant. */
interface Lane {
  readonly waiting: Load[]
  readonly locks: Set<string>
  underWay: number
  /** Those of them that stand, perhaps before somebody's lock. */
  standing: number
}

const opening = `select set_config('app.tenant_id', $1, true), set_config('app.scope', '', true),
  ${planningAsSettings}`

const underWayMost = 2
const togetherMost = 64
/** Of the values of all, in characters: who sends much keeps others from going. */
const sizeMost = 256 * 1024
const standsAfterMs = 50

/**
 * Sends trips. While two messages of a tenant are under way, its next trips wait for one of these,
 * and then go together as one transaction. If that fails, each is done alone.
 */
export class Gatherer {
  readonly #pool: Pool
  readonly #lanes = new Map<string, Lane>()
  /** Of all that a tenant may have under way, while some stand. */
  readonly #most: number

  constructor(pool: Pool, connections: number) {
    this.#pool = pool
    this.#most = Math.max(underWayMost, Math.floor(connections / 2))
  }

  carry(tenantId: string, steps: readonly TripStep[]): Promise<Outcome> {
    return new Promise((ended) => {
      const load = { steps, locks: locksOf(steps), size: sizeOf(steps), alone: false, ended }
      if (steps.some(({ together }) => together === undefined)) {
        void this.#send(tenantId, [load]).then(({ outcome }) => ended(outcome))
        return
      }
      const lane = this.#laneOf(tenantId)
      lane.waiting.push(load)
      this.#next(tenantId, lane)
    })
  }

  /** How many trips wait for those under way. */
  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  #laneOf(tenantId: string): Lane {
    let lane = this.#lanes.get(tenantId)
    if (lane === undefined) {
      lane = { waiting: [], locks: new Set(), underWay: 0, standing: 0 }
      this.#lanes.set(tenantId, lane)
    }
    return lane
  }

  #next(tenantId: string, lane: Lane): void {
    while (lane.underWay - lane.standing < underWayMost && lane.underWay < this.#most) {
      const loads = taken(lane)
      if (loads.length === 0) break
      void this.#carry(tenantId, lane, loads)
    }
    if (lane.underWay === 0 && lane.waiting.length === 0) this.#lanes.delete(tenantId)
  }

  async #carry(tenantId: string, lane: Lane, loads: readonly Load[]): Promise<void> {
    lane.underWay++
    let stands = false
    const timer = setTimeout(() => {
      stands = true
      lane.standing++
      this.#next(tenantId, lane)
    }, standsAfterMs).unref()
    const { outcome, failed } = await this.#send(tenantId, loads)
    clearTimeout(timer)
    lane.underWay--
    if (stands) lane.standing--
    for (const { locks } of loads) for (const lock of locks) lane.locks.delete(lock)
    const again = loads.filter((load) => isInnocent(load, loads, outcome, failed))
    for (const load of again) load.alone = true
    lane.waiting.unshift(...again)
    for (const load of loads) if (!again.includes(load)) load.ended(outcome)
    this.#next(tenantId, lane)
  }

  async #send(
    tenantId: string,
    loads: readonly Load[],
  ): Promise<{ outcome: Outcome; failed: readonly TripStep[] }> {
    let failed: readonly TripStep[] = []
    const outcome = await this.#sent(
      tenantId,
      () => {
        const start = { text: opening, values: [tenantSetting(tenantId)] }
        const all = loads.map(({ steps }) => steps)
        return composed(start, narrowing, all)
      },
      (steps) => (failed = steps),
      () => (loads.length > 1 ? ['several'] : []),
    )
    for (const step of failed) step.forget?.()
    return { outcome, failed }
  }

  async #sent(
    tenantId: string,
    compose: () => Composed<TripStep>,
    failedAt: (steps: readonly TripStep[]) => void,
    about: () => readonly string[],
  ): Promise<Outcome> {
    let leftNothing = true
    try {
      const { statements, of } = compose()
      const client = await this.#pool.client(tenantId)
      const line = lineOf(client)
      leftNothing = false
      try {
        const answer = line.send(statements, (place) => failedAt(of[place] ?? []))
        crashPoint('message-sent', about)
        const results = await answer
        crashPoint('message-answered', about)
        for (const [at, steps] of of.entries()) for (const step of steps) step.settle(results[at]!)
        client.release(hasTooManyStatements(client))
        return { done: true }
      } catch (error) {
        leftNothing = isTakenBack(error)
        client.release(leftNothing ? hasTooManyStatements(client) : (error as Error))
        throw error
      }
    } catch (error) {
      return { done: false, error, leftNothing }
    }
  }
}

const locksOf = (steps: readonly Step[]) => steps.flatMap(({ together }) => together?.locks ?? [])

const sizeOf = (steps: readonly Step[]) =>
  steps.reduce((sum, { values }) => values.reduce(addLength, sum), 0)

const addLength = (sum: number, value: unknown): number =>
  sum + (typeof value === 'string' ? value.length : 0)

/** Those who go next: nobody wants a lock of another, or of somebody under way. */
function taken({ waiting, locks }: Lane): Load[] {
  const loads: Load[] = []
  let size = 0
  for (let at = 0; at < waiting.length && loads.length < togetherMost;) {
    const load = waiting[at]!
    const isTooMuch = loads.length > 0 && (load.alone || size + load.size > sizeMost)
    if (isTooMuch || load.locks.some((lock) => locks.has(lock))) {
      at++
      continue
    }
    waiting.splice(at, 1)
    loads.push(load)
    size += load.size
    for (const lock of load.locks) locks.add(lock)
    if (load.alone) break
  }
  return loads
}

/** May succeed without the others; who went by an answer that is another now will not. */
function isInnocent(
  { steps }: Load,
  loads: readonly Load[],
  outcome: Outcome,
  failed: readonly TripStep[],
): boolean {
  if (outcome.done || loads.length === 1 || !isTakenBack(outcome.error)) return false
  return !steps.some((step) => step.forget !== undefined && failed.includes(step))
}
