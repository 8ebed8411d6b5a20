import { describe, expect, test } from 'vitest'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { createKernel, type Kernel, type KernelOptions } from '../../src/kernel/http/kernel.ts'
import { tokenText } from '../../src/ports/keys/tokens.ts'
import { areas } from '../../src/operations.ts'
import { apiAs, tenantIn, worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const pass = (ms: number) => {
  at.clock.now = new Date(at.clock.now.getTime() + ms)
}

interface Process {
  kernel: Kernel
  app: App
}

/** Another process on the same database. */
async function started(options: Partial<KernelOptions>): Promise<Process> {
  const usual = { rateLimit: 0, bodyLimit: 1000, now: () => at.clock.now }
  const kernel = await createKernel(at.runtime, { ...usual, ...options })
  return { kernel, app: buildApp(areas, kernel) }
}

const tokenOf = async (rights: Parameters<typeof tenant.holding>[0] = ['ReadReasonCodes']) =>
  (await tenant.holding(rights)).token

/** How many of so many at once were let through. */
async function through(api: Api, times: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, () => api.get('/reason-code')))
  return answers.filter(({ status }) => status === 200).length
}

describe('who has no token', () => {
  const send = ({ app }: Process, token: string, address: string) =>
    app.request(
      '/reason-code',
      { headers: { authorization: `Bearer ${token}` } },
      { incoming: { socket: { remoteAddress: address } } },
    )
  const wrong = () => tokenText('SYSTEM', tenant.id)

  test('is asked about a hundred times for an address, and then costs no statement', async () => {
    const there = await started({})
    const flood = (times: number) =>
      Promise.all(Array.from({ length: times }, () => send(there, wrong(), '2001:db8::1')))
    const first = (await flood(150)).map(({ status }) => status)
    // Those who waited their turn are looked at again, so that they are no more together.
    expect(first.filter((status) => status === 401).length).toBeLessThan(104)
    const before = at.sent()
    const refused = await flood(50)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(at.sent()).toBe(before)
    expect(refused[0]!.headers.get('retry-after')).toMatch(/^\d$/)
    const good = await tokenOf()
    expect((await send(there, good, '2001:db8:0:0:9::9')).status).toBe(429)
    expect((await send(there, good, '2001:db8:0:1::1')).status).toBe(200)
    // Once it is known whose it is, it is the same from anywhere.
    expect((await send(there, good, '2001:db8::1')).status).toBe(200)
    pass(5_000)
    expect((await send(there, await tokenOf(), '2001:db8::1')).status).toBe(200)
  })

  test('is asked about once in a while, if it is the same again and again', async () => {
    const there = await started({})
    const token = await tokenOf()
    expect((await send(there, token, '192.0.2.1')).status).toBe(200)
    await at.owner('update token set revoked_at = now() where hash = $1', [
      there.kernel.authenticator.hash(token),
    ])
    const statuses = []
    for (let n = 0; n < 110; n++) statuses.push((await send(there, token, '192.0.2.1')).status)
    expect(statuses).toEqual(Array.from({ length: 110 }, () => 401))
    // It counts once, so that one forgotten program shuts out nobody who works beside it.
    expect((await send(there, await tokenOf(), '192.0.2.1')).status).toBe(200)
  })

  test('has four connections at most, which addresses get in turn', async () => {
    const there = await started({})
    const order: string[] = []
    const ends: (() => void)[] = []
    const ask = (address: string) =>
      there.kernel.strangers.lookUp(address, `${order.length}`, async () => {
        order.push(address)
        await new Promise<void>((end) => ends.push(end))
      })
    const flood = Array.from({ length: 20 }, () => ask('one'))
    const other = ask('another')
    expect(order).toHaveLength(4)
    ends[0]!()
    ends[1]!()
    await expect.poll(() => order).toHaveLength(6)
    expect(order).toContain('another')
    for (let n = 2; n < 21; n++) {
      await expect.poll(() => ends.length).toBeGreaterThan(n)
      ends[n]!()
    }
    await Promise.all([...flood, other])
  })
})

