import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  apiAs,
  tenantIn,
  world,
  type Answered,
  type TestTenant,
  type World,
} from '../support/world.ts'
import { clientIn, debtorIn, forgetAttempts, personIn, roleIn, traceOf, visitor } from './people.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(() => forgetAttempts(at))
afterAll(() => at.close())

const livesFor = ({ body }: Answered) =>
  (new Date(body.expiresAt).getTime() - at.clock.now.getTime()) / 1000

test('a system token gets the rights that its maker has then, and super-user only if asked for', async () => {
  const made = await tenant.api.post('/token/generate')
  expect(made.status).toBe(201)
  expect(Object.keys(made.body).toSorted()).toEqual(['expiresAt', 'id', 'kind', 'token'])
  expect(made.headers.get('location')).toBe(`/token/${made.body.id}`)
  expect(livesFor(made)).toBe(24 * 3600)
  const api = apiAs(at, made.body.token)
  expect((await api.get('/users')).status).toBe(200)
  const holder = await tenant.holding(['GenerateToken', 'ReadUsers'])
  expect((await holder.post('/token/generate', { superUser: true })).body).toMatchObject({
    code: 'GRANT_EXCEEDS_HOLDER',
    requiresSuperUser: true,
  })
  const minted = apiAs(at, (await holder.post('/token/generate', {})).body.token)
  expect((await minted.get('/users')).status).toBe(200)
  expect((await minted.get('/roles')).status).toBe(403)
  const superUser = await tenant.api.post('/token/generate', { superUser: true })
  const read = await tenant.api.get(`/token/${superUser.body.id}`)
  expect(read.body).toMatchObject({ kind: 'SYSTEM', superUser: true, revokedAt: null })
  expect((await traceOf(at, made.body.id)).events).toEqual(['issued'])
})

test('rights and roles that are named are given, if the maker has them', async () => {
  const holder = await tenant.holding(['GenerateToken', 'ReadUsers'])
  const roleId = await roleIn(tenant, ['ReadUsers', 'ReadRoles'])
  const refused = [
    await holder.post('/token/generate', { rights: ['ReadRoles'] }),
    await holder.post('/token/generate', { roleIds: [roleId] }),
  ]
  for (const { body } of refused) {
    expect(body).toMatchObject({ code: 'GRANT_EXCEEDS_HOLDER', missingRights: ['ReadRoles'] })
  }
  const unknown = ['RO06D7ZCEWYHZ8N17900607H8PR4']
  const missing = await tenant.api.post('/token/generate', { roleIds: [roleId, ...unknown] })
  expect(missing.body).toMatchObject({ code: 'NOT_FOUND', errors: [{ pointer: '/roleIds/1' }] })
  const made = await tenant.api.post('/token/generate', { roleIds: [roleId] })
  const api = apiAs(at, made.body.token)
  expect((await api.get('/roles')).status).toBe(200)
  expect((await api.get('/service-accounts')).status).toBe(403)
})

test('a token lives no longer than whoever made it, and whoever made that before tokens made none', async () => {
  const clientId = await clientIn(tenant)
  const first = await tenant.holding(['GenerateToken', 'GenerateClientToken', 'ReadInvoices'])
  const wanted = { clientId, rights: ['ReadInvoices'] }
  const second = (await first.post('/token/client/generate', wanted)).body
  const third = (await first.post('/token/client/generate', wanted)).body
  await at.owner('update token set created_by = $1 where id = $2', [second.id, third.id])
  const apis = [second, third].map(({ token }) => apiAs(at, token))
  for (const api of apis) expect((await api.get('/invoices')).status).toBe(200)
  expect((await tenant.api.delete(`/token/${second.id}`)).status).toBe(204)
  for (const api of apis) expect((await api.get('/invoices')).status).toBe(401)
  expect((await traceOf(at, third.id)).log.at(-1)).toMatchObject({ action: 'UPDATED' })
})

test('who is switched off leaves no token behind, not even the one that does it', async () => {
  const person = await personIn(at, tenant, {
    rights: ['GenerateToken', 'ReadUsers', 'ToggleUsers'],
  })
  const minted = apiAs(at, (await person.api.post('/token/generate')).body.token)
  const again = apiAs(at, (await person.api.post('/token/generate')).body.token)
  const off = await minted.put(`/users/${person.id}/toggle`, { active: false })
  expect(off.status).toBe(200)
  for (const api of [minted, again]) expect((await api.get('/users')).status).toBe(401)
})

