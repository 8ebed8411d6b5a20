import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondTopics, topics, type Topic } from '../../src/domain/topics.ts'
import type { Registered } from '../../src/kernel/http/app.ts'
import { rightNames } from '../../src/policy/rights.ts'
import { routeOf, secured, served } from '../support/served.ts'
import { noteTouched, touchedBy } from '../support/touched.ts'
import { tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'
import { clientIn } from '../access/people.ts'
import { takesTwo } from './given-two-people.ts'
import { send, Stage, type Call } from './stage.ts'

let at: World
let tenant: TestTenant
let stage: Stage

beforeAll(async () => {
  at = await world()
  const always = Object.fromEntries(topics.map((topic) => [topic, 'ALWAYS'])) as never
  tenant = await tenantIn(at, 'Two', always)
  // With one super-user alone nothing about people takes two.
  await tenant.holding([], { superUser: true })
  stage = new Stage(at, tenant)
  await noteTouched(at)
})
afterAll(() => at.close())

/** What a client’s people say in it takes effect for themselves alone, and why. */
const theirOwn: Readonly<Record<string, string>> = {
  'POST /client-bank-account': 'what they say waits until two of the tenant verify it',
  'PUT /client-bank-account/{id}': 'the same',
  'POST /client-debtor-payout-accounts': 'the same',
  'PUT /client-debtor-payout-accounts/{id}': 'the same',
  'PUT /debtor-payout-accounts/{id}': 'the same',
  'POST /payout-accounts': 'what they say waits until two of the tenant verify it',
  'PUT /payout-accounts/{id}': 'the same',
  'POST /users': 'whom they let in is bound as they are',
}

/** Where nobody of the tenant can ask, since the caller’s own client is meant. */
const ownClient = 'PUT /settings/client/flag'

const confirms = (one: Registered) =>
  one.operation.declared.confirms === true &&
  routeOf(one) !== ownClient &&
  theirOwn[routeOf(one)] === undefined

const confirming = secured.filter(confirms)

interface Asked {
  call: Call
  id: string
  topic: Topic
  clientId: string | null
}

/** One of the tenant asks, in a state in which it takes two. */
async function askedFor(one: Registered): Promise<Asked> {
  let last: unknown
  for (let seed = 1; seed <= 16; seed++) {
    const call = await callOf(one, seed * 7919)
    const { status, body } = await send(tenant.api, call)
    if (status === 202) {
      const id = body.internalRequestId as string
      const { topic, clientId } = (await tenant.api.get(`/internal-request/${id}`)).body
      return { call, id, topic, clientId }
    }
    last = { call, status, body }
  }
  const sent = JSON.stringify(last, null, 2)
  throw new Error(`${routeOf(one)} never takes two; say in given-two-people.ts how:\n${sent}`)
}

async function callOf(one: Registered, seed: number): Promise<Call> {
  const given = await takesTwo[routeOf(one)]?.(stage)
  return stage.call(one, seed, given)
}

/** Each of them has every right: of the client that it is about, its debtor, or another client. */
async function boundTo(clientId: string | null): Promise<Api[]> {
  const other = await clientIn(tenant)
  const own = clientId ?? other
  const debtorId = String((await stage.rows.add('debtor', { clientId: own }))['id'])
  const all = [...rightNames]
  return Promise.all([
    tenant.holding(all, { kind: 'CLIENT', clientId: own }),
    tenant.holding(all, { kind: 'DEBTOR', clientId: own, debtorId }),
    tenant.holding(all, { kind: 'CLIENT', clientId: other }),
  ])
}

async function refusedAll(by: readonly Api[], call: Call): Promise<void> {
  for (const api of by) {
    const touched = await touchedBy(at, tenant.id, async () => {
      const { status, body } = await send(api, call)
      expect([403, 404], JSON.stringify(body)).toContain(status)
    })
    expect(touched).toEqual([])
  }
}

const rejecting = (id: string): Call => ({
  method: 'PUT',
  path: `/internal-request/${id}/reject`,
  params: {},
  body: { comment: 'No' },
})

const choose = (topic: Topic, rule: string) =>
  at.owner(
    `update system_setting set value = jsonb_build_object('is', $3::text), version = version + 1
     where tenant_id = $1 and key = $2`,
    [tenant.id, `dualControl.${topic}`, rule],
  )

describe.each(confirming.map((one) => [routeOf(one), one] as const))('%s', (_, one) => {
  test('is neither asked for, agreed to nor done by who is bound to a client', async () => {
    const { call, id, topic, clientId } = await askedFor(one)
    const by = await boundTo(clientId)
    // What is their own is theirs alone: nobody of another client, and no debtor.
    const others = secondTopics[topic].ofClients === undefined ? by : by.slice(1)
    await refusedAll(others, rejecting(id))
    if (others !== by) return
    await refusedAll(by, call)
    const request = async () => (await tenant.api.get(`/internal-request/${id}`)).body.status
    expect(await request()).toBe('OPEN')
    expect((await send(tenant.api, rejecting(id))).body.status).toBe('CANCELLED')
    await refusedAll(by, call)
    await choose(topic, 'OFF')
    try {
      await refusedAll(by, call)
    } finally {
      await choose(topic, 'ALWAYS')
    }
  })
})

const byTwo = secured.filter(
  (one) => one.operation.declared.confirms === true && routeOf(one) !== ownClient,
)

describe.each(byTwo.map((one) => [routeOf(one), one] as const))('%s', (_, one) => {
  test('is done by the second who asks for the same, just as the first was shown it', async () => {
    const { call, id } = await askedFor(one)
    const { wouldDo } = (await tenant.api.get(`/internal-request/${id}`)).body
    expect(wouldDo.length).toBeGreaterThan(0)
    const second = await tenant.holding([...rightNames], { superUser: true })
    const { status, body } = await send(second, call)
    expect(status, JSON.stringify({ call, body, wouldDo })).toBeLessThan(300)
    expect(body?.internalRequestId).toBeUndefined()
    const request = await tenant.api.get(`/internal-request/${id}`)
    expect(request.body.status).toBe('APPROVED')
  })
})

test(`${ownClient} loosens nothing, whether or not that takes two`, async () => {
  const [own, debtor] = await boundTo(await clientIn(tenant))
  const body = { settings: { 'invoice.authorizationRequired': false } }
  const call = { method: 'PUT', path: '/settings/client/flag', params: {}, body }
  await refusedAll([own!, debtor!], call)
  await choose('ACTIVATION_AUTHORIZATION', 'OFF')
  await refusedAll([own!, debtor!], call)
  await choose('ACTIVATION_AUTHORIZATION', 'ALWAYS')
})

test('what is their own is served', () => {
  const routes = served.map(routeOf)
  for (const route of [...Object.keys(theirOwn), ownClient]) expect(routes).toContain(route)
  const all = served.filter(confirms).map(routeOf)
  for (const route of Object.keys(takesTwo)) expect(all).toContain(route)
})
