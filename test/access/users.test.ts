import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkToken } from '../../src/ports/keys/link-tokens.ts'
import { apiAs, tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import {
  accept,
  clientIn,
  forgetAttempts,
  loggedIn,
  outboxOf,
  password,
  personIn,
  roleIn,
  traceOf,
  visitor,
} from './people.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(() => forgetAttempts(at))
afterAll(() => at.close())

const invitationsOf = (userId: string) =>
  at.owner('select id, status from user_invitation where user_id = $1 order by id', [userId])

test('a user is invited, accepts, and is active', async () => {
  const made = await tenant.api.post('/users', { email: '  Kim@Example.COM ', name: 'Kim' })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`/users/${made.body.id}`)
  expect(made.body).toMatchObject({ email: 'kim@example.com', kind: 'STAFF', status: 'INVITED' })
  const { id } = made.body
  const [invitation] = await invitationsOf(id)
  expect(invitation).toMatchObject({ status: 'PENDING' })
  expect(await outboxOf(at, String(invitation?.['id']))).toEqual(['inviteUser start'])

  const accepted = await accept(at, tenant, id)
  expect(accepted.body).toEqual({ tenantId: tenant.id, userId: id, email: 'kim@example.com' })
  expect((await tenant.api.get(`/users/${id}`)).body).toMatchObject({ status: 'ACTIVE' })
  expect(await outboxOf(at, String(invitation?.['id']))).toEqual([
    'inviteUser start',
    'inviteUser signal closed',
  ])
  const { events, log } = await traceOf(at, id)
  expect(events).toEqual(expect.arrayContaining(['invited', 'activated', 'invitationAccepted']))
  expect(log.at(-1)?.principal_id).toBe(id)
  expect(log.map(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({
      status: { from: 'INVITED', to: 'ACTIVE' },
      passwordHash: { from: null, to: '•••' },
    }),
  )
})

test('an invitation opens once, and only its own link', async () => {
  const made = await tenant.api.post('/users', { email: 'once@example.com', name: 'Once' })
  const [first, second] = await Promise.all([
    accept(at, tenant, made.body.id),
    accept(at, tenant, made.body.id),
  ])
  expect([first?.status, second?.status].toSorted()).toEqual([200, 409])
  const token = 'TN04P7Z805X92YD4DP1D24GH64Z8.UI06D7ZCEWYHZ8N17900507H8PR4.'.padEnd(103, 'a')
  const forged = await visitor(at).post('/invitations/accept', { token, password })
  expect(forged.body).toMatchObject({ code: 'USER_NOT_INVITED' })
})

test('weak passwords are refused and pointed at', async () => {
  const made = await tenant.api.post('/users', { email: 'weakweakweak@example.com', name: 'W' })
  const [invitation] = await invitationsOf(made.body.id)
  const token = linkToken(at.keys.links, 'invitation', tenant.id, String(invitation?.['id']))
  const chosen = (password: string) => visitor(at).post('/invitations/accept', { token, password })
  for (const [password, code] of [
    ['short', 'TOO_SMALL'],
    ['x'.repeat(129), 'TOO_BIG'],
    ['Password1234', 'PASSWORD_TOO_COMMON'],
    ['abababababab', 'PASSWORD_TOO_COMMON'],
    ['WeakWeakWeak', 'PASSWORD_IS_EMAIL'],
    ['weakweakweak@example.com', 'PASSWORD_IS_EMAIL'],
  ] as const) {
    const refused = await chosen(password)
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0]).toMatchObject({ pointer: '/password', code })
  }
  expect((await chosen('a lake, a boat, no wind')).status).toBe(200)
})

test('an e-mail is held by one user of the tenant', async () => {
  await tenant.api.post('/users', { email: 'same@example.com', name: 'One' })
  const refused = await tenant.api.post('/users', { email: 'SAME@example.com', name: 'Two' })
  expect(refused.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ pointer: '/email' }] })
  const elsewhere = await tenantIn(at)
  const free = await elsewhere.api.post('/users', { email: 'same@example.com', name: 'Two' })
  expect(free.status).toBe(201)
})