test('lifetimes have their ends', async () => {
  const clientId = await clientIn(tenant)
  const day = 24 * 3600
  for (const [path, body, usual, longest] of [
    ['/token/generate', {}, day, 365 * day],
    ['/token/client/generate', { clientId }, 3600, 30 * day],
    ['/token/client/portal/generate', { clientId }, 3600, 30 * day],
    ['/token/debtor/generate', { debtorId: await debtorIn(at, tenant) }, 3600, 30 * day],
  ] as const) {
    expect(livesFor(await tenant.api.post(path, body))).toBe(usual)
    const long = await tenant.api.post(path, { ...body, expiresInSeconds: longest })
    expect(livesFor(long)).toBe(longest)
    const longer = await tenant.api.post(path, { ...body, expiresInSeconds: longest + 1 })
    expect(longer.body.errors[0].pointer).toBe('/expiresInSeconds')
  }
})

test('a client’s token is for one client: named by the tenant, the caller’s own for the bound', async () => {
  const clientId = await clientIn(tenant)
  for (const [path, kind] of [
    ['/token/client/generate', 'CLIENT'],
    ['/token/client/portal/generate', 'PORTAL'],
  ] as const) {
    const made = await tenant.api.post(path, { clientId })
    expect(made.body.kind).toBe(kind)
    const read = await tenant.api.get(`/token/${made.body.id}`)
    expect(read.body).toMatchObject({ kind, clientId, superUser: false })
    expect((await tenant.api.post(path)).body.errors[0].pointer).toBe('/clientId')
    const rights = ['GenerateToken', 'GenerateClientToken', 'ReadInvoices'] as const
    const bound = await tenant.holding(rights, { clientId })
    const given = await bound.post(path, { clientId, rights: ['ReadInvoices'] })
    expect(given.body.errors[0].pointer).toBe('/clientId')
    const own = await bound.post(path, { rights: ['ReadInvoices'] })
    expect(own.status).toBe(201)
    expect((await bound.get(`/token/${own.body.id}`)).body.clientId).toBe(clientId)
    expect((await bound.post(path)).body.code).toBe('GRANT_EXCEEDS_HOLDER')
    expect((await bound.post('/token/generate')).body.code).toBe('GRANT_EXCEEDS_HOLDER')
  }
  const unknown = { clientId: 'C.06D7ZCEWYHZ8N17900207H8PR4' }
  expect((await tenant.api.post('/token/client/generate', unknown)).status).toBe(404)
})

test('the usual roles of a token are the shipped ones, if the maker has their rights', async () => {
  const clientId = await clientIn(tenant)
  const templatesOf = async ({ body }: Answered) =>
    (
      await at.owner(
        `select r.template from token_role h join role r on r.id = h.role_id
         where h.token_id = $1 order by 1`,
        [body.id],
      )
    ).map(({ template }) => template)
  const post = (path: string, body: object) => tenant.api.post(path, body)
  expect(await templatesOf(await post('/token/client/generate', { clientId }))).toEqual([
    'client-portal',
    'integration',
  ])
  const portal = await post('/token/client/portal/generate', { clientId })
  expect(await templatesOf(portal)).toEqual(['client-portal'])
  const debtorId = await debtorIn(at, tenant)
  const debtor = await post('/token/debtor/generate', { debtorId })
  expect(await templatesOf(debtor)).toEqual(['debtor-portal'])
  const weak = await tenant.holding(['GenerateToken', 'GenerateClientToken', 'GenerateDebtorToken'])
  const refused = [
    await weak.post('/token/client/generate', { clientId }),
    await weak.post('/token/client/portal/generate', { clientId }),
    await weak.post('/token/debtor/generate', { debtorId }),
  ]
  for (const { body } of refused) {
    expect(body.code).toBe('GRANT_EXCEEDS_HOLDER')
    expect(body.missingRights).toContain('ReadInvoices')
  }
})

