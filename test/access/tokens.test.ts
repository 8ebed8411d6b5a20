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

test('a system token gets what its maker holds then, and no super-user unasked', async () => {
  const made = await tenant.api.post('/token/generate')
  expect(made.status).toBe(201)
  expect(Object.keys(made.body).toSorted()).toEqual(['expiresAt', 'id', 'kind', 'token'])
  expect(made.headers.get('location')).toBe(`/token/${made.body.id}`)
  expect(livesFor(made)).toBe(24 * 3600)
  const api = apiAs(at, made.body.token)
  expect((await api.get('/users')).status).toBe(200)
  expect((await api.post('/token/generate', { superUser: true })).body).toMatchObject({
    code: 'GRANT_EXCEEDS_HOLDER',
    requiresSuperUser: true,
  })
  const holder = await tenant.holding(['GenerateToken', 'ReadUsers'])
  const minted = apiAs(at, (await holder.post('/token/generate', {})).body.token)
  expect((await minted.get('/users')).status).toBe(200)
  expect((await minted.get('/roles')).status).toBe(403)
  const superUser = await tenant.api.post('/token/generate', { superUser: true })
  const read = await tenant.api.get(`/token/${superUser.body.id}`)
  expect(read.body).toMatchObject({ kind: 'SYSTEM', superUser: true, revokedAt: null })
  expect((await traceOf(at, made.body.id)).events).toEqual(['issued'])
})

test('rights and roles that are named are given, if the maker holds them', async () => {
  const holder = await tenant.holding(['GenerateToken', 'ReadUsers'])
  const roleId = await roleIn(tenant, ['ReadUsers', 'ReadRoles'])
  const refused = [
    await holder.post('/token/generate', { rights: ['ReadRoles'] }),
    await holder.post('/token/generate', { roleIds: [roleId] }),
  ]
  for (const { body } of refused) {
    expect(body).toMatchObject({ code: 'GRANT_EXCEEDS_HOLDER', missingRights: ['ReadRoles'] })
  }
  const unknown = ['RO01K9ZV3Q7M2T8W4X6Y0A1B2C3D']
  const missing = await tenant.api.post('/token/generate', { roleIds: [roleId, ...unknown] })
  expect(missing.body).toMatchObject({ code: 'NOT_FOUND', errors: [{ pointer: '/roleIds/1' }] })
  const made = await tenant.api.post('/token/generate', { roleIds: [roleId] })
  const api = apiAs(at, made.body.token)
  expect((await api.get('/roles')).status).toBe(200)
  expect((await api.get('/service-accounts')).status).toBe(403)
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
  const unknown = { clientId: 'C.01K9ZV3Q7M2T8W4X6Y0A1B2C3D' }
  expect((await tenant.api.post('/token/client/generate', unknown)).status).toBe(404)
})

test('the usual roles of a token are the shipped ones, if the maker holds what they do', async () => {
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
  const rights = ['GenerateToken', 'GenerateDebtorToken', 'ReadUsers']
  const made = await tenant.api.post('/token/debtor/generate', { debtorId: mine, rights })
  const debtor = apiAs(at, made.body.token)
  const other = await debtor.post('/token/debtor/generate', { debtorId: theirs, rights: [] })
  expect(other.body.errors[0].pointer).toBe('/debtorId')
  expect((await debtor.post('/token/generate', { rights: [] })).body.code).toBe(
    'GRANT_EXCEEDS_HOLDER',
  )
  const own = await debtor.post('/token/debtor/generate', { debtorId: mine, rights: [] })
  expect(own.status).toBe(201)
  const read = await tenant.api.get(`/token/${own.body.id}`)
  expect(read.body).toMatchObject({ kind: 'DEBTOR', debtorId: mine })
  expect(read.body.clientId).toMatch(/^C\./)
})
