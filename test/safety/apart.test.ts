import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Apart, type ApartOptions } from '../../src/ports/apart/apart.ts'
import { Overstepped } from '../../src/ports/apart/crew.ts'
import { Miscounted } from '../../src/ports/apart/frames.ts'
import { Unreadable, type Given } from '../../src/ports/apart/kinds.ts'

const folder = mkdtempSync(join(tmpdir(), 'receivables-apart-'))
const program = join(import.meta.dirname, 'hostile-works.ts')
afterAll(() => rmSync(folder, { recursive: true }))

const made: Apart[] = []
afterEach(() => made.splice(0).forEach((one) => one.stop()))

const long = { timeMs: 60_000, foreign: true }
const briefly = { timeMs: 1500, foreign: true }
const kinds = {
  ...Object.fromEntries(
    ['echo', 'exit', 'crash', 'throws', 'throwsLater', 'unreadable', 'heap', 'buffers', 'lies']
      .concat(['talks', 'reaches', 'absent', 'partly'])
      .map((kind) => [kind, long]),
  ),
  forEver: briefly,
  stalls: briefly,
}

function apart(limits: ApartOptions['limits'] = {}, more: Partial<ApartOptions> = {}): Apart {
  const one = new Apart({
    program,
    kinds,
    limits: { places: 2, memoryMb: 128, ...limits },
    ...more,
  })
  made.push(one)
  return one
}