test('a token that stands for a debtor gives nothing that reaches further', async () => {
  const [mine, theirs] = [await debtorIn(at, tenant), await debtorIn(at, tenant)]
  const made = await tenant.api.post('/token/debtor/generate', { debtorId: mine, rights: [] })
  const { clientId } = (await tenant.api.get(`/token/${made.body.id}`)).body
  const debtor = await tenant.holding(['GenerateToken', 'GenerateDebtorToken', 'ReadUsers'], {
    kind: 'DEBTOR',
    clientId,
    debtorId: mine,
  })
  const other = await debtor.post('/token/debtor/generate', { debtorId: theirs, rights: [] })
  expect(other.body.errors[0].pointer).toBe('/debtorId')
  expect((await debtor.post('/token/generate', { rights: [] })).body.code).toBe(
    'GRANT_EXCEEDS_HOLDER',
  )
  const own = await debtor.post('/token/debtor/generate', { debtorId: mine, rights: [] })
  expect(own.status).toBe(201)
  const read = await tenant.api.get(`/token/${own.body.id}`)
  expect(read.body).toMatchObject({ kind: 'DEBTOR', debtorId: mine, clientId })
  expect(clientId).toMatch(/^C\./)
})

test('a token is listed without its text, revoked once, and dead at once', async () => {
  const made = await tenant.api.post('/token/generate', { name: 'Nightly', rights: ['ReadUsers'] })
  const api = apiAs(at, made.body.token)
  expect((await api.get('/users')).status).toBe(200)
  const listed = await tenant.api.get('/token?kind=SYSTEM&limit=500')
  expect(listed.body.data).toContainEqual(
    expect.objectContaining({ id: made.body.id, name: 'Nightly', kind: 'SYSTEM' }),
  )
  expect(JSON.stringify(listed.body)).not.toContain(made.body.token)
  expect((await tenant.api.delete(`/token/${made.body.id}`)).status).toBe(204)
  expect((await api.get('/users')).status).toBe(401)
  expect((await tenant.api.delete(`/token/${made.body.id}`)).status).toBe(204)
  expect((await traceOf(at, made.body.id)).events).toEqual(['issued', 'revoked'])
  const strong = await tenant.api.post('/token/generate', { superUser: true })
  const weak = await tenant.holding(['GenerateToken'])
  const refused = await weak.delete(`/token/${strong.body.id}`)
  expect(refused.body.code).toBe('GRANT_EXCEEDS_HOLDER')
  const person = await personIn(at, tenant, { rights: ['ReadUsers'] })
  const [session] = await at.owner('select id from token where user_id = $1', [person.id])
  const path = `/token/${String(session?.['id'])}`
  expect((await weak.delete(path)).body.missingRights).toEqual(['ReadUsers'])
  expect((await person.api.delete(path)).status).toBe(403)
})

test('the same request again does not show a token again', async () => {
  const key = { 'idempotency-key': 'mint-1' }
  expect((await tenant.api.post('/token/generate', {}, key)).status).toBe(201)
  const again = await tenant.api.post('/token/generate', {}, key)
  expect(again.body.code).toBe('SECRET_ALREADY_SHOWN')
})

test('a service account exchanges its secret, and two secrets live while it changes over', async () => {
  const roleId = await roleIn(tenant, ['ReadUsers'])
  const made = await tenant.api.post('/service-accounts', { name: 'Bridge', roleIds: [roleId] })
  expect(made.status).toBe(201)
  const { id } = made.body
  const login = (secret: string) =>
    visitor(at).post('/login/service-account', {
      tenantId: tenant.id,
      serviceAccountId: id,
      secret,
    })
  const first = await login(made.body.secret)
  expect(first.body).toMatchObject({ kind: 'SERVICE_ACCOUNT' })
  expect(livesFor(first)).toBe(3600)
  const api = apiAs(at, first.body.token)
  expect((await api.get('/users')).status).toBe(200)
  expect((await api.get('/roles')).status).toBe(403)

  const rotate = (body?: object) => tenant.api.put(`/service-accounts/${id}/rotate-secret`, body)
  const second = await rotate()
  const until = new Date(second.body.formerSecretUntil).getTime() - at.clock.now.getTime()
  expect(until).toBe(24 * 3600 * 1000)
  const statuses = async (...secrets: string[]) =>
    Promise.all(secrets.map(async (secret) => (await login(secret)).status))
  expect(await statuses(made.body.secret, second.body.secret)).toEqual([200, 200])
  const third = await rotate({ overlapSeconds: 60, version: 1 })
  const secrets = [made.body.secret, second.body.secret, third.body.secret]
  expect(await statuses(...secrets)).toEqual([401, 200, 200])
  const now = at.clock.now
  at.clock.now = new Date(now.getTime() + 61_000)
  expect(await statuses(...secrets)).toEqual([401, 401, 200])
  at.clock.now = now
  const last = await rotate({ overlapSeconds: 0 })
  expect(last.body.formerSecretUntil).toBeNull()
  expect(await statuses(third.body.secret, last.body.secret)).toEqual([401, 200])
  expect((await api.get('/users')).status).toBe(401)
  expect((await rotate({ overlapSeconds: 7 * 24 * 3600 + 1 })).status).toBe(400)
  const { events } = await traceOf(at, id)
  expect(events.filter((name) => name === 'secretRotated')).toHaveLength(4)
})

