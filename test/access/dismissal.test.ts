import { expect, test } from 'vitest'
import { refusalNow } from '../../src/activities/access/may-still-act.ts'
import { restrictingRight } from '../../src/domain/access/grant.ts'
import type { Right } from '../../src/policy/rights.ts'
import { apiAs, worldWithTenant, type Api } from '../support/world.ts'
import { clientIn, debtorIn, forgetAttempts, personIn, roleIn, visitor } from './people.ts'

const { at, tenant } = await worldWithTenant()

const held: Right[] = [
  'GenerateToken',
  'GenerateClientToken',
  'GenerateDebtorToken',
  'ReadUsers',
  'ReadRoles',
  'ReadInvoices',
]
const clientId = await clientIn(tenant)
const debtorId = await debtorIn(at, tenant)

/** A maker, what gives it the right to read roles, and how it is switched off. */
interface Maker {
  id: string
  api: Api
  loses(): Promise<unknown>
  goes(): Promise<unknown>
}

const makers: Record<string, () => Promise<Maker>> = {
  'a user': async () => {
    await forgetAttempts(at)
    const { id, api } = await personIn(at, tenant, { rights: without('ReadRoles') })
    const roleId = await roleIn(tenant, ['ReadRoles'])
    await tenant.api.post(`/users/${id}/roles`, { roleId })
    return {
      id,
      api,
      loses: () => tenant.api.delete(`/users/${id}/roles/${roleId}`),
      goes: () => tenant.api.put(`/users/${id}/toggle`, { active: false }),
    }
  },
  'a service account': async () => {
    const roleId = await roleIn(tenant, held)
    const name = `Machine ${roleId}`
    const made = await tenant.api.post('/service-accounts', { name, roleIds: [roleId] })
    const { id, secret } = made.body
    const sent = { tenantId: tenant.id, serviceAccountId: id, secret }
    const login = await visitor(at).post('/login/service-account', sent)
    return {
      id,
      api: apiAs(at, login.body.token),
      loses: () => tenant.api.delete(`/roles/${roleId}/rights/ReadRoles`),
      goes: () => tenant.api.put(`/service-accounts/${id}`, { active: false }),
    }
  },
}

const without = (right: Right) => held.filter((each) => each !== right)

const rights = ['ReadUsers', 'ReadRoles']
const mints = {
  'a system token': ['/token/generate', { rights }],
  'a client’s token': ['/token/client/generate', { clientId, rights }],
  'a portal’s token': ['/token/client/portal/generate', { clientId, rights }],
  'a debtor’s token': ['/token/debtor/generate', { debtorId, rights }],
} as const

const statusesOf = async (api: Api) => [
  (await api.get('/users?limit=1')).status,
  (await api.get('/roles?limit=1')).status,
]

test.each(
  Object.keys(makers).flatMap((who) => Object.keys(mints).map((what) => [what, who] as const)),
)('%s of %s loses with its maker what that loses, and ends with it', async (what, who) => {
  const maker = await makers[who]!()
  const [path, body] = mints[what as keyof typeof mints]
  const made = await maker.api.post(path, body)
  expect(made.status).toBe(201)
  const minted = apiAs(at, made.body.token)
  const shown = await tenant.api.get(`/token/${made.body.id}`)
  expect(shown.body).toMatchObject({ livesBy: maker.id, createdBy: maker.id })
  expect(await statusesOf(minted)).toEqual([200, 200])
  const mayStill = (openedBy: string) =>
    tenant.work((unit) =>
      refusalNow(unit, { principalId: made.body.id, openedBy, clientId: shown.body.clientId }),
    )
  expect(await mayStill('ReadRoles')).toBeUndefined()
  await maker.loses()
  expect(await statusesOf(minted)).toEqual([200, 403])
  expect([await mayStill('ReadRoles'), await mayStill('ReadUsers')]).toEqual([
    'ACCESS_DENIED',
    undefined,
  ])
  await maker.goes()
  expect(await statusesOf(minted)).toEqual([401, 401])
  expect(await mayStill('ReadUsers')).toBe('UNAUTHENTICATED')
})

test('what is switched off by other ways than the verb ends the token as well', async () => {
  const maker = await makers['a user']!()
  const { body } = await maker.api.post('/token/generate', { rights })
  const minted = apiAs(at, body.token)
  await at.owner(`update user_account set status = 'DISABLED' where id = $1`, [maker.id])
  expect(await statusesOf(minted)).toEqual([401, 401])
  await at.owner(`update user_account set status = 'ACTIVE' where id = $1`, [maker.id])
  expect(await statusesOf(minted)).toEqual([200, 200])
  // Nothing opens before a second factor that is demanded: nor does it for a machine.
  await at.owner('update user_account set mfa_required = true where id = $1', [maker.id])
  expect(await statusesOf(minted)).toEqual([403, 403])
})

test('of a super-user’s tokens all that its maker no longer has is gone', async () => {
  await forgetAttempts(at)
  const maker = await personIn(at, tenant, { rights: held, superUser: true })
  await personIn(at, tenant, { superUser: true })
  const superUser = await maker.api.post('/token/generate', { superUser: true })
  const named = await maker.api.post('/token/generate', { rights: ['ReadUsers', 'ReadClients'] })
  const [all, some] = [apiAs(at, superUser.body.token), apiAs(at, named.body.token)]
  expect((await all.get('/clients?limit=1')).status).toBe(200)
  expect((await some.get('/clients?limit=1')).status).toBe(200)
  const less = { superUser: false }
  expect((await tenant.api.put(`/users/${maker.id}/toggle-super-user`, less)).status).toBe(200)
  for (const api of [all, some]) {
    expect((await api.get('/clients?limit=1')).status).toBe(403)
    expect((await api.get('/users?limit=1')).status).toBe(200)
  }
  const more = { superUser: true }
  expect((await all.put(`/users/${maker.id}/toggle-super-user`, more)).status).toBe(403)
})

