import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { clientIn, traceOf } from './people.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const userNamed = async (name: string) =>
  (await tenant.api.post('/users', { email: `${name}@example.com`, name })).body.id as string

test('a group is formed, changed, filled, emptied and dissolved', async () => {
  const made = await tenant.api.post('/user-groups', { name: 'Nordic desk' })
  expect(made.status).toBe(201)
  const path = `/user-groups/${made.body.id}`
  const changed = await tenant.api.put(path, { description: 'Sweden and Norway', version: 1 })
  expect(changed.body).toMatchObject({ name: 'Nordic desk', description: 'Sweden and Norway' })
  expect((await tenant.api.get(path)).body).toEqual(changed.body)

  const [ann, bo] = [await userNamed('ann'), await userNamed('bo')]
  const added = await tenant.api.post(`${path}/users`, { userId: bo })
  expect(added.status).toBe(201)
  expect(added.headers.get('location')).toBe(`/users/${bo}`)
  await tenant.api.post(`${path}/users`, { userId: ann })
  const twice = await tenant.api.post(`${path}/users`, { userId: ann })
  expect(twice.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ pointer: '/userId' }] })
  const listed = async (query: string) =>
    (await tenant.api.get(`${path}/users${query}`)).body.data.map(({ id }: { id: string }) => id)
  expect(await listed('')).toEqual([ann, bo])
  expect(await listed('?sort=-name')).toEqual([bo, ann])
  expect(await listed('?sort=-name,name')).toEqual([bo, ann])
  expect(await listed('?name.contains=AN')).toEqual([ann])

  expect((await tenant.api.delete(`${path}/users/${ann}`)).status).toBe(204)
  expect((await tenant.api.delete(`${path}/users/${ann}`)).status).toBe(404)
  expect(await listed('')).toEqual([bo])
  expect((await tenant.api.delete(path)).status).toBe(204)
  expect((await tenant.api.get(`${path}/users`)).status).toBe(404)
  expect((await tenant.api.get(`/users/${bo}`)).status).toBe(200)
  const { events } = await traceOf(at, made.body.id)
  expect(events).toEqual([
    'created',
    'updated',
    'userAdded',
    'userAdded',
    'userRemoved',
    'userRemoved',
    'deleted',
  ])
})

test('the members of a group page, and the cursor of one group is not another’s', async () => {
  const groups = [
    (await tenant.api.post('/user-groups', { name: 'One' })).body.id,
    (await tenant.api.post('/user-groups', { name: 'Two' })).body.id,
  ]
  for (const name of ['x1', 'x2', 'x3']) {
    await tenant.api.post(`/user-groups/${groups[0]}/users`, { userId: await userNamed(name) })
  }
  const first = await tenant.api.get(`/user-groups/${groups[0]}/users?limit=2&count=true`)
  expect(first.body).toMatchObject({ hasMore: true, count: 3 })
  const cursor = encodeURIComponent(first.body.nextCursor)
  const second = await tenant.api.get(`/user-groups/${groups[0]}/users?limit=2&cursor=${cursor}`)
  expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(['x3'])
  const foreign = await tenant.api.get(`/user-groups/${groups[1]}/users?limit=2&cursor=${cursor}`)
  expect(foreign.body.code).toBe('CURSOR_INVALID')
})

test('groups are found by name, and belong to one tenant', async () => {
  const made = await tenant.api.post('/user-groups', { name: 'Findable' })
  const found = await tenant.api.post('/user-groups/search', {
    filters: { name: { contains: 'findab' } },
  })
  expect(found.body.data).toEqual([made.body])
  const other = await tenantIn(at)
  expect((await other.api.get(`/user-groups/${made.body.id}`)).status).toBe(404)
  const userId = await userNamed('foreign')
  const group = await other.api.post('/user-groups', { name: 'Theirs' })
  const refused = await other.api.post(`/user-groups/${group.body.id}/users`, { userId })
  expect(refused.body).toMatchObject({ code: 'NOT_FOUND', errors: [{ pointer: '/userId' }] })
})

test('a group belongs to the whole tenant, so nobody bound to a client changes one', async () => {
  const clientId = await clientIn(tenant)
  const bound = await tenant.holding(['CreateUserGroups', 'DeleteUserGroups'], { clientId })
  const made = await tenant.api.post('/user-groups', { name: 'Everyone’s' })
  const refused = [
    await bound.post('/user-groups', { name: 'Mine' }),
    await bound.delete(`/user-groups/${made.body.id}`),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual([
    'GRANT_EXCEEDS_HOLDER',
    'GRANT_EXCEEDS_HOLDER',
  ])
})
