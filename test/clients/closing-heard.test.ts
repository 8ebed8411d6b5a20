import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/kernel/http/app.ts'
import { Channels } from '../../src/kernel/http/channel/channels.ts'
import { serveChannels } from '../../src/kernel/http/channel/serve-channels.ts'
import { areas } from '../../src/operations.ts'
import type { Right } from '../../src/policy/rights.ts'
import { personIn, traceOf } from '../access/people.ts'
import { clientIn } from '../support/trade.ts'
import { apiAs, tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { delivererOf, logsOf, subscribed } from '../webhooks/deliveries.ts'
import { Reader } from '../webhooks/reader.ts'
import { authority, receiver, type Receiver } from '../webhooks/receiver.ts'

// Who is told of what happens to a client, once that is closed.
let at: World
let tenant: TestTenant
let target: Receiver
const allowedHosts = new Set<string>()

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

async function move(clientId: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    const answer = await tenant.api.put(`/clients/${clientId}`, { status })
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ status })
  }
}

/** All that is due, and of one subscription what was told of the client since. */
async function toldTo(webhookId: string): Promise<string[]> {
  const deliverer = delivererOf(at)
  while ((await deliverer.carry()) > 0) await deliverer.settled()
  await deliverer.stop()
  const logs = await logsOf(at, webhookId)
  return logs.map(({ status, payload }) => `${JSON.parse(payload).event} ${status}`)
}

describe('a subscription to what happens to a client that is closed', () => {
  const rights: Right[] = ['CreateWebhook', 'UpdateWebhook', 'ReadClient', 'GenerateClientToken']
  const ofClient = (clientId: string) => ({ type: 'CLIENT', clientId })
  const enabled = async (id: string) => (await tenant.api.get(`/webhook/${id}`)).body.enabled

  test('of its own people ends, and that of the tenant hears of the closing', async () => {
    const clientId = await clientIn(tenant)
    const person = await personIn(at, tenant, { rights, clientId })
    const minted = await person.api.post('/token/client/generate', {
      rights: ['CreateWebhook', 'ReadClient'],
    })
    const own = await subscribed({ ...tenant, api: person.api }, target.url, { type: 'CLIENT' })
    const byToken = { ...tenant, api: apiAs(at, minted.body.token) }
    const tokens = await subscribed(byToken, target.url, { type: 'CLIENT' })
    const heard = await subscribed(tenant, target.url, ofClient(clientId))
    await move(clientId, 'OFFBOARDING')
    expect(await toldTo(own)).toEqual(['updated DELIVERED'])
    await move(clientId, 'CLOSED')
    expect(await toldTo(heard)).toContain('closed DELIVERED')
    for (const id of [own, tokens]) {
      expect(await enabled(id)).toBe(false)
      expect((await traceOf(at, id)).events).toEqual(['created', 'updated'])
      expect(await toldTo(id)).not.toContain('closed DELIVERED')
    }
    expect(await enabled(heard)).toBe(true)
  })

  test('is made and switched on by nobody, nor comes back by itself', async () => {
    const clientId = await clientIn(tenant)
    const person = await personIn(at, tenant, { rights, clientId })
    const own = await subscribed({ ...tenant, api: person.api }, target.url, { type: 'CLIENT' })
    const minted = await person.api.post('/token/client/generate', { rights: ['ReadClient'] })
    const byToken = () => apiAs(at, minted.body.token).get(`/clients/${clientId}`)
    expect((await byToken()).status).toBe(200)
    await move(clientId, 'OFFBOARDING', 'CLOSED')
    const { body: known } = await tenant.api.get(`/webhook/${own}`)
    const { title, url, trigger, method } = known
    const key = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    const sent = { title, url, trigger, method, key, ...ofClient(clientId) }
    for (const answer of [
      await tenant.api.post('/webhook', sent),
      await tenant.api.put(`/webhook/${own}`, { enabled: true }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'CLIENT_CLOSED'])
    }
    expect((await tenant.api.put(`/webhook/${own}`, { title: 'Former' })).status).toBe(200)
    await move(clientId, 'OFFBOARDING')
    await tenant.api.put(`/users/${person.id}/toggle`, { active: true })
    expect(await enabled(own)).toBe(false)
    expect((await byToken()).status).toBe(401)
    const before = (await toldTo(own)).length
    expect((await tenant.api.put(`/webhook/${own}`, { enabled: true })).status).toBe(200)
    await move(clientId, 'ACTIVE')
    expect((await toldTo(own)).slice(before)).toEqual(['activated DELIVERED'])
  })
})

test('who listens for a client hears no more once it is closed, nor begins to', async () => {
  const clientId = await clientIn(tenant)
  const channels = new Channels(at.kernel)
  const app = buildApp(areas, at.kernel)
  serveChannels(app, at.kernel, channels)
  const bound = await tenant.holding(['GenerateRealtimeToken', 'ReadClient'], { clientId })
  const listening = await app.request('/realtime/events', {
    headers: { authorization: `Bearer ${bound.token}` },
  })
  const reader = new Reader(listening)
  await reader.until('open')
  const { url } = (await bound.get('/realtime/generate-token')).body
  await move(clientId, 'OFFBOARDING')
  await channels.poll()
  await reader.until('updated')
  await move(clientId, 'CLOSED')
  await channels.poll()
  expect(await reader.untilOver()).toMatch(/event: closed\ndata: {"reason":"ENDED"}/)
  expect(reader.told.map(({ event }) => event)).toEqual(['updated'])
  expect((await app.request(url)).status).toBe(401)
  await channels.stop()
})