test('what hides something is kept by a token whose maker lacks it, and comes with its maker', async () => {
  const callerOf = (token: string) =>
    tenant.work((unit) =>
      at.kernel.authenticator.caller(
        unit.transaction,
        tenant.id,
        at.kernel.authenticator.hash(token),
        at.clock.now,
      ),
    )
  const staff = await makers['a user']!()
  const given = await staff.api.post('/token/client/generate', {
    clientId,
    rights: ['ReadInvoices', restrictingRight],
  })
  expect((await callerOf(given.body.token)).has(restrictingRight)).toBe(true)
  await forgetAttempts(at)
  const own = await personIn(at, tenant, { rights: held, clientId })
  const { body } = await own.api.post('/token/client/generate', { rights: ['ReadInvoices'] })
  expect((await callerOf(body.token)).has(restrictingRight)).toBe(false)
  const roleId = await roleIn(tenant, [restrictingRight])
  await tenant.api.post(`/users/${own.id}/roles`, { roleId })
  expect((await callerOf(body.token)).has(restrictingRight)).toBe(true)
})

test('a minted token makes no token, no service account and no secret', async () => {
  const minted = apiAs(
    at,
    (await tenant.api.post('/token/generate', { superUser: true })).body.token,
  )
  const own = await tenant.api.post('/token/generate', { superUser: true, tenantsOwn: true })
  const account = await tenant.api.post('/service-accounts', { name: 'Kept from tokens' })
  const path = `/service-accounts/${account.body.id}`
  for (const api of [minted, apiAs(at, own.body.token)]) {
    for (const [way, body] of Object.values(mints)) {
      expect((await api.post(way, body)).body).toMatchObject({ status: 403, code: 'MINTED_TOKEN' })
    }
    for (const refused of [
      await api.put(`${path}/generate-token`),
      await api.put(`${path}/rotate-secret`),
      await api.post('/service-accounts', { name: 'Of a token' }),
    ]) {
      expect(refused.body).toMatchObject({ status: 403, code: 'MINTED_TOKEN' })
    }
  }
})

test('a token of the tenant’s own stays, and whoever switches its maker off is shown it', async () => {
  const weak = await makers['a user']!()
  const refused = await weak.api.post('/token/generate', { rights, tenantsOwn: true })
  expect(refused.body).toMatchObject({
    code: 'GRANT_EXCEEDS_HOLDER',
    missingRights: ['CreateServiceAccount'],
  })
  await forgetAttempts(at)
  const maker = await personIn(at, tenant, { rights: [...held, 'CreateServiceAccount'] })
  const mint = async (name: string, more = {}) =>
    (await maker.api.post('/token/generate', { name, rights, ...more })).body
  const own = await mint('Nightly export', { tenantsOwn: true })
  const ended = await mint('Ended', { tenantsOwn: true })
  const theirs = await mint('Theirs')
  await tenant.api.delete(`/token/${ended.id}`)
  const account = await maker.api.post('/service-accounts', { name: 'Seen by who goes' })
  expect((await tenant.api.get(`/token/${own.id}`)).body.livesBy).toBeNull()
  const off = await tenant.api.put(`/users/${maker.id}/toggle`, { active: false })
  expect(off.body.outlasting).toEqual([
    { id: account.body.id, kind: 'SERVICE_ACCOUNT', name: 'Seen by who goes', expiresAt: null },
    { id: own.id, kind: 'TOKEN', name: 'Nightly export', expiresAt: own.expiresAt },
  ])
  expect(await statusesOf(apiAs(at, own.token))).toEqual([200, 200])
  expect(await statusesOf(apiAs(at, theirs.token))).toEqual([401, 401])
  const on = await tenant.api.put(`/users/${maker.id}/toggle`, { active: true })
  expect(on.body.outlasting).toEqual([])
})

test('a secret that is distrusted takes with it the tokens that were minted through it', async () => {
  const maker = await makers['a service account']!()
  const { body } = await maker.api.post('/token/generate', { rights })
  const rotate = { overlapSeconds: 0 }
  await tenant.api.put(`/service-accounts/${maker.id}/rotate-secret`, rotate)
  expect(await statusesOf(apiAs(at, body.token))).toEqual([401, 401])
})

test('what somebody asked a second person for is asked for no more when they are gone', async () => {
  const path = '/vouchers/settings/locked-period'
  const right: Right = 'UpdateVoucherSettingsLockedPeriod'
  const lock = (by: Api, lockedUntil: string) => by.put(path, { clientId, lockedUntil })
  await lock(tenant.api, '2026-09-30')
  const off = ({ id }: { id: string }) => tenant.api.put(`/users/${id}/toggle`, { active: false })
  for (const asks of ['a user', 'a token of theirs']) {
    await forgetAttempts(at)
    const person = await personIn(at, tenant, { rights: [...held, right] })
    const { body } = await person.api.post('/token/generate', { rights: [right] })
    const asker = asks === 'a user' ? person.api : apiAs(at, body.token)
    expect((await lock(asker, '2026-08-31')).status).toBe(202)
    await off(person)
    const [second, third] = [await tenant.holding([right]), await tenant.holding([right])]
    expect((await lock(second, '2026-08-31')).status).toBe(202)
    expect((await lock(third, '2026-08-31')).status).toBe(200)
    await lock(tenant.api, '2026-09-30')
  }
})
