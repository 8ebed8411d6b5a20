import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SharedTurns, type SharesOptions } from '../../src/domain/shares.ts'
import { weightIn } from '../../src/domain/turns.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

/** Work that ends when it is told to, in places that are counted on a clock of their own. */
function turnsOf(
  more: Partial<SharesOptions> & { patienceMs?: number; away?: number } = {},
  each = 400,
) {
  const clock = { now: 0 }
  const shares = { places: 96, leftFree: 32, beside: 4, now: () => clock.now, ...more }
  const turns = new SharedTurns({ ...shares, each, all: 1000 })
  const begun: { name: string; end: () => void }[] = []
  const ask = (name: string) =>
    turns.take(name, () => new Promise<void>((end) => begun.push({ name, end })))
  const endFirst = async (name: string) => {
    const at = begun.findIndex((one) => one.name === name)
    begun.splice(at, 1)[0]!.end()
    await new Promise(setImmediate)
  }
  const count = (name: string) => begun.filter((one) => one.name === name).length
  const asked = async (name: string, times: number) => {
    for (let n = 0; n < times; n++) void ask(name).catch(() => undefined)
    await new Promise(setImmediate)
  }
  return { clock, turns, begun, ask, asked, endFirst, count }
}

describe('places of requests', () => {
  test('one tenant alone has two thirds of them, and the rest wait', async () => {
    const { turns, asked, count } = turnsOf()
    await asked('loud', 400)
    expect(count('loud')).toBe(64)
    expect(turns.waiting).toBe(336)
  })

  test('another tenant has at once, whatever waits, and one beside it has few', async () => {
    const { clock, asked, endFirst, count } = turnsOf()
    await asked('loud', 400)
    await asked('quiet', 1)
    expect(count('quiet')).toBe(1)
    await endFirst('quiet')
    for (let n = 0; n < 60; n++) await endFirst('loud')
    expect(count('loud')).toBe(4)
    await endFirst('loud')
    expect(count('loud')).toBe(4)
    await asked('quiet', 6)
    expect(count('quiet')).toBe(4)
    clock.now += 1_000
    await endFirst('loud')
    expect([count('loud'), count('quiet')]).toEqual([58, 6])
  })

  test('are not to be had by one who fills the line, who fills it for itself alone', async () => {
    const { ask, asked, count } = turnsOf({}, 100)
    await asked('loud', 164)
    await expect(ask('loud')).rejects.toMatchObject({ code: 'OVERLOADED' })
    await asked('quiet', 1)
    expect(count('quiet')).toBe(1)
  })

  test('are given to nobody who has waited too long, and has gone', async () => {
    const { turns, ask, asked, endFirst, count } = turnsOf({ patienceMs: 1 })
    await asked('loud', 64)
    await expect(ask('loud')).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(turns.waiting).toBe(0)
    await endFirst('loud')
    expect(count('loud')).toBe(63)
    await asked('loud', 1)
    expect(count('loud')).toBe(64)
  })

  test('are not kept by one for whom others work, who finds one again without waiting', async () => {
    const { turns, ask, asked, endFirst, count } = turnsOf({ places: 2, leftFree: 0, away: 1 })
    const outside = Promise.withResolvers<string>()
    const away = turns.take('loud', () => turns.apart('loud', () => outside.promise))
    const kept = Promise.withResolvers<void>()
    const keeps = turns.take('loud', () => turns.apart('loud', () => kept.promise))
    await asked('quiet', 2)
    expect(count('quiet')).toBe(1)
    kept.resolve()
    await keeps
    await new Promise(setImmediate)
    expect(count('quiet')).toBe(2)
    outside.resolve('done')
    expect(await away).toBe('done')
    const third = ask('quiet')
    await new Promise(setImmediate)
    expect(count('quiet')).toBe(2)
    for (let n = 0; n < 3; n++) await endFirst('quiet')
    await third
    await asked('quiet', 2)
    expect(count('quiet')).toBe(2)
  })

  test('are given in turn of tenants, of whom one may weigh more', async () => {
    const weightOf = weightIn(new Map([['heavy', 3]]))
    const { begun, asked, endFirst } = turnsOf({ places: 1, leftFree: 0, beside: 1, weightOf })
    await asked('first', 1)
    await asked('heavy', 8)
    await asked('light', 3)
    const order: string[] = []
    await endFirst('first')
    for (let n = 0; n < 8; n++) {
      order.push(begun[0]!.name)
      await endFirst(order.at(-1)!)
    }
    const round = ['heavy', 'heavy', 'heavy', 'light']
    expect(order).toEqual([...round, ...round])
  })
})