test("a client's people are bound to it, and a caller bound to it makes no others", async () => {
  const clientId = await clientIn(tenant)
  const user = (facts: object) => ({ email: `${Math.random()}@example.com`, name: 'X', ...facts })
  const made = await tenant.api.post('/users', user({ clientId }))
  expect(made.body).toMatchObject({ kind: 'CLIENT', clientId })
  for (const [facts, pointer] of [
    [{ kind: 'CLIENT' }, '/clientId'],
    [{ kind: 'STAFF', clientId }, '/kind'],
  ] as const) {
    const refused = await tenant.api.post('/users', user(facts))
    expect(refused.body.errors[0].pointer).toBe(pointer)
  }
  const unknown = { clientId: 'C.06D7ZCEWYHZ8N17900207H8PR4' }
  expect((await tenant.api.post('/users', user(unknown))).status).toBe(404)

  const bound = await tenant.holding(['CreateUsers', 'ReadUsers', 'ReadUser'], { clientId })
  const own = await bound.post('/users', user({}))
  expect(own.body).toMatchObject({ kind: 'CLIENT', clientId })
  expect((await bound.post('/users', user({ clientId }))).body.errors[0].pointer).toBe('/clientId')
  expect((await bound.post('/users', user({ kind: 'STAFF' }))).status).toBe(400)
  const seen = (await bound.get('/users')).body.data
  expect(seen.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [made.body.id, own.body.id].toSorted(),
  )
  const staff = await tenant.api.post('/users', user({}))
  expect((await bound.get(`/users/${staff.body.id}`)).status).toBe(404)
})

test('a new e-mail sends a new invitation and voids the former link', async () => {
  const made = await tenant.api.post('/users', { email: 'old@example.com', name: 'Mover' })
  const changed = await tenant.api.put(`/users/${made.body.id}`, {
    email: 'new@example.com',
    version: 1,
  })
  expect(changed.body).toMatchObject({ email: 'new@example.com', name: 'Mover', version: 2 })
  const found = await invitationsOf(made.body.id)
  expect(found.map(({ status }) => status)).toEqual(['WITHDRAWN', 'PENDING'])
  expect(await outboxOf(at, String(found[0]?.['id']))).toEqual([
    'inviteUser start',
    'inviteUser signal closed',
  ])
  expect(await outboxOf(at, String(found[1]?.['id']))).toEqual(['inviteUser start'])
  const stale = await tenant.api.put(`/users/${made.body.id}`, { name: 'M', version: 1 })
  expect(stale.body.code).toBe('VERSION_CONFLICT')
})

test('an invitation is sent again, withdrawn, and not sent to the active', async () => {
  const made = await tenant.api.post('/users', { email: 'again@example.com', name: 'Again' })
  const path = `/users/${made.body.id}/invitation`
  const again = await tenant.api.post(path)
  expect(again.status).toBe(201)
  expect(again.body).toMatchObject({ status: 'PENDING', userId: made.body.id })
  expect((await tenant.api.delete(path)).status).toBe(204)
  expect((await tenant.api.delete(path)).body.code).toBe('USER_NOT_INVITED')
  expect((await accept(at, tenant, made.body.id)).body.code).toBe('USER_NOT_INVITED')
  expect((await tenant.api.post(path)).status).toBe(201)
  expect((await accept(at, tenant, made.body.id)).status).toBe(200)
  expect((await tenant.api.post(path)).body.code).toBe('USER_NOT_INVITED')
  const { events } = await traceOf(at, made.body.id)
  expect(events.filter((name) => name === 'invitationWithdrawn')).toHaveLength(2)
})

test('an expired invitation does not open', async () => {
  const made = await tenant.api.post('/users', { email: 'late@example.com', name: 'Late' })
  await at.owner(`update user_invitation set expires_at = $2 where user_id = $1`, [
    made.body.id,
    at.clock.now,
  ])
  expect((await accept(at, tenant, made.body.id)).body.code).toBe('USER_NOT_INVITED')
})