describe('the rate', () => {
  test('of somebody without the right is counted, and costs no statement when it is used up', async () => {
    const there = await started({ rateLimit: 5 })
    const weak = apiAs(there, await tokenOf(['CreateReasonCode']))
    for (let n = 0; n < 5; n++) expect((await weak.get('/reason-code')).status).toBe(403)
    const before = at.sent()
    const refused = await weak.get('/reason-code')
    expect(refused.status).toBe(429)
    expect(at.sent()).toBe(before)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=1')
  })

  test('of a token is that of whoever minted it', async () => {
    const there = await started({ rateLimit: 10 })
    const maker = await tenant.holding(['GenerateToken', 'ReadReasonCodes'])
    const minted = []
    for (let n = 0; n < 3; n++) {
      const { body } = await maker.post('/token/generate', { rights: ['ReadReasonCodes'] })
      minted.push(apiAs(there, body.token))
    }
    const own = apiAs(there, maker.token)
    expect(await through(own, 1)).toBe(1)
    const all = [own, ...minted]
    const counts = await Promise.all(all.map((api) => through(api, 10)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(9)
    expect(await through(apiAs(there, await tokenOf()), 20)).toBe(10)
  })

  test('of a tenant is that of all of its callers, and of no other tenant', async () => {
    const there = await started({ rateLimit: 10, tenantRateLimit: 15 })
    const [one, two] = [apiAs(there, await tokenOf()), apiAs(there, await tokenOf())]
    expect(await through(one, 20)).toBe(10)
    expect(await through(two, 20)).toBe(5)
    const refused = await two.get('/reason-code')
    expect(refused.headers.get('ratelimit')).toBe('"tenant";r=0;t=1')
    expect(refused.body.detail).toContain('tenant')
    const other = await tenantIn(at, 'Other')
    expect(await through(apiAs(there, other.api.token), 20)).toBe(10)
    pass(1_000)
    const left = (await two.get('/reason-code')).headers.get('ratelimit')
    expect(left).toBe('"default";r=9;t=1')
  })
})

describe('two processes on one database', () => {
  const limits = { rateLimit: 100, tenantRateLimit: 100 }

  test('let through what one would, after a second in which they knew nothing of each other', async () => {
    const processes = [await started(limits), await started(limits)]
    const token = await tokenOf()
    // The seconds of this test are not those of their timers.
    for (const { kernel } of processes) await kernel.sharedRates.stop()
    const settle = async () => {
      for (const { kernel } of processes) await kernel.sharedRates.settle()
    }
    await settle()
    const counts = []
    for (let second = 0; second < 12; second++) {
      let count = 0
      for (const { app } of processes) count += await through(apiAs({ app }, token), 120)
      counts.push(count)
      pass(1_000)
      await settle()
      await settle()
    }
    expect(counts[0]).toBe(200)
    const all = counts.reduce((sum, count) => sum + count, 0)
    // Twelve seconds, and the second's worth by which anybody, and each process, may be ahead.
    expect(all).toBeLessThanOrEqual(12 * 100 + 200)
    expect(all).toBeGreaterThanOrEqual(12 * 100 - 100)
  })

  test('do not count again what was over when one of them began to look', async () => {
    const [busy, late] = [await started(limits), await started(limits)]
    const token = await tokenOf()
    for (const { kernel } of [busy, late]) await kernel.sharedRates.stop()
    for (let second = 0; second < 3; second++) {
      expect(await through(apiAs(busy, token), 100)).toBe(100)
      pass(1_000)
      await busy.kernel.sharedRates.settle()
    }
    await late.kernel.sharedRates.settle()
    pass(60_000)
    await late.kernel.sharedRates.settle()
    expect(await through(apiAs(late, token), 100)).toBe(100)
  })

  test('tell each other by themselves, and only where there is something to tell', async () => {
    const [busy, quiet] = [await started(limits), await started({ ...limits, rateLimit: 5000 })]
    const rows = async () =>
      Number((await at.owner('select count(*) from rate_use where taken <> $1', ['{}']))[0]!.count)
    const before = await rows()
    await through(apiAs(quiet, await tokenOf()), 1)
    await through(apiAs(busy, await tokenOf()), 50)
    await expect.poll(rows, { timeout: 5_000 }).toBe(before + 1)
    await quiet.kernel.sharedRates.settle()
    expect(await rows()).toBe(before + 1)
    for (const { kernel } of [busy, quiet]) await kernel.sharedRates.stop()
  })
})

test('a proxy that nobody configured is refused, where it does not say whom it speaks for', async () => {
  const sent = async (proxies: number | undefined, header: string, from = '192.0.2.1') => {
    const { app } = await started({ proxies })
    const headers = { authorization: `Bearer ${tenant.api.token}`, [header]: from }
    const answer = await app.request('/reason-code', { headers })
    return [answer.status, ((await answer.json()) as { code?: string }).code]
  }
  for (const header of ['x-forwarded-for', 'forwarded']) {
    expect(await sent(undefined, header)).toEqual([400, 'PROXY_NOT_CONFIGURED'])
    expect(await sent(0, header)).toEqual([200, undefined])
    expect(await sent(1, header)).toEqual([200, undefined])
  }
})