const nothing: Given = { value: null, parts: [] }
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const failureOf = (work: Promise<unknown>) =>
  work.then(
    (value) => expect.fail(`it gave ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
const pidOf = async (one: Apart, tenantId: string) =>
  ((await one.do('echo', tenantId, nothing)).value as { pid: number }).pid

describe('what is done apart', () => {
  test('gets values and bytes, and gives them', async () => {
    const parts = [bytes('one'), bytes(''), new Uint8Array(3_000_000).fill(7)]
    const { value, parts: given } = await apart().do('echo', 't', { value: { a: ['å'] }, parts })
    expect(value).toMatchObject({ echoed: { a: ['å'] } })
    expect(given.map((part) => Buffer.compare(part, parts.shift() as Uint8Array))).toEqual([
      0, 0, 0,
    ])
  })

  test('gets bytes while they are read, and is not left waiting for what is not there', async () => {
    const one = apart()
    const pieces = async function* () {
      for (let n = 0; n < 30; n++) yield new Uint8Array(100_000).fill(n)
    }
    const parts = [{ byteLength: 3_000_000, pieces }]
    const { parts: given } = await one.do('echo', 't', { value: null, parts })
    expect(given.map(({ byteLength }) => byteLength)).toEqual([3_000_000])
    expect([given[0]![99_999], given[0]![2_999_999]]).toEqual([0, 29])
    for (const byteLength of [2_999_999, 3_000_001]) {
      const wrong = one.do('echo', 't', { value: null, parts: [{ byteLength, pieces }] })
      expect(await failureOf(wrong)).toBeInstanceOf(Miscounted)
    }
    expect((await one.do('echo', 't', { value: 1, parts: [] })).value).toMatchObject({ echoed: 1 })
  })

  test.each(['exit', 'crash', 'throws', 'throwsLater', 'heap', 'buffers', 'lies'])(
    'and ends or breaks its process by %s is told from what was asked for, and nobody else suffers',
    async (kind) => {
      const one = apart()
      const failure = await failureOf(one.do(kind, 't', nothing))
      expect(failure).toBeInstanceOf(Overstepped)
      expect((await one.do('echo', 't', { value: 1, parts: [] })).value).toMatchObject({
        echoed: 1,
      })
    },
  )

  test('and never ends is ended', async () => {
    const told: unknown[] = []
    const one = apart({}, { onOverstepped: (...what) => told.push(what) })
    const failure = await failureOf(one.do('forEver', 't', nothing))
    expect(failure).toMatchObject({ name: 'Overstepped', message: 'forEver took too long' })
    expect(told).toEqual([['t', failure]])
    expect(await pidOf(one, 't')).toBeGreaterThan(0)
  })

  test('says what is wrong with its bytes, and breaks otherwise', async () => {
    const one = apart()
    const unreadable = await failureOf(one.do('unreadable', 't', nothing))
    expect(unreadable).toBeInstanceOf(Unreadable)
    expect(unreadable).toMatchObject({ code: 'BROKEN', message: 'It is none' })
    const own = { throws: { timeMs: 60_000, foreign: false } }
    const broke = await failureOf(apart({}, { kinds: own }).do('throws', 't', nothing))
    expect(String(broke)).toContain('a library broke')
  })

  test('is not heard where it writes instead of answering', async () => {
    expect(await apart().do('talks', 't', { value: 5, parts: [] })).toEqual({ value: 5, parts: [] })
  })

  test('is away for all where its program or its library is', async () => {
    const away = { code: 'UNAVAILABLE', status: 503 }
    expect(await failureOf(apart().do('absent', 't', nothing))).toMatchObject(away)
    const nowhere = apart({}, { program: join(folder, 'nowhere.ts') })
    expect(await failureOf(nowhere.do('echo', 't', nothing))).toMatchObject(away)
  })

  test('knows no secret, and can neither read, write nor start anything', async () => {
    const secret = join(folder, 'master.key')
    writeFileSync(secret, 'a secret')
    process.env['RECEIVABLES_MASTER_KEY'] ??= 'never to be seen'
    const { value } = await apart().do('reaches', 't', { value: { secret, folder }, parts: [] })
    const denied = 'ERR_ACCESS_DENIED'
    expect(value).toMatchObject({ reads: denied, lists: denied, writes: denied, spawns: denied })
    const { environment } = value as { environment: string[] }
    expect(environment.filter((name) => /RECEIVABLES|DATABASE|KEY|PATH/.test(name))).toEqual([])
    expect(existsSync(`${secret}.new`)).toBe(false)
  })
})

describe('what comes back piece by piece', () => {
  test('gives bytes that are taken while they come, and no faster than they are', async () => {
    const one = apart()
    const sizes: number[] = []
    let next: Promise<Given> | undefined
    const into = async (coming: AsyncIterable<Uint8Array>) => {
      // Others of the tenant wait until all of it is taken.
      next ??= one.do('echo', 't', { value: 2, parts: [] })
      for await (const { byteLength } of coming) sizes.push(byteLength)
    }
    const parts = [new Uint8Array(9_000_000)]
    const { value } = await one.do('echo', 't', { value: 1, parts, into })
    expect(value).toMatchObject({ echoed: 1 })
    expect(sizes.reduce((sum, size) => sum + size)).toBe(9_000_000)
    expect(Math.max(...sizes)).toBeLessThan(1_000_000)
    expect((await next!).value).toMatchObject({ echoed: 2 })
    const unwilling = async () => {
      throw new Error('the store is full')
    }
    const unable = one.do('echo', 't', { value: 1, parts, into: unwilling })
    expect(String(await failureOf(unable))).toContain('the store is full')
    expect((await one.do('echo', 't', { value: 3, parts: [] })).value).toMatchObject({ echoed: 3 })
  })

  test.each([
    ['partly', 'ended its process'],
    ['stalls', 'took too long'],
  ])('and breaks off in its answer is told from what was asked for: %s', async (kind, how) => {
    const one = apart()
    let got = 0
    const into = async (coming: AsyncIterable<Uint8Array>) => {
      for await (const { byteLength } of coming) got += byteLength
    }
    const failure = await failureOf(one.do(kind, 't', { ...nothing, into }))
    expect(failure).toBeInstanceOf(Overstepped)
    expect([(failure as Overstepped).how, got]).toEqual([how, 50_000])
    // Nobody has asked for it that way.
    expect(await failureOf(one.do(kind, 't', nothing))).toBeInstanceOf(Overstepped)
    expect((await one.do('echo', 't', { value: 3, parts: [] })).value).toMatchObject({ echoed: 3 })
  })

  test('is not blamed for the time in which its bytes are waited for', async () => {
    const one = apart({}, { kinds: { echo: briefly } })
    await one.do('echo', 't', nothing)
    const pieces = async function* () {
      yield new Uint8Array(10)
      await new Promise((resolve) => setTimeout(resolve, briefly.timeMs + 500))
      yield new Uint8Array(10)
    }
    const parts = [{ byteLength: 20, pieces }]
    const { parts: given } = await one.do('echo', 't', { value: null, parts })
    expect(given.map(({ byteLength }) => byteLength)).toEqual([20])
  })
})

describe('a process', () => {
  test('that decodes foreign bytes works for one tenant alone', async () => {
    const one = apart({ places: 1 })
    const [first, again] = [await pidOf(one, 'a'), await pidOf(one, 'a')]
    expect(again).toBe(first)
    const other = await pidOf(one, 'b')
    expect(other).not.toBe(first)
    expect(await pidOf(one, 'a')).not.toBe(first)
  })

  test('makes place for another after so many works', async () => {
    const one = apart({ places: 1, works: 2 })
    const pids = [await pidOf(one, 'a'), await pidOf(one, 'a'), await pidOf(one, 'a')]
    expect(new Set(pids).size).toBe(2)
  })
})

/** Its process stands still, as in a picture that has no end, until it is let go. */
async function heldBy(one: Apart, tenantId: string): Promise<() => void> {
  const pid = await pidOf(one, tenantId)
  process.kill(pid, 'SIGSTOP')
  return () => void process.kill(pid, 'SIGCONT')
}

describe('many at once', () => {
  test('of one tenant leave a place to the others, who need not wait for them', async () => {
    const one = apart({ places: 2 })
    const letGo = await heldBy(one, 'a')
    const ended: string[] = []
    const many = Array.from({ length: 6 }, () =>
      one.do('echo', 'a', nothing).then(() => ended.push('a')),
    )
    expect(await pidOf(one, 'b')).toBeGreaterThan(0)
    expect(await pidOf(one, 'c')).toBeGreaterThan(0)
    expect(ended).toEqual([])
    letGo()
    expect(await Promise.all(many)).toHaveLength(6)
  })

  test('are taken in turn of the tenants, and refused beyond what may wait', async () => {
    const one = apart({ places: 1, waiting: { each: 2, all: 3 } })
    const ended: string[] = []
    const ask = (tenantId: string, name: string) =>
      one.do('echo', tenantId, nothing).then(() => ended.push(name))
    const letGo = await heldBy(one, 'a')
    const all = [ask('a', 'a0'), ask('a', 'a1'), ask('a', 'a2')]
    const overloaded = { code: 'OVERLOADED', status: 503 }
    expect(await failureOf(ask('a', 'a3'))).toMatchObject(overloaded)
    all.push(ask('b', 'b1'))
    expect(await failureOf(ask('c', 'c1'))).toMatchObject(overloaded)
    letGo()
    await Promise.all(all)
    expect(ended).toEqual(['a0', 'a1', 'b1', 'a2'])
  })

  test('wait no longer than they may', async () => {
    const one = apart({ places: 1, waitMs: 50 })
    const letGo = await heldBy(one, 'a')
    const first = one.do('echo', 'a', nothing)
    const late = await failureOf(one.do('echo', 'b', nothing))
    expect(late).toMatchObject({ code: 'OVERLOADED', status: 503 })
    letGo()
    await first
  })

  test('are told that it stops when it does', async () => {
    const one = apart({ places: 1 })
    const away = { code: 'UNAVAILABLE' }
    await heldBy(one, 'a')
    const held = failureOf(one.do('echo', 'a', nothing))
    const waiting = failureOf(one.do('echo', 'a', nothing))
    one.stop()
    expect([await held, await waiting]).toMatchObject([away, away])
    expect(await failureOf(one.do('echo', 'a', nothing))).toMatchObject(away)
  })
})
