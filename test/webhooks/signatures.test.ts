import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptDelivery } from '../../src/activities/webhooks/attempt-delivery.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { attemptsOf, delivererOf, happens, logsOf, signingKey, subscribed } from './deliveries.ts'
import { authority, receiver, type Arrived, type Receiver } from './receiver.ts'
import { changesOf } from '../support/changes.ts'

let at: World
let tenant: TestTenant
let target: Receiver
const allowedHosts = new Set<string>()
const otherKey = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

beforeAll(async () => {
  at = await world({ poster: { allowedHosts, ca: authority } })
  target = await receiver(200)
  allowedHosts.add(target.host)
  tenant = await tenantIn(at)
})
afterAll(async () => {
  await target.close()
  await at.runtime.poster.close()
  await at.close()
})

/** Makes events happen and carries all that is due; what arrived meanwhile. */
async function arrives(times = 1): Promise<Arrived[]> {
  const before = target.arrived.length
  await happens(tenant, times)
  const deliverer = delivererOf(at)
  while ((await deliverer.carry()) > 0) await deliverer.settled()
  await deliverer.stop()
  return target.arrived.slice(before)
}

function verifies(key: string, { body, headers }: Arrived): boolean {
  const isEncoded = key.startsWith('whsec_')
  const verifier = isEncoded
    ? new Webhook(key)
    : new Webhook(Buffer.from(key, 'utf8'), { format: 'raw' })
  try {
    verifier.verify(body, { ...headers })
    return true
  } catch {
    return false
  }
}

async function only(webhookId: string): Promise<void> {
  await at.owner('delete from webhook_route where webhook_id <> $1', [webhookId])
}

const made = { title: 'x', type: 'REASON_CODE', trigger: 'PUSH', method: 'POST' }

describe('what arrives', () => {
  test('is signed, so that the public library verifies it, and names its delivery', async () => {
    const webhookId = await subscribed(tenant, target.url)
    await only(webhookId)
    const [one] = await arrives()
    const [log] = await logsOf(at, webhookId)
    expect(verifies(signingKey, one!)).toBe(true)
    expect(verifies(otherKey, one!)).toBe(false)
    expect(verifies(signingKey, { ...one!, body: `${one!.body} ` })).toBe(false)
    expect(one!.headers).toMatchObject({
      'x-webhook-id': log!.id,
      'webhook-id': log!.id,
      'content-type': 'application/json',
    })
    expect(log!.id).toMatch(/^WHRL/)
    expect(one!.body).toBe(log!.payload)
    const told = { type: 'REASON_CODE', event: 'created', version: 1, changed: [], data: {} }
    expect(JSON.parse(one!.body)).toMatchObject(told)
    expect(await attemptsOf(at, log!.id)).toHaveLength(1)
  })

  test('is signed with letters where the key is letters', async () => {
    const key = 'läsbar nyckel, two words'
    await only(await subscribed(tenant, target.url, { key }))
    const [one] = await arrives()
    expect(verifies(key, one!)).toBe(true)
  })
})

