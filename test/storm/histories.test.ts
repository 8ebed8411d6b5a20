import { afterAll, beforeAll, expect, test } from 'vitest'
import { backSteps } from './back.ts'
import { allDriftsOf } from './drifts.ts'
import { world, type World } from '../support/world.ts'
import { groundIn, callersAt, lending, payingOut, someStep, steps, type Taken } from './ground.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

let at: World
beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

/** Longer with `RUNS=…` and `STEPS=…`. */
const runs = Number(process.env['RUNS'] ?? 2)
const stepsMax = Number(process.env['STEPS'] ?? 40)
const every = Number(process.env['EVERY'] ?? 3)

const backs = Object.keys(backSteps)

const first: readonly Taken[] = [
  ['book', 0, 7777],
  ['finance', 0, 1],
  ['credit', 0, 334],
]

test.each([
  ['whatever is done one after the other', undefined],
  ['whatever is paid out, charged and billed, and whatever the bank says of it', payingOut],
  ['whatever is lent and paid back, whenever it is due', lending],
])(`%s, all that is kept holds (SEED=${seed})`, { timeout: 3_600_000 }, async (_, among) => {
  for (let run = 0; run < runs; run++) {
    const ground = await groundIn(at)
    const next = chance(seed + run)
    const done = [`SEED=${seed + run}`]
    const callers = await callersAt(ground, 4, done)
    for (let n = 0; n < stepsMax; n++) {
      const [some, a, b] = first[n] ?? someStep(next, among)
      const name = n % 9 === 8 ? backs[a % backs.length]! : some
      const caller = callers[(a + b + n) % 4]!
      done.push(`# ${name} ${a} ${b}`)
      try {
        await (steps[name] ?? backSteps[name])!(caller, a, b)
      } catch (error) {
        throw new Error(done.join('\n'), { cause: error })
      }
      if (n % every > 0 && n + 1 < stepsMax) continue
      expect(await allDriftsOf(ground), done.join('\n')).toEqual([])
    }
    if (process.env['TALLY'] !== undefined) process.stdout.write(`${done.join('\n')}\n`)
  }
})
