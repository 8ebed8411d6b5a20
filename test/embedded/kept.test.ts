import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { launch, type Child } from '../../src/embedded/child.ts'
import { keep, type KeepOptions } from '../../src/embedded/keep-running.ts'
import { isAlive } from '../../src/embedded/processes.ts'

let folder: string
let started: Child[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receivables-kept-'))
  started = []
})
afterEach(async () => {
  for (const child of started) await child.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function run(program: string, ...args: string[]): Promise<Child> {
  const log = join(folder, 'log')
  const child = await launch({ program, args, env: {}, log, endBy: [['SIGKILL', 1_000]] })
  started.push(child)
  return child
}

const lasting = () => run('/bin/sleep', '600')

interface Kept {
  said: string[]
  lost: Promise<void>
  options: KeepOptions<Child>
}

function keeping(again: (signal: AbortSignal) => Promise<Child>): Kept {
  const said: string[] = []
  let lose = () => {}
  const lost = new Promise<void>((resolve) => (lose = resolve))
  const options = {
    name: 'the program',
    logs: folder,
    again,
    onLoss: lose,
    say: (line: string) => void said.push(line),
  }
  return { said, lost, options }
}

it('starts again what ended by itself, and says so', async () => {
  const { said, options } = keeping(lasting)
  const kept = keep(await lasting(), options)
  process.kill(started[0]!.pid, 'SIGKILL')
  await expect.poll(() => kept.away()).toMatch(/ended by itself \(SIGKILL\)/)
  await expect.poll(() => started.length).toBe(2)
  await kept.up(AbortSignal.timeout(5_000))
  await expect.poll(() => kept.away()).toBeUndefined()
  await expect.poll(() => said).toHaveLength(2)
  await kept.stop()
  expect(started.map(({ pid }) => isAlive(pid))).toEqual([false, false])
})

it('gives up what ends again and again', async () => {
  const { said, lost, options } = keeping(() => run('/bin/true'))
  const kept = keep(await run('/bin/true'), options)
  await lost
  expect(started).toHaveLength(9)
  expect(said.at(-1)).toMatch(/ended more than 8 times within a minute/)
  await kept.stop()
})

it('is stopped in the midst of a start, and leaves nothing behind', async () => {
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => (begun = resolve))
  const { said, options } = keeping(async (signal) => {
    begun()
    await sleep(60_000, undefined, { signal }).catch(() => undefined)
    return lasting()
  })
  const kept = keep(await lasting(), options)
  process.kill(started[0]!.pid, 'SIGKILL')
  await beginning
  await kept.stop()
  expect(started.map(({ pid }) => isAlive(pid))).toEqual([false, false])
  expect(said).toHaveLength(1)
})
