import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  accept,
  clientIn,
  forgetAttempts,
  loggedIn,
  outboxOf,
  roleIn,
  traceOf,
} from '../access/people.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let counter = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
beforeEach(() => forgetAttempts(at))
afterAll(() => at.close())

const email = () => `person${++counter}@client.example`
const invite = (more: object = {}, api = tenant.api) =>
  api.post('/client-users', { email: email(), name: 'Alva Lind', clientId, ...more })

describe('an invitation', () => {
  test('goes to a person of the client, who may do what the portal offers', async () => {
    const made = await invite({ email: ' Alva@Client.EXAMPLE ' })
    const [portal] = await at.owner(
      `select id from role where tenant_id = $1 and template = 'client-portal'`,
      [tenant.id],
    )
    expect(made).toMatchObject({
      status: 201,
      body: {
        email: 'alva@client.example',
        status: 'INVITED',
        clientId,
        roleIds: [portal?.['id']],
      },
    })
    const { id } = made.body
    expect(made.headers.get('location')).toBe(`/client-users/${id}`)
    expect((await tenant.api.get(`/client-users/${id}`)).body).toEqual(made.body)
    expect((await tenant.api.get(`/users/${id}`)).body).toMatchObject({ kind: 'CLIENT', clientId })
    const [invitation] = await at.owner('select id from user_invitation where user_id = $1', [id])
    expect(await outboxOf(at, String(invitation?.['id']))).toEqual(['inviteUser start'])
    expect((await traceOf(at, id)).events).toContain('invited')
    await accept(at, tenant, id)
    const own = await loggedIn(at, tenant, 'alva@client.example')
    expect((await own.get('/client-users')).body.data).toMatchObject([{ id, status: 'ACTIVE' }])
  })

  test('gives other roles where they are named, and none where none are', async () => {
    const roleId = await roleIn(tenant, ['ReadInvoices'])
    expect((await invite({ roleIds: [roleId, roleId] })).body.roleIds).toEqual([roleId])
    expect((await invite({ roleIds: [] })).body.roleIds).toEqual([])
    const unknown = await invite({ roleIds: ['RO06D7ZCEWYHZ8N17900607H8PR4'] })
    expect(unknown).toMatchObject({ status: 404, body: { errors: [{ pointer: '/roleIds/0' }] } })
  })

  test('says for which client, unless the token does', async () => {
    const none = await tenant.api.post('/client-users', { email: email(), name: 'X' })
    expect(none.body.errors[0]).toMatchObject({ pointer: '/clientId', code: 'REQUIRED' })
    const unknown = await invite({ clientId: 'C.06D7ZCEWYHZ8N17900207H8PR4' })
    expect(unknown.status).toBe(404)
    const own = await tenant.holding(['CreateClientUser'], { clientId })
    const body = { email: email(), name: 'X', roleIds: [] }
    expect((await own.post('/client-users', body)).body).toMatchObject({ clientId })
    const named = await own.post('/client-users', { ...body, clientId })
    expect(named.body.errors[0]).toMatchObject({ pointer: '/clientId', code: 'COMES_FROM_TOKEN' })
  })

  test('is refused for an e-mail that somebody has, and beyond what the caller holds', async () => {
    const taken = (await invite()).body.email
    const refused = await invite({ email: taken })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS', errors: [{ pointer: '/email' }] },
    })
    const weak = await tenant.holding(['CreateClientUser'])
    const beyond = await invite({}, weak)
    expect(beyond).toMatchObject({ status: 403, body: { code: 'GRANT_EXCEEDS_HOLDER' } })
    expect(beyond.body.missingRights).toContain('ReadInvoices')
    expect((await invite({ roleIds: [] }, weak)).status).toBe(201)
  })
})

describe('the end of an access', () => {
  const remove = (id: string, api = tenant.api) => api.delete(`/client-users/${id}`)

  test('switches off who came in, with their sessions, and keeps who they were', async () => {
    const { id, email: theirs } = (await invite()).body
    await accept(at, tenant, id)
    const session = await loggedIn(at, tenant, theirs)
    expect((await session.get('/client-users')).status).toBe(200)
    expect((await remove(id)).status).toBe(204)
    expect((await session.get('/client-users')).status).toBe(401)
    const { body } = await tenant.api.get(`/client-users/${id}`)
    expect(body).toMatchObject({ status: 'DISABLED', email: theirs })
    expect((await traceOf(at, id)).events.at(-1)).toBe('disabled')
    expect((await remove(id)).status).toBe(204)
  })

  test('removes who never accepted, so that the e-mail is free again', async () => {
    const { id, email: theirs } = (await invite()).body
    const [invitation] = await at.owner('select id from user_invitation where user_id = $1', [id])
    expect((await remove(id)).status).toBe(204)
    expect((await tenant.api.get(`/client-users/${id}`)).status).toBe(404)
    expect(await outboxOf(at, String(invitation?.['id']))).toEqual([
      'inviteUser start',
      'inviteUser signal closed',
    ])
    const { log } = await traceOf(at, id)
    expect(log.map(({ action }) => action)).toContain('DELETED')
    expect((await invite({ email: theirs })).status).toBe(201)
    expect((await remove(id)).status).toBe(404)
  })

  test('is of clients’ people alone, and not by somebody who holds less', async () => {
    const staff = await tenant.api.post('/users', { email: email(), name: 'Staff' })
    expect((await remove(staff.body.id)).status).toBe(404)
    expect((await tenant.api.get(`/client-users/${staff.body.id}`)).status).toBe(404)
    const { id } = (await invite()).body
    const weak = await tenant.holding(['DeleteClientUser'])
    const refused = await remove(id, weak)
    expect(refused).toMatchObject({ status: 403, body: { code: 'GRANT_EXCEEDS_HOLDER' } })
    await accept(at, tenant, id)
    expect((await remove(id, weak)).status).toBe(403)
  })
})

test('lists show clients’ people with their roles, each client its own', async () => {
  const other = await clientIn(tenant)
  const theirs = (await invite({ clientId: other, name: 'Zoe' })).body
  const api = await tenant.holding(['ReadClientUsers', 'SearchClientUsers'], { clientId: other })
  expect((await api.get('/client-users')).body.data).toEqual([theirs])
  const found = await tenant.api.post('/client-users/search', {
    filters: { clientId: other, name: { contains: 'zo' }, status: 'INVITED' },
  })
  expect(found.body.data).toEqual([theirs])
  const kinds = await tenant.api.get('/client-users?kind=STAFF')
  expect(kinds.status).toBe(400)
})
