import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deliverer } from '../../src/activities/webhooks/deliverer.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { attemptsOf, delivererOf, happens, logsOf, subscribed } from './deliveries.ts'
import { block, flood, flooded } from './flooding.ts'
import { authority, receiver, type Answering, type Certificate } from './receiver.ts'

// Each kind of answer comes from a real server over TLS; the log must tell what came.
let at: World
let tenant: TestTenant
let deliverer: Deliverer
const allowedHosts = new Set<string>()
const mb = 1024 * 1024
const flooding = join(import.meta.dirname, 'flooding.ts')

beforeAll(async () => {
  at = await world({ poster: { allowedHosts, ca: authority } })
  tenant = await tenantIn(at)
  deliverer = delivererOf(at)
})
afterAll(async () => {
  await deliverer.stop()
  await at.runtime.poster.close()
  await at.close()
})

const goOn = 'HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n'
const accepted = 'HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok'

interface Outcome {
  status: string
  response_status: number | null
  error: string | null
  response: string | null
  durationMs: number
  posts: number
}

/** One delivery to one receiver that answers so, from the event to what the log says of it. */
async function outcomeOf(
  how: Answering | number,
  options: { certificate?: Certificate; tls?: object } = {},
): Promise<Outcome> {
  const target = await receiver(how, options)
  allowedHosts.add(target.host)
  const webhookId = await subscribed(tenant, target.url)
  await happens(tenant)
  await deliverer.carry()
  await deliverer.settled()
  const [log] = await logsOf(at, webhookId)
  const attempts = await attemptsOf(at, log!.id)
  expect(attempts).toHaveLength(1)
  const [attempt] = attempts
  expect(attempt).toMatchObject({ number: 1, kind: 'AUTOMATIC' })
  expect(attempt!.ended_at).not.toBeNull()
  const { status, response_status, error } = log!
  expect(attempt).toMatchObject({ response_status, error })
  const started = await at.owner(
    `select input from outbox where workflow = 'webhookDelivery' and input ->> 'entityId' = $1`,
    [log!.id],
  )
  expect(started).toHaveLength(status === 'DELIVERED' ? 0 : 1)
  if (started.length > 0) {
    expect(started[0]!['input']).toEqual({
      tenantId: tenant.id,
      entityId: log!.id,
      status,
      answer: error ?? String(response_status),
      firstAttemptAt: attempt!.started_at.getTime(),
      endedAt: expect.any(Number),
      followed: true,
    })
  }
  await tenant.api.delete(`/webhook/${webhookId}`)
  await target.close()
  const { response, duration_ms } = attempt!
  const posts = target.arrived.length
  return { status, response_status, error, response, durationMs: duration_ms!, posts }
}

describe('an answer', () => {
  test.each([200, 204, 301, 302, 307, 308, 399])('of %i is a success', async (code) => {
    const elsewhere = { location: 'https://localhost:1/elsewhere' }
    const outcome = await outcomeOf((response) => response.writeHead(code, elsewhere).end())
    expect(outcome).toMatchObject({ status: 'DELIVERED', response_status: code, error: null })
    expect(outcome.posts).toBe(1)
  })

  test.each([400, 404, 410, 429, 499])('of %i is final', async (code) => {
    const outcome = await outcomeOf(code)
    expect(outcome).toMatchObject({ status: 'FAILED', response_status: code, posts: 1 })
  })

  test.each([500, 503, 599, 700])('of %i is followed by another attempt', async (code) => {
    const outcome = await outcomeOf(code)
    expect(outcome).toMatchObject({ status: 'RETRYING', response_status: code, posts: 1 })
  })

  test.each<[string, Answering]>([
    ['before it', (to) => (to.writeContinue(), to.writeProcessing(), to.writeHead(202).end('ok'))],
    ['in one piece with it', (to) => void to.socket!.write(`${goOn}${goOn}${accepted}`)],
    [
      'long before it',
      (to) => (to.writeContinue(), setTimeout(() => to.writeHead(202).end('ok'), 300)),
    ],
  ])('is awaited where the receiver says "go on" %s', async (_, how) => {
    const outcome = await outcomeOf(how)
    expect(outcome).toMatchObject({ status: 'DELIVERED', response_status: 202, response: 'ok' })
    expect(outcome.posts).toBe(1)
  })

  test('is kept to its first 4 kB, whatever bytes they are', async () => {
    const bytes = Buffer.concat([Buffer.from('a\0b'), randomBytes(6_000)])
    const { response, status } = await outcomeOf((to) => to.writeHead(200).end(bytes))
    expect(status).toBe('DELIVERED')
    expect(response!.startsWith('ab')).toBe(true)
    expect(response!.length).toBeLessThanOrEqual(4_096)
  })
})

