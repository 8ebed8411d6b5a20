import { afterAll, beforeAll, expect, test } from 'vitest'
import { restrictingRight } from '../../src/domain/access/grant.ts'
import { rights } from '../../src/policy/rights.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { clientIn, personIn, roleIn, traceOf } from './people.ts'
import { changesOf } from '../support/changes.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const shippedRole = async (template: string) =>
  (await tenant.api.get(`/roles?template=${template}`)).body.data[0].id as string

test('a role is made of rights, changed, logged and deleted', async () => {
  const made = await tenant.api.post('/roles', {
    name: 'Readers',
    rights: ['ReadUsers', 'ReadRoles', 'ReadUsers'],
  })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ template: null, rights: ['ReadRoles', 'ReadUsers'] })
  const path = `/roles/${made.body.id}`
  const added = await tenant.api.post(`${path}/rights/ReadRole`)
  expect(added.status).toBe(200)
  expect(added.body.rights).toEqual(['ReadRole', 'ReadRoles', 'ReadUsers'])
  expect((await tenant.api.post(`${path}/rights/ReadRole`)).status).toBe(200)
  expect((await tenant.api.delete(`${path}/rights/ReadRole`)).status).toBe(204)
  expect((await tenant.api.delete(`${path}/rights/ReadRole`)).status).toBe(404)
  expect((await tenant.api.post(`${path}/rights/ReadMinds`)).status).toBe(404)
  const named = await tenant.api.put(path, { name: 'Those who read', version: 1 })
  expect(named.body).toMatchObject({ name: 'Those who read', version: 2 })
  expect((await tenant.api.get(path)).body).toEqual(named.body)
  expect((await tenant.api.delete(path)).status).toBe(204)
  expect((await tenant.api.get(path)).status).toBe(404)
  const { events } = await traceOf(at, made.body.id)
  expect(events).toEqual([
    'created',
    'rightAdded',
    'rightAdded',
    'rightAdded',
    'rightRemoved',
    'updated',
    'rightRemoved',
    'rightRemoved',
    'deleted',
  ])
  const changes = await changesOf(tenant, made.body.id)
  const link = { roleId: made.body.id, right: 'ReadRole' }
  expect(changes[3]?.changes).toEqual({ RoleRight: { to: link } })
})

test.each(['/roles', '/labels', '/user-groups', '/service-accounts'])(
  'no two of %s look alike, in whatever letters they are written',
  async (path) => {
    expect((await tenant.api.post(path, { name: 'Payers of Office 1' })).status).toBe(201)
    for (const name of [
      'payers of OFFICE 1',
      'Payers  of Office\u00a01',
      'Payers of O\ufb03ce 1',
      'Ｐayers of Office １',
      'Pay\u200ders of Office 1\ufe0f',
      'Payers of Office ①',
    ]) {
      const alike = await tenant.api.post(path, { name })
      expect(alike.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ pointer: '/name' }] })
    }
    const hidden = await tenant.api.post(path, { name: 'Pay\u200bers' })
    expect(hidden.body).toMatchObject({ status: 400, errors: [{ pointer: '/name' }] })
    expect((await tenant.api.post(path, { name: 'Payers of Office 2' })).status).toBe(201)
  },
)

test('a name is one role’s, and a right must be known', async () => {
  await tenant.api.post('/roles', { name: 'Only one' })
  const twice = await tenant.api.post('/roles', { name: 'Only one' })
  expect(twice.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ pointer: '/name' }] })
  const unknown = await tenant.api.post('/roles', { name: 'X', rights: ['ReadMinds'] })
  expect(unknown.body.errors[0].pointer).toBe('/rights/0')
})

test('a right is given by who has it', async () => {
  const holder = await tenant.holding(['CreateRoles', 'AddRoleRight', 'ReadUsers'])
  const refused = await holder.post('/roles', { name: 'More', rights: ['ReadUsers', 'ReadRole'] })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: 'GRANT_EXCEEDS_HOLDER', missingRights: ['ReadRole'] })
  const made = await holder.post('/roles', { name: 'As much', rights: ['ReadUsers'] })
  expect(made.status).toBe(201)
  const path = `/roles/${made.body.id}/rights`
  expect((await holder.post(`${path}/ReadRole`)).body.code).toBe('GRANT_EXCEEDS_HOLDER')
  expect((await holder.post(`${path}/AddRoleRight`)).status).toBe(200)
})

