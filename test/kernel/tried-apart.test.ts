import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '../../src/domain/access/principal.ts'
import { whileKept } from '../../src/kernel/write/kept-waits.ts'
import { inUnitsUndone } from '../../src/kernel/write/in-unit.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// What is tried keeps its connection while files are made for it: few at once, each in its turn.
let at: World
let loud: TestTenant
let other: TestTenant

beforeAll(async () => {
  at = await world({ connections: 8 })
  loud = await tenantIn(at, 'Loud')
  other = await tenantIn(at, 'Other')
})
afterAll(() => at.close())

/** A dry run for which something is made: it ends when that is let go. */
function trying({ id }: TestTenant, name: string, log: string[]) {
  const made = Promise.withResolvers<void>()
  const origin = { workflowId: 'test', now: at.clock.now }
  const ended = inUnitsUndone(at.runtime, platform(id, 'task'), origin, async (attempt) => {
    for (let file = 1; file <= 2; file++) {
      await attempt(async (unit) => {
        await unit.apart(async () => {
          log.push(`${name}${file}`)
          await made.promise
        })
      })
    }
    return name
  })
  return { ended, made: made.resolve, break: made.reject }
}

const begun = (log: string[], count: number) =>
  expect.poll(() => log.length, { timeout: 10_000, interval: 5 }).toBe(count)

/** How many connections wait within a transaction. */
const inTransaction = async () => {
  const [row] = await at.owner(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`)
  return row?.['n']
}

test('a fourth that makes files waits its turn, and all are answered', async () => {
  const log: string[] = []
  const first = ['a', 'b', 'c'].map((name) => trying(loud, name, log))
  await begun(log, 3)
  const fourth = trying(loud, 'd', log)
  const fifth = trying(loud, 'e', log)
  const ofOther = trying(other, 'f', log)
  await expect.poll(inTransaction, { timeout: 10_000 }).toBe(6)
  // Callers have places of their own meanwhile.
  expect(await whileKept(async () => 'kept')).toBe('kept')
  expect(log).toHaveLength(3)
  for (const each of [...first, fourth, fifth, ofOther]) each.made()
  const all = [...first, fourth, fifth, ofOther].map(({ ended }) => ended)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(log).toHaveLength(12)
  // Each tenant in turn: of the loud one more goes before the other, and not both.
  expect(log.slice(3, 5).toSorted()).toEqual(['d1', 'f1'])
})

test('one that breaks gives its place to the next', async () => {
  const log: string[] = []
  const broken = ['a', 'b', 'c'].map((name) => trying(loud, name, log))
  await begun(log, 3)
  const next = trying(loud, 'd', log)
  for (const each of broken) each.break(new Error('no file'))
  const ended = await Promise.allSettled(broken.map((each) => each.ended))
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  next.made()
  expect(await next.ended).toBe('d')
})
