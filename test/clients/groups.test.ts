import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personIn, traceOf } from '../access/people.ts'
import { assignedTo, narrowedApp, type Assigned } from '../support/assigned.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let made = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const groupOf = async (more: object = {}) => {
  const answer = await tenant.api.post('/client-groups', { name: `Clients ${++made}`, ...more })
  expect(answer.status).toBe(201)
  return answer.body
}

/** Somebody who has assigned clients alone, and is the one member of a user group. */
async function lookingAfter(): Promise<Assigned & { userGroupId: string }> {
  const somebody = await assignedTo(narrowedApp(at), tenant, [])
  const { body } = await tenant.api.post('/user-groups', { name: `People ${++made}` })
  await tenant.api.post(`/user-groups/${body.id}/users`, { userId: somebody.id })
  return { ...somebody, userGroupId: body.id }
}

const sees = async ({ api }: Assigned, clientId: string) =>
  (await api.get(`/clients/${clientId}`)).status === 200

describe('a group of clients', () => {
  test('is formed, read, found, renamed and dissolved, and leaves its trace', async () => {
    const group = await groupOf({ description: 'Timber' })
    expect(group).toMatchObject({ description: 'Timber', userGroupId: null, version: 1 })
    expect((await tenant.api.get(`/client-groups/${group.id}`)).body).toEqual(group)
    const found = await tenant.api.post('/client-groups/search', { filters: { name: group.name } })
    expect(found.body.data).toEqual([group])
    const clientId = await clientIn(tenant)
    const path = `/client-groups/${group.id}/clients`
    const added = await tenant.api.post(path, { clientId })
    expect([added.status, added.body.id]).toEqual([201, clientId])
    expect((await tenant.api.get(path)).body.data).toMatchObject([{ id: clientId }])
    const twice = await tenant.api.post(path, { clientId })
    expect([twice.status, twice.body.code, twice.body.errors[0].pointer]).toEqual([
      409,
      'ALREADY_EXISTS',
      '/clientId',
    ])
    const renamed = await tenant.api.put(`/client-groups/${group.id}`, { name: `Wood ${++made}` })
    expect(renamed.body).toMatchObject({ description: 'Timber', version: 2 })
    expect((await tenant.api.delete(`/client-groups/${group.id}`)).status).toBe(204)
    expect((await tenant.api.get(`/client-groups/${group.id}`)).status).toBe(404)
    expect((await tenant.api.get(`/clients/${clientId}`)).status).toBe(200)
    const { events } = await traceOf(at, group.id)
    expect(events).toEqual(['created', 'clientAdded', 'updated', 'clientRemoved', 'deleted'])
  })

  test('has a name of its own', async () => {
    const { name } = await groupOf()
    const again = await tenant.api.post('/client-groups', { name })
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS'])
  })

  test('takes in nothing that is foreign or absent', async () => {
    const other = await tenantIn(at, 'Other')
    const { id } = await groupOf()
    const clientId = await clientIn(other)
    const foreign = await tenant.api.post(`/client-groups/${id}/clients`, { clientId })
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([404, '/clientId'])
    expect((await other.api.get(`/client-groups/${id}`)).status).toBe(404)
    const { body } = await other.api.post('/user-groups', { name: 'Theirs' })
    const theirs = await tenant.api.put(`/client-groups/${id}`, { userGroupId: body.id })
    expect([theirs.status, theirs.body.errors[0].pointer]).toEqual([404, '/userGroupId'])
  })

  test('is nothing that people of a client read or hear of', async () => {
    const { id } = await groupOf({ description: 'Late with everything' })
    const clientId = await clientIn(tenant)
    await tenant.api.post(`/client-groups/${id}/clients`, { clientId })
    const rights = [
      'ReadClientGroup',
      'ReadClientGroups',
      'SearchClientGroups',
      'ReadClientGroupClients',
    ] as const
    const bound = await tenant.holding(rights, { clientId })
    for (const path of ['', `/${id}`, `/${id}/clients`]) {
      expect((await bound.get(`/client-groups${path}`)).status).toBe(404)
    }
    expect((await bound.post('/client-groups/search', {})).status).toBe(404)
    const heard = await at.owner('select client_id from event where subject_id = $1', [id])
    expect(heard.map(({ client_id: of }) => of)).toEqual([null, null])
  })

  test('is changed by nobody who is bound to a client', async () => {
    const clientId = await clientIn(tenant)
    const { id } = await groupOf()
    const rights = ['UpdateClientGroups', 'CreateClientGroupClients'] as const
    const bound = await tenant.holding(rights, { clientId })
    for (const answer of [
      await bound.put(`/client-groups/${id}`, { name: 'Mine' }),
      await bound.post(`/client-groups/${id}/clients`, { clientId }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'GRANT_EXCEEDS_HOLDER'])
    }
  })
})