describe('what arrives while a key is changed', () => {
  test('is signed by both keys in the overlap, and by one after it', async () => {
    const webhookId = await subscribed(tenant, target.url)
    await only(webhookId)
    await tenant.api.put(`/webhook/${webhookId}`, { key: otherKey, keyOverlapSeconds: 60 })
    const [both] = await arrives()
    expect(both!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
    expect(verifies(signingKey, both!) && verifies(otherKey, both!)).toBe(true)
    await at.owner(
      `update webhook set former_key_until = now() - interval '1 second' where id = $1`,
      [webhookId],
    )
    const [after] = await arrives()
    expect(verifies(signingKey, after!)).toBe(false)
    expect(verifies(otherKey, after!)).toBe(true)
    await tenant.api.put(`/webhook/${webhookId}`, { key: signingKey, keyOverlapSeconds: 0 })
    const [atOnce] = await arrives()
    expect(verifies(otherKey, atOnce!)).toBe(false)
    expect(verifies(signingKey, atOnce!)).toBe(true)
  })

  test('is signed by both keys also where the new one is sent once more, with other changes', async () => {
    const webhookId = await subscribed(tenant, target.url)
    await only(webhookId)
    const first = await tenant.api.put(`/webhook/${webhookId}`, { key: otherKey })
    const again = await tenant.api.put(`/webhook/${webhookId}`, { key: otherKey, title: 'Renamed' })
    expect(again.body).toMatchObject({
      title: 'Renamed',
      formerKeyUntil: first.body.formerKeyUntil,
    })
    const [both] = await arrives()
    expect(verifies(signingKey, both!) && verifies(otherKey, both!)).toBe(true)
    await tenant.api.put(`/webhook/${webhookId}`, { key: otherKey, keyOverlapSeconds: 0 })
    const [one] = await arrives()
    expect(verifies(signingKey, one!)).toBe(false)
    expect(verifies(otherKey, one!)).toBe(true)
  })

  test('is signed as of when it is posted, also by a step that was long in being taken up', async () => {
    const webhookId = await subscribed(tenant, target.url)
    await only(webhookId)
    target.answer(503)
    await arrives()
    target.answer(200)
    const [log] = await logsOf(at, webhookId)
    const before = target.arrived.length
    const asked = new Date(Date.now() - 600_000)
    await at.owner(
      `update webhook_attempt set ended_at = ended_at - interval '10 minutes' where log_id = $1`,
      [log!.id],
    )
    await attemptDelivery({
      runtime: at.runtime,
      tenantId: tenant.id,
      entityId: log!.id,
      now: asked,
      workflowId: 'test',
    })
    // The public library takes nothing that is more than five minutes old.
    expect(verifies(signingKey, target.arrived[before]!)).toBe(true)
    const [, second] = await attemptsOf(at, log!.id)
    expect(second!.started_at.getTime()).toBeGreaterThan(asked.getTime() + 590_000)
  })

  test('verifies by one key or the other while the key is changed during 1,000', async () => {
    const standing = () =>
      at.owner(
        `select status, error, count(*)::int from webhook_log where webhook_id = $1 group by 1, 2`,
        [webhookId],
      )
    const webhookId = await subscribed(tenant, target.url)
    await only(webhookId)
    const deliverer = delivererOf(at)
    const before = target.arrived.length
    const count = () => target.arrived.length - before
    deliverer.start()
    for (let n = 0; n < 10; n++) {
      await happens(tenant, 100)
      if (n !== 4) continue
      await expect.poll(count).toBeGreaterThan(0)
      await tenant.api.put(`/webhook/${webhookId}`, { key: otherKey })
    }
    await expect.poll(standing).toEqual([{ status: 'DELIVERED', error: null, count: 1_000 }])
    await deliverer.stop()
    const arrived = target.arrived.slice(before)
    expect(new Set(arrived.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1_000)
    const byFormer = arrived.filter((one) => verifies(signingKey, one)).length
    const byNew = arrived.filter((one) => verifies(otherKey, one)).length
    // In the overlap a receiver that knows either verifies all.
    expect(byFormer).toBe(1_000)
    expect(byNew).toBeGreaterThan(400)
    expect(byNew).toBeLessThan(1_000)
  })
})

describe('custom headers', () => {
  test('are delivered as they were given, each in a line of its own', async () => {
    const customHeaders = { 'X-Env': 'a: b, "c"', Authorization: 'Bearer secret', 'X-Tab': 'a\tb' }
    const webhookId = await subscribed(tenant, target.url, { customHeaders })
    await only(webhookId)
    const [one] = await arrives()
    expect(one!.headers).toMatchObject({
      'x-env': 'a: b, "c"',
      authorization: 'Bearer secret',
      'x-tab': 'a\tb',
    })
    const names = one!.raw.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('x-env')
    const { body } = await tenant.api.get(`/webhook/${webhookId}`)
    expect(body.customHeaders).toEqual({ 'X-Env': '•••', Authorization: '•••', 'X-Tab': '•••' })
  })

  test('that were shown as withheld keep their value when they are sent back', async () => {
    const customHeaders = { 'X-Token': 'former', 'X-Env': 'a' }
    const webhookId = await subscribed(tenant, target.url, { customHeaders })
    await only(webhookId)
    const shown = (await tenant.api.get(`/webhook/${webhookId}`)).body.customHeaders
    const path = `/webhook/${webhookId}`
    const sent = { customHeaders: { ...shown, 'X-Env': 'b' } }
    expect((await tenant.api.put(path, sent)).status).toBe(200)
    const [one] = await arrives()
    expect(one!.headers).toMatchObject({ 'x-token': 'former', 'x-env': 'b' })
    const missing = await tenant.api.put(path, { customHeaders: { 'X-Other-Token': '•••' } })
    expect(missing.body.errors[0]).toMatchObject({ code: 'VALUE_MISSING' })
    const body = { ...made, url: target.url, key: signingKey, customHeaders: { 'X-Token': '•••' } }
    const refused = await tenant.api.post('/webhook', body)
    expect(refused.body.errors[0].pointer).toMatch(/^\/customHeaders/)
  })

  test('leave no secret in the changelog', async () => {
    await subscribed(tenant, target.url, { customHeaders: { Authorization: 'Bearer tell-nobody' } })
    const [made] = await at.owner(
      `select entity_id as id from changelog where tenant_id = $1 and entity = 'Webhook'
       order by id desc limit 1`,
      [tenant.id],
    )
    const changes = await changesOf(tenant, String(made?.['id']))
    expect(changes).toMatchObject([
      { action: 'CREATED', changes: { customHeaders: { to: { Authorization: '•••' } } } },
    ])
  })

  test.each([
    [{ 'X-A': 'x'.repeat(8_192) }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, 'a']))],
    [{ 'X-A': 'a', 'x-a': 'b' }],
    [{ 'X A': 'a' }],
    [{ '': 'a' }],
    [{ 'X-A': 'a\nb' }],
    [{ 'X-A': 'a\0b' }],
    [{ 'X-A': 'ö€' }],
    [{ 'Transfer-Encoding': 'chunked' }],
    [{ connection: 'close' }],
    [{ Expect: '100-continue' }],
    [{ 'WEBHOOK-ID': 'mine' }],
    [{ 'Proxy-Authorization': 'a' }],
  ])('that could break out are refused: %j', async (customHeaders) => {
    const body = { ...made, url: target.url, key: signingKey, customHeaders }
    const answer = await tenant.api.post('/webhook', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toMatch(/^\/customHeaders/)
  })
})

