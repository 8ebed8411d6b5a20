import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { assignedTo, narrowedApp, type Assigned } from '../support/assigned.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let made = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const handlerOf = async (more: object = {}) => {
  const answer = await tenant.api.post('/client-handlers', { name: `Bureau ${++made}`, ...more })
  expect(answer.status).toBe(201)
  return answer.body
}
const connect = (id: string, clientId: string, by = tenant.api) =>
  by.put(`/client-handlers/${id}/connect/${clientId}`)
const somebody = () => assignedTo(narrowedApp(at), tenant, [])
const sees = async ({ api }: Assigned, clientId: string) =>
  (await api.get(`/clients/${clientId}`)).status === 200

describe('a client handler', () => {
  test('is added, found, changed, given clients, and leaves its trace', async () => {
    const handler = await handlerOf({ email: 'kim@bureau.example', phone: '+46 90 1' })
    expect(handler).toMatchObject({ active: true, userId: null, userGroupId: null, version: 1 })
    expect((await tenant.api.get(`/client-handlers/${handler.id}`)).body).toEqual(handler)
    const found = await tenant.api.post('/client-handlers/search', {
      filters: { name: handler.name },
    })
    expect(found.body.data).toEqual([handler])
    const clientId = await clientIn(tenant)
    expect((await connect(handler.id, clientId)).body).toEqual({
      clientHandlerId: handler.id,
      clientId,
    })
    expect((await connect(handler.id, clientId)).status).toBe(200)
    const clients = await tenant.api.get(`/client-handlers/${handler.id}/clients`)
    expect(clients.body.data).toMatchObject([{ id: clientId }])
    const path = `/client-handlers/${handler.id}/connect/${clientId}`
    expect((await tenant.api.delete(path)).status).toBe(204)
    expect((await tenant.api.delete(path)).status).toBe(404)
    const changed = await tenant.api.put(`/client-handlers/${handler.id}`, { phone: null })
    expect(changed.body).toMatchObject({ phone: null, email: 'kim@bureau.example' })
    const { events } = await traceOf(at, handler.id)
    expect(events.toSorted()).toEqual([
      'billingCreated',
      'clientConnected',
      'clientDisconnected',
      'created',
      'updated',
    ])
  })

  test('has a name of its own, and takes in nothing that is foreign', async () => {
    const { id, name } = await handlerOf()
    const again = await tenant.api.post('/client-handlers', { name })
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS'])
    const other = await tenantIn(at, 'Other')
    expect((await connect(id, await clientIn(other))).status).toBe(404)
    expect((await connect(id, await clientIn(tenant), other.api)).status).toBe(404)
    expect((await other.api.get(`/client-handlers/${id}`)).status).toBe(404)
  })

  test('is nothing that people of a client see or change', async () => {
    const { id } = await handlerOf()
    const clientId = await clientIn(tenant)
    const rights = [
      'ReadClientHandler',
      'ReadClientHandlers',
      'ReadClientHandlerBillingDetails',
      'UpdateClientHandlers',
      'ConnectClientToClientHandler',
    ] as const
    const bound = await tenant.holding(rights, { clientId })
    for (const path of ['', `/${id}`, `/${id}/billing-details`]) {
      expect((await bound.get(`/client-handlers${path}`)).status).toBe(404)
    }
    for (const answer of [
      await bound.put(`/client-handlers/${id}`, { name: 'Mine' }),
      await connect(id, clientId, bound),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'GRANT_EXCEEDS_HOLDER'])
    }
  })
})

