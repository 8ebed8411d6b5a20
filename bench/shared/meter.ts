import { median, short, type Cost } from './goal.ts'
import { load, type Load } from './load.ts'
import { familyMicros, processorMicros } from './machine.ts'
import type { Program } from './programs.ts'

export interface Meter {
  rate(of: Load, connections: number, seconds: number): Promise<number>
  /** How much longer the slowest of a hundred took than the middle one, in each round. */
  readonly tails: readonly number[]
  /** What a request cost the process and how long it took: steadier under noise than rates are. */
  told(): string
  /** The same of Node and of the database, where its server was named. */
  cost(): Cost
}

/** Requests a second to one process, with what they cost it. */
export function meter({ pid }: Pick<Program, 'pid'>, postgresPid?: number): Meter {
  const cost: number[] = []
  const ofDatabase: number[] = []
  const database = () => (postgresPid === undefined ? NaN : familyMicros(postgresPid))
  const p50: number[] = []
  const p99: number[] = []
  const tails: number[] = []
  return {
    tails,
    async rate(of, connections, seconds) {
      const [before, databaseBefore] = [processorMicros(pid), database()]
      const loaded = await load(of, connections, seconds)
      const requests = loaded.perSecond * seconds
      cost.push((processorMicros(pid) - before) / requests)
      ofDatabase.push((database() - databaseBefore) / requests)
      p50.push(loaded.p50Ms)
      p99.push(loaded.p99Ms)
      tails.push(loaded.p99Ms / loaded.p50Ms)
      return loaded.perSecond
    },
    cost: () => ({ node: median(cost), postgres: median(ofDatabase) }),
    told: () =>
      `${short(median(cost))} µs of processor, p50 ${short(median(p50))} ms, p99 ${short(median(p99))} ms`,
  }
}