test('a shipped role stays as it ships', async () => {
  const path = `/roles/${await shippedRole('operator')}`
  for (const refused of [
    await tenant.api.put(path, { name: 'Mine' }),
    await tenant.api.post(`${path}/rights/ReadRole`),
    await tenant.api.delete(`${path}/rights/ReadInvoices`),
    await tenant.api.delete(path),
  ]) {
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('SHIPPED_ROLE')
  }
})

test('a role that somebody has is not deleted; a token that has ended has none', async () => {
  const ofUser = await roleIn(tenant, ['ReadUsers'])
  const person = await personIn(at, tenant)
  await tenant.api.post(`/users/${person.id}/roles`, { roleId: ofUser })
  expect((await tenant.api.delete(`/roles/${ofUser}`)).body.code).toBe('IN_USE')
  const ofAccount = await roleIn(tenant, ['ReadUsers'])
  await tenant.api.post('/service-accounts', { name: 'Holder', roleIds: [ofAccount] })
  expect((await tenant.api.delete(`/roles/${ofAccount}`)).body.code).toBe('IN_USE')
  const ofToken = await roleIn(tenant, ['ReadUsers'])
  const minted = await tenant.api.post('/token/generate', { roleIds: [ofToken] })
  expect((await tenant.api.delete(`/roles/${ofToken}`)).body.code).toBe('IN_USE')
  await tenant.api.delete(`/token/${minted.body.id}`)
  expect((await tenant.api.delete(`/roles/${ofToken}`)).status).toBe(204)
})

test('a role reaches the whole tenant, so nobody bound to a client makes or changes one', async () => {
  const clientId = await clientIn(tenant)
  const bound = await tenant.holding(
    ['CreateRoles', 'AddRoleRight', 'RemoveRoleRight', 'DeleteRole', 'ReadUsers'],
    { clientId },
  )
  const roleId = await roleIn(tenant, ['ReadUsers'])
  for (const refused of [
    await bound.post('/roles', { name: 'Mine', rights: ['ReadUsers'] }),
    await bound.put(`/roles/${roleId}`, { name: 'Mine' }),
    await bound.post(`/roles/${roleId}/rights/ReadUsers`),
    await bound.delete(`/roles/${roleId}/rights/ReadUsers`),
    await bound.delete(`/roles/${roleId}`),
  ]) {
    expect(refused.body).toMatchObject({ code: 'GRANT_EXCEEDS_HOLDER', missingRights: [] })
  }
})

test('what is hidden from somebody bound to a client stays hidden in what they give', async () => {
  expect(rights.filter(({ inverted }) => inverted).map(({ name }) => name)).toEqual([
    restrictingRight,
  ])
  const clientId = await clientIn(tenant)
  const held = ['CreateUsers', 'ReadInvoices', restrictingRight] as const
  const bound = await tenant.holding(held, { clientId })
  const open = await roleIn(tenant, ['ReadInvoices'])
  const hiding = await roleIn(tenant, ['ReadInvoices', restrictingRight])
  const user = (roleId: string) => ({
    email: `${Math.random()}@example.com`,
    name: 'X',
    roleIds: [roleId],
  })
  expect((await bound.post('/users', user(open))).body.code).toBe('GRANT_EXCEEDS_HOLDER')
  expect((await bound.post('/users', user(hiding))).status).toBe(201)
  // Administrators do not hold it, and can still send people to the portal.
  const staff = await tenant.holding(['CreateUsers', 'ReadInvoices'])
  const theirs = { ...user(hiding), clientId }
  expect((await staff.post('/users', theirs)).status).toBe(201)
})

test('the catalogue of rights is read by anybody with a token', async () => {
  const nobody = await tenant.holding([])
  const { body } = await nobody.get('/rights')
  expect(body.data).toHaveLength(rights.length)
  expect(body.data[0]).toEqual({
    name: expect.any(String),
    group: 'AML',
    area: expect.any(String),
    description: expect.any(String),
  })
})

test('roles are listed, filtered and sorted', async () => {
  const own = await tenantIn(at)
  await own.api.post('/roles', { name: 'Aardvarks' })
  const names = async (path: string) =>
    (await own.api.get(path)).body.data.map(({ name }: { name: string }) => name)
  expect((await names('/roles'))[0]).toBe('Aardvarks')
  expect((await names('/roles?sort=-name')).at(-1)).toBe('Aardvarks')
  expect(await names('/roles?template=read-only')).toEqual(['Read only'])
})