describe('who looks after a group of clients', () => {
  test('has its clients from the next request on, and no more when they leave it', async () => {
    const one = await lookingAfter()
    const [before, after] = [await clientIn(tenant), await clientIn(tenant)]
    const { id } = await groupOf()
    await tenant.api.post(`/client-groups/${id}/clients`, { clientId: before })
    expect(await sees(one, before)).toBe(false)
    await tenant.api.put(`/client-groups/${id}`, { userGroupId: one.userGroupId })
    expect([await sees(one, before), await sees(one, after)]).toEqual([true, false])
    await tenant.api.post(`/client-groups/${id}/clients`, { clientId: after })
    expect(await sees(one, after)).toBe(true)
    const shown = await tenant.api.get(`/clients/${after}/access`)
    expect(shown.body.data).toMatchObject([
      { holderId: one.userGroupId, reason: 'CLIENT_GROUP', viaId: id },
    ])
    await tenant.api.delete(`/client-groups/${id}/clients/${before}`)
    expect([await sees(one, before), await sees(one, after)]).toEqual([false, true])
    await tenant.api.delete(`/client-groups/${id}`)
    expect(await sees(one, after)).toBe(false)
  })

  test('changes with the group, and keeps what they have in another way', async () => {
    const [one, other] = [await lookingAfter(), await lookingAfter()]
    const clientId = await clientIn(tenant)
    const { id } = await groupOf({ userGroupId: one.userGroupId })
    await tenant.api.post(`/client-groups/${id}/clients`, { clientId })
    await tenant.api.put(`/clients/${clientId}/access/${one.id}`)
    await tenant.api.put(`/client-groups/${id}`, { userGroupId: other.userGroupId })
    expect([await sees(one, clientId), await sees(other, clientId)]).toEqual([true, true])
    await tenant.api.put(`/client-groups/${id}`, { userGroupId: null })
    expect([await sees(one, clientId), await sees(other, clientId)]).toEqual([true, false])
  })

  test('cannot be dissolved as a group while they do', async () => {
    const { userGroupId } = await lookingAfter()
    await groupOf({ userGroupId })
    const answer = await tenant.api.delete(`/user-groups/${userGroupId}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE'])
  })

  test('agrees with its clients when both are changed at once', async () => {
    const [one, other] = [await lookingAfter(), await lookingAfter()]
    const { id } = await groupOf({ userGroupId: one.userGroupId })
    const clientIds = await Promise.all(Array.from({ length: 6 }, () => clientIn(tenant)))
    const moves = [other, one, other].map(({ userGroupId }) =>
      tenant.api.put(`/client-groups/${id}`, { userGroupId }),
    )
    const adds = clientIds.map((clientId) =>
      tenant.api.post(`/client-groups/${id}/clients`, { clientId }),
    )
    await Promise.all([...moves, ...adds])
    const { userGroupId } = (await tenant.api.get(`/client-groups/${id}`)).body
    const rows = await at.owner(
      'select distinct client_id, holder_id from client_access where via_id = $1',
      [id],
    )
    expect(rows).toHaveLength(6)
    expect(new Set(rows.map((row) => row['holder_id']))).toEqual(new Set([userGroupId]))
  })
})

test('a person’s own session sees the groups of its tenant alone', async () => {
  const { name } = await groupOf()
  const person = await personIn(at, tenant, { rights: ['ReadClientGroups'] })
  const names = (await person.api.get('/client-groups?limit=200')).body.data.map(
    (group: { name: string }) => group.name,
  )
  expect(names).toContain(name)
  const other = await tenantIn(at, 'Third')
  expect((await other.api.get('/client-groups')).body.data).toEqual([])
})