describe('places beside one who asks for one thing at a time', () => {
  test('are few for one with many of its own', async () => {
    const { clock, asked, endFirst, count } = turnsOf({ besideFew: 1 })
    await asked('loud', 400)
    for (let n = 0; n < 63; n++) {
      await asked('quiet', 1)
      await endFirst('quiet')
      await endFirst('loud')
    }
    expect(count('loud')).toBe(1)
    // Who has few has them at once, and whoever is beside it as many as that.
    await asked('quiet', 3)
    await endFirst('loud')
    expect([count('quiet'), count('loud')]).toEqual([3, 3])
    // What takes long is still theirs, though not for ever.
    clock.now += 900
    await endFirst('loud')
    expect(count('loud')).toBe(3)
    clock.now += 100
    await endFirst('loud')
    expect(count('loud')).toBe(61)
    await asked('quiet', 1)
    for (let n = 0; n < 61; n++) await endFirst('loud')
    for (let n = 0; n < 4; n++) await endFirst('quiet')
    for (let n = 0; n < 3; n++) await endFirst('loud')
    expect(count('loud')).toBe(1)
    clock.now += 100
    await endFirst('loud')
    expect(count('loud')).toBe(4)
    clock.now += 900
    await endFirst('loud')
    expect(count('loud')).toBe(64)
  })

  test('are as many for two that both have many, and for one that has few', async () => {
    const { asked, endFirst, count } = turnsOf({ besideFew: 1 })
    await asked('loud', 100)
    for (let n = 0; n < 62; n++) {
      await asked('quiet', 1)
      await endFirst('quiet')
      await endFirst('loud')
    }
    await asked('crowd', 100)
    await endFirst('loud')
    expect([count('loud'), count('crowd')]).toEqual([4, 4])
    await asked('some', 4)
    expect(count('some')).toBe(4)
  })
})

describe('the interface', () => {
  let at: World
  let loud: TestTenant
  let quiet: TestTenant
  beforeAll(async () => {
    at = await world()
    loud = await tenantIn(at, 'Loud')
    quiet = await tenantIn(at, 'Quiet')
    for (const { api } of [loud, quiet]) await api.get('/reason-code')
  })
  afterAll(() => at.close())

  test('handles a read of another tenant before the many that one has sent already', async () => {
    let letGo: () => void = () => undefined
    const over = new Promise<void>((resolve) => (letGo = resolve))
    const busy = Array.from({ length: 64 }, () => at.kernel.handling.take(loud.id, () => over))
    const order: string[] = []
    const told = (name: string) => (answer: { status: number }) =>
      void order.push(`${name} ${answer.status}`)
    const waiting = [
      loud.api.get('/reason-code').then(told('loud reads')),
      loud.api.post('/reason-code', { code: 'A1', name: 'One' }).then(told('loud writes')),
    ]
    await quiet.api.get('/reason-code').then(told('quiet reads'))
    await quiet.api.post('/reason-code', { code: 'A1', name: 'One' }).then(told('quiet writes'))
    expect(order.map((one) => one.split(' ')[0])).toEqual(['quiet', 'quiet'])
    letGo()
    await Promise.all([...busy, ...waiting])
    expect(order).toHaveLength(4)
    expect(at.kernel.handling.waiting).toBe(0)
  })

  test('has little of the many of one tenant in work while another reads one after the other', async () => {
    const { handling } = at.kernel
    const take = handling.take.bind(handling)
    const inWork = { loud: 0, seen: [] as number[] }
    vi.spyOn(handling, 'take').mockImplementation((name, work) =>
      take(name, async () => {
        if (name === quiet.id) inWork.seen.push(inWork.loud)
        if (name === loud.id) inWork.loud++
        try {
          return await work()
        } finally {
          if (name === loud.id) inWork.loud--
        }
      }),
    )
    const over = new AbortController()
    const flood = Array.from({ length: 40 }, async () => {
      while (!over.signal.aborted) await loud.api.get('/reason-code?limit=1')
    })
    // What had begun before is done first, about one at each read.
    for (let n = 0; n < 100; n++) {
      expect((await quiet.api.get('/reason-code?limit=1')).status).toBe(200)
    }
    over.abort()
    await Promise.all(flood)
    vi.restoreAllMocks()
    const atOnce = Math.max(1, availableParallelism() >> 1)
    expect(inWork.seen.slice(-20).toSorted((a, b) => a - b)[10]).toBeLessThanOrEqual(atOnce)
  })

  test('has a place for others while one waits for work that is done apart', async () => {
    let letGo: () => void = () => undefined
    const over = new Promise<void>((resolve) => (letGo = resolve))
    const busy = Array.from({ length: 63 }, () => at.kernel.handling.take(loud.id, () => over))
    const names = Promise.withResolvers<string | undefined>()
    const begun = Promise.withResolvers<void>()
    vi.spyOn(at.runtime.poster, 'refusal').mockImplementationOnce(() => {
      begun.resolve()
      return names.promise
    })
    const hook = { title: 'A', url: 'https://example.com/a', type: 'REASON_CODE', trigger: 'PUSH' }
    const made = loud.api.post('/webhook', { ...hook, method: 'POST', key: 'a key of letters' })
    await begun.promise
    // The last place of one tenant is free again while its names are looked up.
    expect((await loud.api.get('/reason-code')).status).toBe(200)
    expect(at.kernel.handling.waiting).toBe(0)
    names.resolve(undefined)
    expect((await made).status).toBe(201)
    letGo()
    await Promise.all(busy)
  })

  test('lets in who logs in with a tenant all of whose connections are held', async () => {
    const { pool } = at.runtime
    const asked = Array.from({ length: 4 }, () => pool.client(loud.id))
    expect(pool.waiting).toBeGreaterThan(0)
    const sent = { tenantId: loud.id, email: 'nobody@example.test', password: 'correct horse' }
    const answer = await at.app.request('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    })
    expect(answer.status).toBe(401)
    expect(pool.waiting).toBeGreaterThan(0)
    await Promise.all(asked.map(async (client) => (await client).release()))
  })
})