describe('no answer', () => {
  test.each<[string, Answering, RegExp]>([
    ['a reset', (to) => to.socket!.destroy(), /closed|ECONNRESET|hang up|reset/],
    [
      'something that is not HTTP',
      (to) => void to.socket!.end('what?\r\n\r\n'),
      /HPE_|Parse|HTTP\/1.1 protocol/,
    ],
    [
      'a head without end',
      (to) => flooded(to, 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'),
      /HEADERS|Header/,
    ],
    [
      'a status that is none',
      (to) => void to.socket!.write(`HTTP/1.1 099 x\r\n\r\n`),
      /^The answer/,
    ],
    ['an upgrade', (to) => void to.socket!.write(upgrade), /upgrade/i],
  ])('is what %s counts as', async (_, how, words) => {
    const outcome = await outcomeOf(how)
    expect(outcome).toMatchObject({ status: 'RETRYING', response_status: null, response: null })
    expect(outcome.error).toMatch(words)
    expect(outcome.error).not.toMatch(/\s\s|[\r\n]/)
    expect(outcome.durationMs).toBeLessThan(20_000)
  })

  test.each<[Certificate, RegExp]>([
    ['expired', /CERT_HAS_EXPIRED/],
    ['self-signed', /SELF_SIGNED/],
    ['wrong-host', /ERR_TLS_CERT_ALTNAME_INVALID/],
  ])('counts for a certificate that is %s, and nothing is sent', async (certificate, words) => {
    const outcome = await outcomeOf(200, { certificate })
    expect(outcome).toMatchObject({ status: 'RETRYING', response_status: null, posts: 0 })
    expect(outcome.error).toMatch(words)
  })

  test('counts for TLS 1.1, and nothing is sent', async () => {
    const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }
    const outcome = await outcomeOf(200, { tls: old })
    expect(outcome).toMatchObject({ status: 'RETRYING', posts: 0 })
  })

  test('counts for silence, after 15 seconds and for that target alone', async () => {
    const silent = outcomeOf(() => undefined)
    const outcome = await silent
    expect(outcome).toMatchObject({ status: 'RETRYING', error: 'No answer within 15 s', posts: 1 })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(14_900)
    expect(outcome.durationMs).toBeLessThan(20_000)
  })
})

const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'

/** Answers a head at once and then a byte every 200 ms. */
const dribbling: Answering = (to) => {
  to.writeHead(200)
  const timer = setInterval(() => to.write('.'), 200)
  to.socket!.on('close', () => clearInterval(timer))
}

describe('a body', () => {
  test.each<[string, Answering]>([
    ['without end', (to) => flooded(to, flood, block)],
    [
      'of 10 GB',
      (to) => flooded(to, 'HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n', block),
    ],
    ['that is a bomb', (to) => to.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)],
    ['that dribbles', dribbling],
    [
      'that is cut off',
      (to) => (
        to.writeHead(200, { 'content-length': 9 }),
        to.write('12'),
        setTimeout(() => to.socket?.destroy(), 50)
      ),
    ],
  ])('%s does not change what its head said', async (_, how) => {
    const outcome = await outcomeOf(how)
    expect(outcome).toMatchObject({ status: 'DELIVERED', response_status: 200, error: null })
    expect(outcome.durationMs).toBeLessThan(3_000)
    expect(outcome.response!.length).toBeLessThanOrEqual(4_096)
  })

  test('of 200 hostile receivers takes no memory, and others do not notice', async () => {
    const hostile = fork(flooding, ['flood', '200'], { execArgv: [] })
    const [theirs] = await once(hostile, 'message')
    const good = await receiver(200)
    const other = await tenantIn(at, 'Other')
    allowedHosts.add(good.host)
    const ids: string[] = []
    for (const { host, url } of theirs) {
      allowedHosts.add(host)
      ids.push(await subscribed(tenant, url))
    }
    const goodId = await subscribed(other, good.url)
    const before = process.memoryUsage.rss()
    at.clock.now = new Date()
    await happens(tenant)
    await happens(other, 20)
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
    const running = delivererOf(at)
    running.start()
    const left = `select 1 from webhook_log where status not in ('DELIVERED', 'FAILED', 'RETRYING')`
    await expect.poll(() => at.owner(left), { interval: 100 }).toEqual([])
    await running.stop()
    clearInterval(watching)
    const reached = await at.owner(
      `select status, error, count(*)::int as n from webhook_log where webhook_id = $1 group by 1, 2`,
      [goodId],
    )
    expect(reached).toEqual([{ status: 'DELIVERED', error: null, n: 20 }])
    // Delivered by their heads: none was held until its deadline, so nobody else waited for that.
    const ended = await at.owner(
      `select status, error, count(*)::int as n from webhook_log where webhook_id = any ($1)
        group by 1, 2`,
      [ids],
    )
    expect(ended).toEqual([{ status: 'DELIVERED', error: null, n: 200 }])
    expect((most - before) / mb).toBeLessThan(250)
    hostile.kill()
    await good.close()
  })
})

const bomb = gzipSync(Buffer.alloc(50 * mb))

test('a receiver that is not there at all', async () => {
  await at.owner('delete from webhook')
  const gone = await receiver()
  allowedHosts.add(gone.host)
  await gone.close()
  await expect(
    new Promise((resolve, reject) => {
      connect(Number(gone.host.split(':')[1]), '127.0.0.1')
        .on('connect', resolve)
        .on('error', reject)
    }),
  ).rejects.toThrow()
  const webhookId = await subscribed(tenant, gone.url)
  await happens(tenant)
  await deliverer.carry()
  await deliverer.settled()
  expect((await logsOf(at, webhookId))[0]).toMatchObject({ status: 'RETRYING' })
  expect((await logsOf(at, webhookId))[0]!.error).toContain('ECONNREFUSED')
})