describe('the person of a handler', () => {
  test('has its clients from the next request on, and a client has one handler', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const clientId = await clientIn(tenant)
    const [first, second] = [
      await handlerOf({ userId: one.id }),
      await handlerOf({ userId: other.id }),
    ]
    expect(await sees(one, clientId)).toBe(false)
    await connect(first.id, clientId)
    expect([await sees(one, clientId), await sees(other, clientId)]).toEqual([true, false])
    const shown = await tenant.api.get(`/clients/${clientId}/access`)
    expect(shown.body.data).toMatchObject([
      { holderId: one.id, reason: 'HANDLER', viaId: first.id },
    ])
    await connect(second.id, clientId)
    expect([await sees(one, clientId), await sees(other, clientId)]).toEqual([false, true])
    const left = await tenant.api.get(`/client-handlers/${first.id}/clients`)
    expect(left.body.data).toEqual([])
    await tenant.api.delete(`/client-handlers/${second.id}/connect/${clientId}`)
    expect(await sees(other, clientId)).toBe(false)
  })

  test('sees their claims in reads, lists and searches, and no others', async () => {
    const one = await somebody()
    const [mine, theirs] = [await clientIn(tenant), await clientIn(tenant)]
    const [own, foreign] = [
      await activatedInvoice(tenant, mine),
      await activatedInvoice(tenant, theirs),
    ]
    const handler = await handlerOf({ userId: one.id })
    await connect(handler.id, mine)
    expect((await one.api.get(`/invoices/${own}`)).status).toBe(200)
    expect((await one.api.get(`/invoices/${foreign}`)).status).toBe(404)
    const listed = await one.api.get('/invoices')
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([own])
    const searched = await one.api.post('/invoices/search', { filters: { clientId: theirs } })
    expect(searched.body.data).toEqual([])
    const names = (await one.api.get('/clients')).body.data.map(({ id }: { id: string }) => id)
    expect(names).toEqual([mine])
  })

  test('changes with the handler, has none while it is inactive, and keeps what is assigned', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const clientId = await clientIn(tenant)
    const { id } = await handlerOf({ userId: one.id })
    await connect(id, clientId)
    await tenant.api.put(`/client-handlers/${id}`, { userId: other.id })
    expect([await sees(one, clientId), await sees(other, clientId)]).toEqual([false, true])
    await tenant.api.put(`/client-handlers/${id}`, { active: false })
    expect(await sees(other, clientId)).toBe(false)
    await tenant.api.put(`/clients/${clientId}/access/${other.id}`)
    await tenant.api.put(`/client-handlers/${id}`, { active: true })
    await tenant.api.put(`/client-handlers/${id}`, { userId: null })
    expect(await sees(other, clientId)).toBe(true)
  })

  test('may be the members of a user group', async () => {
    const one = await somebody()
    const { body } = await tenant.api.post('/user-groups', { name: `Team ${++made}` })
    await tenant.api.post(`/user-groups/${body.id}/users`, { userId: one.id })
    const clientId = await clientIn(tenant)
    const { id } = await handlerOf({ userGroupId: body.id })
    await connect(id, clientId)
    expect(await sees(one, clientId)).toBe(true)
  })
})

