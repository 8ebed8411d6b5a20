import { afterAll, beforeAll, expect, test } from 'vitest'
import { allDriftsOf } from './drifts.ts'
import { world, type World } from '../support/world.ts'
import { groundIn, callersAt, someStep, steps } from './ground.ts'
import type { Caller, Ground } from './caller.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

let at: World
beforeAll(async () => {
  at = await world({ connections: 12 })
})
afterAll(() => at.close())

/** With the same seed the same callers do the same; who is first is left to chance. */
const runs = Number(process.env['RUNS'] ?? 1)
const rounds = Number(process.env['ROUNDS'] ?? 16)
const callers = Number(process.env['CALLERS'] ?? 10)
const looksEach = 8

/** Those who waited for each other in a circle, until the database ended one of them. */
async function deadlocks(): Promise<number> {
  await at.owner('select pg_stat_force_next_flush()')
  const [row] = await at.owner(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  return Number(row?.['n'])
}

async function begun(ground: Ground, next: (below: number) => number): Promise<void> {
  const [caller] = await callersAt(ground, 1, [])
  for (const name of ['book', 'book', 'book', 'credit', 'book', 'credit', 'book', 'finance']) {
    await steps[name]!(caller!, next(1000), next(10_000))
  }
}

/** All callers take a step at once; some of them the same one, or with the same claim. */
async function round(storm: readonly Caller[], next: (below: number) => number): Promise<void> {
  const [sharedName, sharedA] = someStep(next)
  const takes = storm.map((caller) => {
    const [name, a, b] = someStep(next)
    const how = next(4)
    return { caller, name: how === 0 ? sharedName : name, a: how < 3 ? sharedA : a, b }
  })
  const ends = await Promise.allSettled(
    takes.map(({ caller, name, a, b }) => {
      caller.done.push(`# ${name} ${a} ${b}`)
      return steps[name]!(caller, a, b)
    }),
  )
  const failed = ends.filter((end) => end.status === 'rejected')
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason))
}

test(
  `whatever is done at once, nobody meets what they do not understand (SEED=${seed})`,
  { timeout: 3_600_000 },
  async () => {
    for (let run = 0; run < runs; run++) {
      const ground = await groundIn(at)
      const next = chance(seed + run)
      await begun(ground, next)
      const done = [`SEED=${seed + run}`]
      const storm = await callersAt(ground, callers, done)
      for (let n = 0; n < rounds; n++) {
        done.push(`---- ${n}`)
        // Whatever is committed is whole at every moment, also while others are at work.
        const looking = n % looksEach === 0 ? allDriftsOf(ground) : []
        try {
          const [drifts] = await Promise.all([looking, round(storm, next)])
          expect(drifts).toEqual([])
          if (n % looksEach === 1 || n + 1 === rounds) {
            expect(await allDriftsOf(ground)).toEqual([])
          }
          expect(await deadlocks(), 'deadlocks').toBe(0)
        } catch (error) {
          throw new Error(done.join('\n'), { cause: error })
        }
      }
      if (process.env['TALLY'] !== undefined) process.stdout.write(`${done.join('\n')}\n`)
    }
  },
)