test('switched off, sessions and links end at once; on again, the user logs in anew', async () => {
  const person = await personIn(at, tenant)
  expect((await person.api.get('/users/me')).body).toMatchObject({ id: person.id, rights: [] })
  const off = await tenant.api.put(`/users/${person.id}/toggle`, { active: false })
  expect(off.body.status).toBe('DISABLED')
  expect((await person.api.get('/users/me')).status).toBe(401)
  const login = { tenantId: tenant.id, email: person.email, password }
  expect((await visitor(at).post('/login', login)).body.code).toBe('LOGIN_FAILED')
  const on = await tenant.api.put(`/users/${person.id}/toggle`, { active: true })
  expect(on.body.status).toBe('ACTIVE')
  expect((await person.api.get('/users/me')).status).toBe(401)
  expect((await visitor(at).post('/login', login)).status).toBe(200)
  const { events } = await traceOf(at, person.id)
  expect(events.slice(-2)).toEqual(['disabled', 'activated'])

  const invited = await tenant.api.post('/users', { email: 'off@example.com', name: 'Off' })
  await tenant.api.put(`/users/${invited.body.id}/toggle`, { active: false })
  expect((await accept(at, tenant, invited.body.id)).body.code).toBe('USER_NOT_INVITED')
  const back = await tenant.api.put(`/users/${invited.body.id}/toggle`, { active: true })
  expect(back.body.status).toBe('INVITED')
})

test('super-user is made and ended by super-users, and one always remains', async () => {
  const own = await tenantIn(at)
  const first = await personIn(at, own, { superUser: true })
  const plain = await personIn(at, own, { rights: ['ToggleSuperUsers', 'ToggleUsers'] })
  const refused = await plain.api.put(`/users/${plain.id}/toggle-super-user`, { superUser: true })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: 'GRANT_EXCEEDS_HOLDER', requiresSuperUser: true })
  const stronger = await plain.api.put(`/users/${first.id}/toggle`, { active: false })
  expect(stronger.body.code).toBe('GRANT_EXCEEDS_HOLDER')

  for (const [path, body] of [
    ['toggle-super-user', { superUser: false }],
    ['toggle', { active: false }],
  ] as const) {
    const last = await own.api.put(`/users/${first.id}/${path}`, body)
    expect(last.body.code).toBe('LAST_ADMINISTRATOR')
  }
  const second = await first.api.put(`/users/${plain.id}/toggle-super-user`, { superUser: true })
  expect(second.body.superUser).toBe(true)
  const ended = await plain.api.put(`/users/${first.id}/toggle-super-user`, { superUser: false })
  expect(ended.body.superUser).toBe(false)
  expect((await first.api.get('/users')).status).toBe(403)
  expect((await traceOf(at, first.id)).events.at(-1)).toBe('superUserChanged')

  const clientId = await clientIn(own)
  const theirs = await own.api.post('/users', { email: 'c@example.com', name: 'C', clientId })
  const path = `/users/${theirs.body.id}/toggle-super-user`
  expect((await own.api.put(path, { superUser: true })).body.code).toBe('NOT_STAFF')
})

test('roles are given by who has them, listed, and taken by super-users alone', async () => {
  const person = await personIn(at, tenant)
  const roleId = await roleIn(tenant, ['ReadUsers', 'ReadRoles'])
  const weaker = await tenant.holding(['CreateUserRoles', 'ReadUsers'])
  const refused = await weaker.post(`/users/${person.id}/roles`, { roleId })
  expect(refused.body).toMatchObject({
    code: 'GRANT_EXCEEDS_HOLDER',
    missingRights: ['ReadRoles'],
  })
  const given = await tenant.api.post(`/users/${person.id}/roles`, { roleId })
  expect(given.status).toBe(201)
  expect(given.headers.get('location')).toBe(`/roles/${roleId}`)
  const twice = await tenant.api.post(`/users/${person.id}/roles`, { roleId })
  expect(twice.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ pointer: '/roleId' }] })
  const listed = await tenant.api.get(`/users/${person.id}/roles`)
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([roleId])
  expect((await person.api.get('/roles')).status).toBe(200)

  const holder = await tenant.holding(['DeleteUserRoles', 'ReadUsers', 'ReadRoles'])
  const path = `/users/${person.id}/roles/${roleId}`
  const reserved = await holder.delete(path)
  expect(reserved.body).toMatchObject({ code: 'ACCESS_DENIED', requiresSuperUser: true })
  expect((await tenant.api.delete(path)).status).toBe(204)
  expect((await tenant.api.delete(path)).status).toBe(404)
  expect((await person.api.get('/roles')).status).toBe(403)
  const { events, log } = await traceOf(at, person.id)
  expect(events.slice(-2)).toEqual(['roleAssigned', 'roleRemoved'])
  expect(log.at(-1)?.changes).toEqual({ UserRole: { userId: person.id, roleId } })
})