describe('what a handler gives to a person', () => {
  test('is given clients only by whoever has their rights as well', async () => {
    const one = await somebody()
    const clientId = await clientIn(tenant)
    const { id } = await handlerOf({ userId: one.id })
    const weaker = await tenant.holding(['ConnectClientToClientHandler', 'UpdateClientHandlers'])
    for (const answer of [
      await connect(id, clientId, weaker),
      await weaker.put(`/client-handlers/${(await handlerOf()).id}`, { userId: one.id }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'GRANT_EXCEEDS_HOLDER'])
    }
    expect(await sees(one, clientId)).toBe(false)
  })

  test('is given by no group either, however its members come to the clients', async () => {
    const one = await somebody()
    const clientId = await clientIn(tenant)
    const weaker = await tenant.holding([
      'CreateUserGroupUsers',
      'CreateClientHandlers',
      'UpdateClientHandlers',
      'ConnectClientToClientHandler',
      'CreateClientGroups',
      'UpdateClientGroups',
      'CreateClientGroupClients',
    ])
    const group = async () =>
      (await tenant.api.post('/user-groups', { name: `Team ${++made}` })).body.id as string
    const join = (userGroupId: string, by = weaker) =>
      by.post(`/user-groups/${userGroupId}/users`, { userId: one.id })
    const [empty, full] = [await group(), await group()]
    expect((await join(full)).status).toBe(201)
    const ofFull = (await handlerOf({ userGroupId: full })).id
    const { body: clients } = await tenant.api.post('/client-groups', {
      name: `Clients ${++made}`,
      userGroupId: full,
    })
    await tenant.api.put(`/clients/${await clientIn(tenant)}/access/${empty}`)
    const named = { name: `Handler ${++made}`, userGroupId: full }
    for (const answer of [
      await weaker.post('/client-handlers', named),
      await weaker.put(`/client-handlers/${(await handlerOf()).id}`, { userGroupId: full }),
      await connect(ofFull, clientId, weaker),
      await weaker.post('/client-groups', named),
      await weaker.put(`/client-groups/${clients.id}`, { userGroupId: full }),
      await weaker.post(`/client-groups/${clients.id}/clients`, { clientId }),
      await weaker.put(`/clients/${clientId}/access/${full}`),
      await join(empty),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'GRANT_EXCEEDS_HOLDER'])
    }
    expect(await sees(one, clientId)).toBe(false)
    expect((await join(empty, tenant.api)).status).toBe(201)
  })

  test('agrees with its clients when all is changed at once', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const [first, second] = [
      await handlerOf({ userId: one.id }),
      await handlerOf({ userId: other.id }),
    ]
    const clientId = await clientIn(tenant)
    const moves = [first, second, first, second].map(({ id }) => connect(id, clientId))
    const renames = [one, other].map((person) =>
      tenant.api.put(`/client-handlers/${first.id}`, { userId: person.id }),
    )
    for (const { status } of await Promise.all([...moves, ...renames])) expect(status).toBe(200)
    const links = await at.owner(
      'select client_handler_id as handler from client_handler_client where client_id = $1',
      [clientId],
    )
    const given = await at.owner(
      `select via_id as handler, holder_id from client_access where client_id = $1`,
      [clientId],
    )
    expect(links).toHaveLength(1)
    expect(given.map(({ handler }) => handler)).toEqual([links[0]!['handler']])
  })
})

describe('billing details of a handler', () => {
  const billing = (id: string) => `/client-handlers/${id}/billing-details`
  const address = { address: 'Kungsgatan 1', zip: '903 26', city: 'Umeå' }

  test('bill its clients, without commission, until somebody says otherwise', async () => {
    const { id } = await handlerOf()
    expect((await tenant.api.get(billing(id))).body).toMatchObject({
      clientHandlerId: id,
      billTo: 'CLIENT',
      commissionPercent: '0',
      address: null,
    })
    const answer = await tenant.api.put(billing(id), {
      identificationNumber: '556677-8899',
      name: 'Norrland Bureau AB',
      email: 'bills@bureau.example',
      address,
      commissionPercent: '12.5',
      billTo: 'HANDLER',
    })
    expect(answer.status).toBe(200)
    expect((await tenant.api.get(billing(id))).body).toMatchObject({
      address,
      commissionPercent: '12.5',
      billTo: 'HANDLER',
      version: 2,
    })
  })

  test('name a number of its country, and whoever is billed or paid', async () => {
    const { id } = await handlerOf()
    const refused = async (body: object) => {
      const answer = await tenant.api.put(billing(id), body)
      return [answer.status, answer.body.errors?.[0].pointer, answer.body.errors?.[0].code]
    }
    expect(await refused({ identificationNumber: '556677-8890' })).toEqual([
      400,
      '/identificationNumber',
      'NO_NUMBER',
    ])
    expect(await refused({ commissionPercent: '5' })).toEqual([
      400,
      '/identificationNumber',
      'REQUIRED',
    ])
    expect(await refused({ billTo: 'HANDLER' })).toEqual([400, '/name', 'REQUIRED'])
    expect((await refused({ commissionPercent: '100.5' }))[0]).toBe(400)
    const norwegian = { countryCode: 'NO', identificationNumber: '923609016' }
    expect((await tenant.api.put(billing(id), norwegian)).status).toBe(200)
  })
})
