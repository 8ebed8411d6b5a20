import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptDelivery } from '../../src/activities/webhooks/attempt-delivery.ts'
import { refuseBeyondFamily } from '../../src/activities/webhooks/refuse-beyond-family.ts'
import { retryAfterMs, unanswered } from '../../src/domain/webhooks/delivery.ts'
import { familyNames } from '../../src/entities/events.ts'
import { mayReceive, type StreamedEvent } from '../../src/kernel/http/channel/streamed-events.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import type { Caller } from '../../src/policy/authenticate.ts'
import { rightNames, type Right } from '../../src/policy/rights.ts'
import { forgetAttempts, personIn, roleIn, type Person } from '../access/people.ts'
import { apiAs, tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { delivererOf, happens, logsOf, signingKey, subscribed } from '../webhooks/deliveries.ts'
import { authority, receiver, type Receiver } from '../webhooks/receiver.ts'

let at: World
let tenant: TestTenant
let target: Receiver
let elsewhere: Receiver
const allowedHosts = new Set<string>()

beforeAll(async () => {
  at = await world({ poster: { allowedHosts, ca: authority } })
  target = await receiver(200)
  elsewhere = await receiver(200)
  for (const { host } of [target, elsewhere]) allowedHosts.add(host)
  tenant = await tenantIn(at)
})
afterAll(async () => {
  await Promise.all([target.close(), elsewhere.close()])
  await at.runtime.poster.close()
  await at.close()
})

/** Something happens, and all that is due is carried. */
async function carried(): Promise<void> {
  await happens(tenant)
  const deliverer = delivererOf(at)
  while ((await deliverer.carry()) > 0) await deliverer.settled()
  await deliverer.stop()
}

const lastLog = async (webhookId: string) => (await logsOf(at, webhookId)).at(-1)!

const mayNot = { status: 'FAILED', response_status: null, error: unanswered.notReceived }
const held: Right[] = ['CreateWebhook', 'UpdateWebhook', 'GenerateToken']

interface Saver {
  person: Person
  roleId: string
  webhookId: string
}

/** A subscription that was saved by a person, or by a token of theirs. */
async function savedBy(who: 'a person' | 'a token of theirs'): Promise<Saver> {
  await forgetAttempts(at)
  await at.owner('delete from webhook_route')
  const person = await personIn(at, tenant, { rights: held })
  const roleId = await roleIn(tenant, ['ReadReasonCodes'])
  await tenant.api.post(`/users/${person.id}/roles`, { roleId })
  const rights = ['CreateWebhook', 'ReadReasonCodes']
  const minted = async () =>
    apiAs(at, (await person.api.post('/token/generate', { rights })).body.token)
  const api = who === 'a person' ? person.api : await minted()
  return { person, roleId, webhookId: await subscribed({ ...tenant, api }, target.url) }
}

describe('each delivery asks whether who saved the subscription still receives the family', () => {
  test.each(['a person', 'a token of theirs'] as const)('%s', async (who) => {
    const { person, roleId, webhookId } = await savedBy(who)
    await carried()
    expect(await lastLog(webhookId)).toMatchObject({ status: 'DELIVERED' })
    const posted = target.arrived.length

    await tenant.api.delete(`/users/${person.id}/roles/${roleId}`)
    await carried()
    expect(await lastLog(webhookId)).toMatchObject(mayNot)
    await tenant.api.post(`/users/${person.id}/roles`, { roleId })
    await carried()
    expect(await lastLog(webhookId)).toMatchObject({ status: 'DELIVERED' })

    await tenant.api.put(`/users/${person.id}/toggle`, { active: false })
    await carried()
    expect(await lastLog(webhookId)).toMatchObject(mayNot)
    expect(target.arrived.length).toBe(posted + 1)

    // Renamed, it still answers for who is gone; begun again, for who did that.
    const path = `/webhook/${webhookId}`
    expect((await tenant.api.put(path, { title: 'Renamed' })).status).toBe(200)
    await carried()
    expect(await lastLog(webhookId)).toMatchObject(mayNot)
    const heir = await tenant.holding(['UpdateWebhook', 'ReadReasonCode'])
    expect((await heir.put(path, { enabled: true })).status).toBe(200)
    await carried()
    expect(await lastLog(webhookId)).toMatchObject({ status: 'DELIVERED' })
  })

  test('also where a workflow makes the attempt', async () => {
    const { person, webhookId } = await savedBy('a person')
    target.answer(500)
    await carried()
    target.answer(200)
    const { id, status } = await lastLog(webhookId)
    expect(status).toBe('RETRYING')
    const posted = target.arrived.length
    await tenant.api.put(`/users/${person.id}/toggle`, { active: false })
    const workflowId = `webhook-delivery/${tenant.id}/${id}`
    const now = new Date(Date.now() + retryAfterMs)
    await attemptDelivery({
      runtime: at.runtime,
      tenantId: tenant.id,
      entityId: id,
      workflowId,
      now,
    })
    expect(await lastLog(webhookId)).toMatchObject(mayNot)
    expect(target.arrived.length).toBe(posted)
  })

  test('and by one table: the channel and subscriptions say the same of every family and right', () => {
    const ofFamily = (right: Right) =>
      familyNames.map((type) => {
        const has = (asked: string) => asked === right
        const lacks = (rights: readonly string[]) => rights.filter((each) => !has(each))
        const principal = { clientId: null, debtorId: null, has, lacks } as unknown as Caller
        const hears = mayReceive(principal, { type } as StreamedEvent)
        let subscribes = true
        try {
          refuseBeyondFamily({ principal } as unknown as Unit, type)
        } catch {
          subscribes = false
        }
        return [hears, subscribes]
      })
    const all = rightNames.flatMap(ofFamily)
    expect(all.filter(([hears, subscribes]) => hears !== subscribes)).toEqual([])
    expect(all.filter(([hears]) => hears).length).toBeGreaterThanOrEqual(familyNames.length)
  })
})

test('what a delivery holds is shown to those alone who may receive it', async () => {
  await at.owner('delete from webhook_route')
  const webhookId = await subscribed(tenant, target.url)
  await carried()
  const { id, payload } = await lastLog(webhookId)
  const logs = await tenant.holding(['ReadWebhookRequestLog'])
  const both = await tenant.holding(['ReadWebhookRequestLog', 'ReadReasonCode'])
  expect((await logs.get(`/webhook/log/${id}`)).body).toMatchObject({ id, payload: null })
  expect((await both.get(`/webhook/log/${id}`)).body).toMatchObject({ id, payload })
})

describe('what a subscription is called with', () => {
  const customHeaders = { 'X-Env': 'production', Authorization: 'Bearer of-the-former' }
  const hidden = { 'X-Env': '•••', Authorization: '•••' }

  test('is sealed, whatever it is called, in the row, the answer and the changelog', async () => {
    await at.owner('delete from webhook_route')
    const webhookId = await subscribed(tenant, target.url, { customHeaders })
    await carried()
    expect(target.arrived.at(-1)!.headers).toMatchObject({
      'x-env': 'production',
      authorization: 'Bearer of-the-former',
    })
    expect((await tenant.api.get(`/webhook/${webhookId}`)).body.customHeaders).toEqual(hidden)
    const rows = await at.owner(
      `select w::text || (select string_agg(entries::text, '') from journal
         where owner_id = $1) as whole from webhook w where id = id_of($1)`,
      [webhookId],
    )
    expect(String(rows[0]?.['whole'])).toContain('X-Env')
    expect(String(rows[0]?.['whole'])).not.toMatch(/production|of-the-former/)
  })

  test.each([
    ['host', () => elsewhere.url],
    ['path of a host that many share', () => `${target.url}/another`],
  ])('goes to no other %s: that one gets a key and values of its own', async (_, urlOf) => {
    await at.owner('delete from webhook_route')
    const webhookId = await subscribed(tenant, target.url, { customHeaders })
    const path = `/webhook/${webhookId}`
    const url = urlOf()
    const key = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    const own = { 'X-Env': 'of-the-new' }
    for (const [pointer, sent] of [
      ['/key', { url, customHeaders: own }],
      ['/key', { url, key: signingKey, customHeaders: own }],
      ['/customHeaders', { url, key }],
      ['/customHeaders', { url, key, customHeaders: { ...own, Authorization: '•••' } }],
    ] as const) {
      const { status, body } = await tenant.api.put(path, sent)
      expect(status, pointer).toBe(400)
      expect(body.errors).toMatchObject([{ pointer, code: 'RECEIVER_IS_NEW' }])
    }
    const samePlace = await tenant.api.put(path, { url: `${target.url}?further` })
    expect(samePlace.status).toBe(200)
    const moved = await tenant.api.put(path, { url, key, customHeaders: own })
    // The former key signs nothing for the new host.
    expect(moved).toMatchObject({ status: 200, body: { url, formerKeyUntil: null } })
    await carried()
    const { headers } = (url === elsewhere.url ? elsewhere : target).arrived.at(-1)!
    expect(headers).toMatchObject({ 'x-env': 'of-the-new' })
    expect(headers['authorization']).toBeUndefined()
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(1)
  })
})