test('nobody changes a user with rights that they lack', async () => {
  const strong = await personIn(at, tenant, { rights: ['ReadUsers', 'SearchUsers'] })
  const roleId = await roleIn(tenant, ['ReadUsers'])
  const weak = await tenant.holding([
    'UpdateUsers',
    'ToggleUsers',
    'ChangePasswordUsers',
    'ChangeMfaUsers',
    'ResetMfaUsers',
    'CreateUserRoles',
    'CreateUsers',
    'ReadUsers',
  ])
  const path = `/users/${strong.id}`
  for (const refused of [
    await weak.put(path, { email: 'mine@example.com' }),
    await weak.put(`${path}/toggle`, { active: false }),
    await weak.put(`${path}/change-password`, { newPassword: 'another lake, no boat' }),
    await weak.put(`${path}/change-mfa`, { required: true }),
    await weak.post('/users/reset-idp-mfa', { userId: strong.id }),
    await weak.post(`${path}/roles`, { roleId }),
    await weak.delete(`${path}/invitation`),
  ]) {
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({
      code: 'GRANT_EXCEEDS_HOLDER',
      missingRights: ['SearchUsers'],
    })
  }
  expect((await strong.api.get('/users')).status).toBe(200)
})

test('an administrator sets a password, and the sessions of the user end', async () => {
  const person = await personIn(at, tenant)
  const path = `/users/${person.id}/change-password`
  const weak = await tenant.api.put(path, { newPassword: person.email })
  expect(weak.body.errors[0]).toMatchObject({ pointer: '/newPassword', code: 'PASSWORD_IS_EMAIL' })
  expect((await person.api.get('/users/me')).status).toBe(200)
  at.clock.now = new Date(at.clock.now.getTime() + 1000)
  const set = await tenant.api.put(path, { newPassword: 'another lake, no boat' })
  expect(set.status).toBe(200)
  expect((await person.api.get('/users/me')).status).toBe(401)
  const invited = await tenant.api.post('/users', { email: 'notyet@example.com', name: 'N' })
  const refused = await tenant.api.put(`/users/${invited.body.id}/change-password`, {
    newPassword: 'another lake, no boat',
  })
  expect(refused.body.code).toBe('USER_NOT_ACTIVE')
  expect((await traceOf(at, person.id)).events).toContain('passwordChanged')
})

test('one changes one’s own password, and one’s other sessions end', async () => {
  const person = await personIn(at, tenant)
  const other = await loggedIn(at, tenant, person.email)
  const wrong = await other.put('/users/me/password', {
    currentPassword: 'not it',
    newPassword: 'another lake, no boat',
  })
  expect(wrong.body.code).toBe('WRONG_PASSWORD')
  const changed = await other.put('/users/me/password', {
    currentPassword: password,
    newPassword: 'another lake, no boat',
  })
  expect(changed.status).toBe(200)
  expect((await other.get('/users/me')).status).toBe(200)
  expect((await person.api.get('/users/me')).status).toBe(401)
  expect((await tenant.api.get('/users/me')).status).toBe(404)
})

test('technical users are listed apart, and advanced login is shown', async () => {
  const own = await tenantIn(at)
  await own.api.post('/users', { email: 'robot@example.com', name: 'Robot', kind: 'SYSTEM' })
  await own.api.post('/users', { email: 'human@example.com', name: 'Human' })
  const emails = async (path: string) =>
    (await own.api.get(path)).body.data.map(({ email }: { email: string }) => email)
  expect(await emails('/users/system')).toEqual(['robot@example.com'])
  expect(await emails('/users')).toEqual(['human@example.com', 'robot@example.com'])
  expect(await emails('/users?kind=STAFF&name.contains=HUM')).toEqual(['human@example.com'])
  const { body } = await own.api.post('/users/search', { filters: { status: 'ACTIVE' } })
  expect(body.data).toEqual([])
  expect((await own.api.get('/users/advanced-login/enabled')).body).toEqual({ enabled: false })
})

test('another tenant’s users are not there', async () => {
  const person = await personIn(at, tenant)
  const other = await tenantIn(at)
  expect((await other.api.get(`/users/${person.id}`)).status).toBe(404)
  expect((await other.api.put(`/users/${person.id}/toggle`, { active: false })).status).toBe(404)
  expect((await person.api.get('/users/me')).status).toBe(200)
  expect((await apiAs(at, '').get('/users')).status).toBe(401)
})
