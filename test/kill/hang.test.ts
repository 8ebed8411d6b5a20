import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../../src/embedded/processes.ts'
import {
  apart,
  demonstrated,
  enginePid,
  eventually,
  together,
  type Installation,
} from './installation.ts'

// What hangs says nothing, as what is dead would: its connections stay, and nothing comes by them.
let at: Installation
beforeAll(async () => {
  at = await apart()
  await at.ready()
}, 300_000)
afterAll(() => at?.close())

/** A process with all that it has begun. */
function familyOf(pid: number): number[] {
  const said = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString()
  const pairs = said.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const of = (parent: number): number[] =>
    pairs.flatMap(([child, its]) => (its === parent ? [child!, ...of(child!)] : []))
  return [pid, ...of(pid)]
}

const tell = (pids: readonly number[], signal: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      // A connection's process may have ended since it was looked for.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

let people = 0
const invite = () =>
  at.call('POST', '/users', { email: `hang${++people}@example.com`, name: 'Alva Lind' })

function mailed(): number {
  const folder = join(at.dir, 'mail')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.filter((name) => name.endsWith('.txt') && !name.startsWith(demonstrated)).length
}

interface Tried {
  status: number
  tookMs: number
}

/** One call after another, as somebody makes them who is refused and tries again. */
async function trying(until: () => boolean): Promise<Tried[]> {
  const tried: Tried[] = []
  while (!until()) {
    const began = performance.now()
    const { status } = await invite()
    tried.push({ status, tookMs: performance.now() - began })
    await sleep(100)
  }
  return tried
}

test('a database that freezes for a minute costs refusals, and ten seconds after its return nothing', async () => {
  expect((await invite()).status).toBe(201)
  await eventually('the first mail', async () => mailed() === 1)
  const frozen = familyOf(at.pidOf('postgres'))
  tell(frozen, 'SIGSTOP')
  let isOver = false
  const callers = Promise.all(Array.from({ length: 4 }, () => trying(() => isOver)))
  await sleep(60_000)
  isOver = true
  tell(frozen, 'SIGCONT')
  const back = performance.now()
  const tried = (await callers).flat()
  // The last of each may have been answered when it was back already.
  const refused = tried.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  expect(Math.max(...refused.map(({ tookMs }) => tookMs))).toBeLessThan(15_000)
  expect(tried.length - refused.length).toBeLessThanOrEqual(4)
  let made = await invite()
  while (made.status !== 201 && performance.now() - back < 10_000) made = await invite()
  expect(made.status).toBe(201)
  expect(performance.now() - back).toBeLessThan(10_000)
  const there = async () =>
    Number((await at.rows('select count(*)::int as n from user_invitation'))[0]?.['n']) - 1
  await eventually('all who are there to be mailed', async () => mailed() === (await there()))
}, 180_000)

test('each part ends within ten seconds while Temporal hangs', async () => {
  const hanging = familyOf(at.pidOf('temporal'))
  tell(hanging, 'SIGSTOP')
  // What the relay has under way then waits for an answer that does not come.
  expect((await invite()).status).toBe(201)
  await sleep(1_000)
  const began = performance.now()
  await Promise.all(
    (['api', 'worker', 'relay'] as const).map(async (part) => {
      const pid = at.pidOf(part)
      process.kill(pid, 'SIGTERM')
      await eventually(`${part} to end`, async () => !isAlive(pid), 20_000)
      expect(performance.now() - began, part).toBeLessThan(10_000)
    }),
  )
  tell(hanging, 'SIGCONT')
}, 60_000)

test('so does a process that runs its engines, and leaves none of them behind', async () => {
  const whole = await together()
  await whole.ready()
  const engines = (['temporal', 'postgres'] as const).map((engine) => enginePid(whole.dir, engine))
  tell(familyOf(engines[0]!), 'SIGSTOP')
  const pid = whole.pidOf('api')
  const began = performance.now()
  process.kill(pid, 'SIGTERM')
  await eventually('it to end', async () => !isAlive(pid), 20_000)
  expect(performance.now() - began).toBeLessThan(10_000)
  // A database that has much to write ends a moment later.
  await eventually('its engines to end', async () => !engines.some(isAlive), 20_000)
  await whole.close()
}, 300_000)