test('a token of a service account lives a day at most, and ends when it is switched off', async () => {
  const made = await tenant.api.post('/service-accounts', { name: 'Switched' })
  const path = `/service-accounts/${made.body.id}`
  const token = await tenant.api.put(`${path}/generate-token`, { expiresInSeconds: 86_400 })
  expect(token.status).toBe(200)
  expect(livesFor(token)).toBe(86_400)
  expect(
    (await tenant.api.put(`${path}/generate-token`, { expiresInSeconds: 86_401 })).status,
  ).toBe(400)
  const api = apiAs(at, token.body.token)
  expect((await api.get('/rights')).status).toBe(200)
  const off = await tenant.api.put(path, { active: false, version: 1 })
  expect(off.body).toMatchObject({ active: false, version: 2 })
  expect((await api.get('/rights')).status).toBe(401)
  const refused = await tenant.api.put(`${path}/generate-token`)
  expect(refused.body.code).toBe('SERVICE_ACCOUNT_INACTIVE')
  const login = { tenantId: tenant.id, serviceAccountId: made.body.id, secret: made.body.secret }
  expect((await visitor(at).post('/login/service-account', login)).body.code).toBe('LOGIN_FAILED')
  await tenant.api.put(path, { active: true })
  expect((await api.get('/rights')).status).toBe(401)
  expect((await traceOf(at, token.body.id)).events).toEqual(['issued', 'revoked'])
})

test('nobody acts through a service account with rights that they lack', async () => {
  const roleIds = [await roleIn(tenant, ['ReadUsers', 'SearchUsers'])]
  const made = await tenant.api.post('/service-accounts', { name: 'Strong', roleIds })
  const weak = await tenant.holding([
    'CreateServiceAccount',
    'GenerateTokenServiceAccount',
    'RotateSecretServiceAccount',
    'ReadUsers',
  ])
  const path = `/service-accounts/${made.body.id}`
  for (const { body } of [
    await weak.put(`${path}/rotate-secret`),
    await weak.put(`${path}/generate-token`),
    await weak.put(path, { active: false }),
    await weak.post('/service-accounts', { name: 'Mine', roleIds }),
  ]) {
    expect(body).toMatchObject({ code: 'GRANT_EXCEEDS_HOLDER', missingRights: ['SearchUsers'] })
  }
  const less = [await roleIn(tenant, ['ReadUsers'])]
  const changed = await tenant.api.put(path, { roleIds: less })
  expect(changed.status).toBe(200)
  const held = await tenant.api.get(`${path}/roles`)
  expect(held.body.data.map(({ id }: { id: string }) => id)).toEqual(less)
  expect((await weak.put(`${path}/rotate-secret`)).status).toBe(200)
  const { events } = await traceOf(at, made.body.id)
  expect(events).toEqual(expect.arrayContaining(['roleAssigned', 'roleRemoved']))
})

test('a caller bound to a client makes and sees service accounts of that client', async () => {
  const clientId = await clientIn(tenant)
  const rights = ['CreateServiceAccount', 'ReadServiceAccounts', 'SearchServiceAccounts'] as const
  const bound = await tenant.holding(rights, { clientId })
  const own = await bound.post('/service-accounts', { name: 'Theirs' })
  expect(own.body.clientId).toBe(clientId)
  const refused = await bound.post('/service-accounts', { name: 'Other', clientId })
  expect(refused.body.errors[0].pointer).toBe('/clientId')
  const ids = ({ body }: Answered) => body.data.map(({ id }: { id: string }) => id)
  expect(ids(await bound.get('/service-accounts'))).toEqual([own.body.id])
  expect(ids(await bound.post('/service-accounts/search', {}))).toEqual([own.body.id])
  const token = await tenant.api.put(`/service-accounts/${own.body.id}/generate-token`)
  expect((await tenant.api.get(`/token/${token.body.id}`)).body).toMatchObject({ clientId })
})