const encoded = (bytes: number) => `whsec_${Buffer.alloc(bytes, 'k').toString('base64')}`

test.each(['', 'whsec_', 'whsec_abc', 'whsec_this is no base64 at all'])(
  'the key %j is refused',
  async (key) => {
    const body = { ...made, url: target.url, key }
    const answer = await tenant.api.post('/webhook', body)
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '/key'])
    const webhookId = await subscribed(tenant, target.url)
    expect((await tenant.api.put(`/webhook/${webhookId}`, { key })).status).toBe(400)
  },
)

test.each(['<SIGNING_SECRET>', 'k', 'säkert', encoded(1), encoded(24)])(
  'the key %j signs',
  async (key) => {
    const body = { ...made, url: target.url, key }
    expect((await tenant.api.post('/webhook', body)).status).toBe(201)
  },
)

describe('a subscription that is switched off', () => {
  test.each(['off', 'deleted'])('(%s) gets nothing of what was due to it', async (how) => {
    const webhookId = await subscribed(tenant, target.url)
    await only(webhookId)
    await happens(tenant, 3)
    const path = `/webhook/${webhookId}`
    if (how === 'off') await tenant.api.put(path, { enabled: false })
    else await tenant.api.delete(path)
    expect(await arrives()).toEqual([])
    const logs = await logsOf(at, webhookId)
    expect(logs).toHaveLength(3)
    for (const { status, error } of logs) {
      expect(status).toBe('FAILED')
      expect(error).toBe('The subscription is switched off or gone')
    }
    const { body } = await tenant.api.get(`/webhook/log/${logs[0]!.id}`)
    expect(body).toMatchObject({ status: 'FAILED', payload: logs[0]!.payload })
    expect(body.attempts).toHaveLength(1)
  })
})
