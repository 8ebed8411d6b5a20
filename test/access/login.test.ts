import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkToken } from '../../src/ports/keys/link-tokens.ts'
import { codeAt } from '../../src/ports/keys/totp.ts'
import { Secret } from 'otpauth'
import { apiAs, tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'
import { forgetAttempts, outboxOf, password, personIn, traceOf, visitor } from './people.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(() => forgetAttempts(at))
afterAll(() => at.close())

const pass = (ms: number) => {
  at.clock.now = new Date(at.clock.now.getTime() + ms)
}
const login = (email: string, given = password, tenantId = tenant.id) =>
  visitor(at).post('/login', { tenantId, email, password: given })

/** Enrols a second factor, and gives the codes that the device shows from then on. */
async function enrolled(api: Api) {
  const { body } = await api.post('/users/me/totp')
  const seed = Buffer.from(Secret.fromBase32(body.seed).bytes)
  const code = (ms = 0) => codeAt(seed, new Date(at.clock.now.getTime() + ms))
  const confirmed = await api.post('/users/me/totp/confirm', { code: code() })
  return { code, recoveryCodes: confirmed.body.recoveryCodes as string[], confirmed, shown: body }
}

test('a session is opened, used, left idle, outlived and closed', async () => {
  const person = await personIn(at, tenant)
  const { body, status } = await login(`  ${person.email.toUpperCase()} `)
  expect(status).toBe(200)
  expect(body).toMatchObject({ kind: 'USER', id: expect.stringMatching(/^TK/) })
  const api = apiAs(at, body.token)
  const me = await api.get('/users/me')
  expect(me.body).toMatchObject({ id: person.id, lastLoginAt: at.clock.now.toISOString() })
  expect((await traceOf(at, body.id)).events).toEqual(['issued'])
  expect((await api.post('/logout')).status).toBe(204)
  expect((await api.get('/users/me')).status).toBe(401)
  expect((await traceOf(at, body.id)).events).toEqual(['issued', 'revoked'])

  const idle = apiAs(at, (await login(person.email)).body.token)
  pass(29 * 60_000)
  expect((await idle.get('/users/me')).status).toBe(200)
  await at.kernel.lastUses.flush()
  pass(29 * 60_000)
  expect((await idle.get('/users/me')).status).toBe(200)
  await at.kernel.lastUses.flush()
  pass(32 * 60_000)
  expect((await idle.get('/users/me')).status).toBe(401)
  const long = apiAs(at, (await login(person.email)).body.token)
  await at.owner('update token set idle_ms = null where user_id = $1', [person.id])
  pass(12 * 3_600_000)
  expect((await long.get('/users/me')).status).toBe(401)
})

test('every failure is answered alike', async () => {
  const person = await personIn(at, tenant)
  const invited = await tenant.api.post('/users', { email: 'invited@example.com', name: 'I' })
  const off = await personIn(at, tenant)
  await tenant.api.put(`/users/${off.id}/toggle`, { active: false })
  const other = await tenantIn(at)
  const answers = [
    await login(person.email, 'not the password'),
    await login('nobody@example.com'),
    await login(invited.body.email),
    await login(off.email),
    await login(person.email, password, other.id),
    await login(person.email, password, 'TN04P7Z805X92YD4DP1D24GH64Z8'),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(401)
    expect({ ...body, instance: '', requestId: '' }).toEqual({
      ...answers[0]?.body,
      instance: '',
      requestId: '',
    })
  }
  expect(answers[0]?.body.code).toBe('LOGIN_FAILED')
})

test('after ten failures even the right password waits a quarter of an hour', async () => {
  const person = await personIn(at, tenant)
  await forgetAttempts(at)
  for (let n = 0; n < 9; n++) expect((await login(person.email, 'wrong')).status).toBe(401)
  expect((await login(person.email)).status).toBe(200)
  expect((await login(person.email, 'wrong')).status).toBe(401)
  pass(60_000)
  const refused = await login(person.email)
  expect(refused.status).toBe(429)
  expect(refused.body.code).toBe('TOO_MANY_REQUESTS')
  expect(refused.headers.get('retry-after')).toBe(String(14 * 60))
  expect((await login('somebody.else@example.com', 'wrong')).status).toBe(401)
  pass(14 * 60_000)
  expect((await login(person.email)).status).toBe(200)
})

test('one address fails a hundred times at most, over all accounts and tenants', async () => {
  const send = (address: string, n: number) =>
    at.app.request(
      '/login/service-account',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          tenantId: n % 2 === 0 ? tenant.id : 'TN04P7Z805X92YD4DP1D24GH64Z8',
          serviceAccountId: 'SA06D7ZCEWYHZ8N179007G7H8PR4',
          secret: `guess ${n}`,
        }),
      },
      { incoming: { socket: { remoteAddress: address } } },
    )
  const statuses = new Map<number, number>()
  for (let n = 0; n < 103; n++) {
    const { status } = await send('192.0.2.1', n)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([
    [401, 100],
    [429, 3],
  ])
  expect((await send('192.0.2.2', 0)).status).toBe(401)
})

test('one’s own password is not guessed by a session either', async () => {
  const person = await personIn(at, tenant)
  await forgetAttempts(at)
  const change = (currentPassword: string) =>
    person.api.put('/users/me/password', { currentPassword, newPassword: 'yet another lake, here' })
  const subject = `own-password:${person.id}`
  const counted = async () =>
    (
      await at.owner('select cardinality(failed_at) as n from login_attempt where subject = $1', [
        subject,
      ])
    )[0]?.['n'] ?? 0
  for (let n = 1; n <= 10; n++) {
    expect((await change('a guess')).body.code).toBe('WRONG_PASSWORD')
    await expect.poll(counted, { interval: 5 }).toBe(n)
  }
  expect((await change(password)).status).toBe(429)
})

test('with a second factor, a password is answered with a challenge', async () => {
  const person = await personIn(at, tenant)
  const other = apiAs(at, (await login(person.email)).body.token)
  const { code, recoveryCodes, shown, confirmed } = await enrolled(person.api)
  expect(shown.otpauthUrl).toContain(`secret=${shown.seed}`)
  expect(confirmed.status).toBe(200)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await other.get('/users/me')).status).toBe(401)
  expect((await person.api.get('/users/me')).body).toMatchObject({
    mfaEnrolledAt: at.clock.now.toISOString(),
    recoveryCodesLeft: 10,
  })
  const again = await person.api.post('/users/me/totp')
  expect(again.body.code).toBe('MFA_ALREADY_ENROLLED')
  const confirm = await person.api.post('/users/me/totp/confirm', { code: code() })
  expect(confirm.body.code).toBe('MFA_ALREADY_ENROLLED')

  const { body } = await login(person.email)
  expect(Object.keys(body).toSorted()).toEqual(['challenge', 'expiresAt', 'mfaRequired'])
  const { challenge } = body
  const answer = (given: string) => visitor(at).post('/login/totp', { challenge, code: given })
  expect((await answer(code())).body.code).toBe('LOGIN_FAILED')
  pass(30_000)
  expect((await answer(code(-60_000))).status).toBe(401)
  expect((await answer(code(30_000))).status).toBe(401)
  const session = await answer(code())
  expect(session.body).toMatchObject({ kind: 'USER' })
  expect((await answer(code())).status).toBe(401)
  expect((await answer(code(-30_000))).status).toBe(401)
  expect((await apiAs(at, session.body.token).get('/users/me')).status).toBe(200)
})

test('the code of the time step before is good, for slow typing', async () => {
  const person = await personIn(at, tenant)
  const { code } = await enrolled(person.api)
  pass(60_000)
  const { challenge } = (await login(person.email)).body
  const answer = (given: string) => visitor(at).post('/login/totp', { challenge, code: given })
  expect((await answer(code(-30_000))).status).toBe(200)
  expect((await answer(code(-30_000))).status).toBe(401)
})

test('a recovery code opens once, however it is typed', async () => {
  const person = await personIn(at, tenant)
  const { recoveryCodes } = await enrolled(person.api)
  const { challenge } = (await login(person.email)).body
  const answer = (code: string) => visitor(at).post('/login/totp', { challenge, code })
  const typed = String(recoveryCodes[3]).toLowerCase().replaceAll('-', ' ')
  expect((await answer(typed)).status).toBe(200)
  expect((await answer(typed)).body.code).toBe('LOGIN_FAILED')
  expect((await answer(String(recoveryCodes[4]))).status).toBe(200)
  expect((await person.api.get('/users/me')).body.recoveryCodesLeft).toBe(8)
  expect((await traceOf(at, person.id)).events.slice(-2)).toEqual([
    'recoveryCodeUsed',
    'recoveryCodeUsed',
  ])
})

test('a challenge ends with its five minutes, and with the password it was given for', async () => {
  const person = await personIn(at, tenant)
  const { code, recoveryCodes } = await enrolled(person.api)
  const challenge = async () => (await login(person.email)).body.challenge as string
  const answer = (challenge: string, code: string) =>
    visitor(at).post('/login/totp', { challenge, code })
  const early = await challenge()
  pass(5 * 60_000)
  expect((await answer(early, code())).body.code).toBe('LOGIN_FAILED')
  const present = await challenge()
  const forged = present.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))
  expect((await answer(forged, String(recoveryCodes[0]))).body.code).toBe('LOGIN_FAILED')
  expect((await answer('nonsense', code())).body.code).toBe('LOGIN_FAILED')
  await tenant.api.put(`/users/${person.id}/change-password`, {
    newPassword: 'yet another lake, here',
  })
  expect((await answer(present, code())).body.code).toBe('LOGIN_FAILED')
})

test('where a second factor is demanded and there is none, a session opens nothing but enrolment', async () => {
  const person = await personIn(at, tenant, { rights: ['ReadUsers'], superUser: true })
  const required = await tenant.api.put(`/users/${person.id}/change-mfa`, { required: true })
  expect(required.body.mfaRequired).toBe(true)
  expect((await person.api.get('/users')).status).toBe(401)
  const { body } = await login(person.email)
  expect(body).toMatchObject({ kind: 'USER', enrolmentRequired: true })
  const api = apiAs(at, body.token)
  expect((await api.get('/users')).body.code).toBe('ACCESS_DENIED')
  expect((await api.get('/users/me')).body.rights).toEqual([])
  expect((await api.post('/users/me/totp/confirm', { code: '123456' })).body.code).toBe(
    'MFA_NOT_ENROLLED',
  )
  const { code } = await enrolled(api)
  expect((await api.get('/users')).status).toBe(200)
  pass(30_000)
  const { challenge } = (await login(person.email)).body
  const session = await visitor(at).post('/login/totp', { challenge, code: code() })
  expect(session.body.enrolmentRequired).toBeUndefined()
  expect((await traceOf(at, person.id)).events).toContain('mfaChanged')
})

test('a wrong code confirms nothing, and a lost device is taken away by an administrator', async () => {
  const person = await personIn(at, tenant)
  await person.api.post('/users/me/totp')
  const wrong = await person.api.post('/users/me/totp/confirm', { code: '000000' })
  expect(wrong.body.code).toBe('WRONG_CODE')
  const reset = () => tenant.api.post('/users/reset-idp-mfa', { userId: person.id })
  expect((await reset()).body.code).toBe('MFA_NOT_ENROLLED')
  await enrolled(person.api)
  const done = await reset()
  expect(done.status).toBe(200)
  expect(done.body.mfaEnrolledAt).toBeNull()
  expect((await person.api.get('/users/me')).status).toBe(401)
  expect((await login(person.email)).body.kind).toBe('USER')
  const unknown = { userId: 'U06D7ZCEWYHZ8N179004G7H8PR4' }
  expect((await tenant.api.post('/users/reset-idp-mfa', unknown)).body).toMatchObject({
    code: 'NOT_FOUND',
    errors: [{ pointer: '/userId' }],
  })
})

const resetsOf = (userId: string) =>
  at.owner('select id, status from password_reset where user_id = $1 order by id', [userId])

test('a forgotten password is answered alike for everybody, and mailed to who exists', async () => {
  const person = await personIn(at, tenant)
  const forgot = (email: string, tenantId = tenant.id) =>
    visitor(at).post('/password/forgot', { tenantId, email })
  const answers = await Promise.all([
    forgot(person.email),
    forgot('nobody@example.com'),
    forgot(person.email, 'TN04P7Z805X92YD4DP1D24GH64Z8'),
  ])
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [202, ''],
    [202, ''],
    [202, ''],
  ])
  const [reset, ...more] = await resetsOf(person.id)
  expect(more).toEqual([])
  expect(await outboxOf(at, String(reset?.['id']))).toEqual(['resetPassword start'])
  expect((await traceOf(at, person.id)).events.at(-1)).toBe('passwordResetRequested')
  for (let n = 0; n < 6; n++) expect((await forgot(person.email)).status).toBe(202)
  expect(await resetsOf(person.id)).toHaveLength(5)
})

test('a mailed link sets a new password once, within the hour, and ends every session', async () => {
  const person = await personIn(at, tenant)
  for (let n = 0; n < 2; n++) {
    await visitor(at).post('/password/forgot', { tenantId: tenant.id, email: person.email })
  }
  const [first, second] = (await resetsOf(person.id)).map(({ id }) => String(id))
  const linkOf = (id = '') => linkToken(at.keys.links, 'password-reset', tenant.id, id)
  const reset = (token: string, password = 'yet another lake, here') =>
    visitor(at).post('/password/reset', { token, password })
  const weak = await reset(linkOf(first), person.email)
  expect(weak.body.errors[0]).toMatchObject({ pointer: '/password', code: 'PASSWORD_IS_EMAIL' })
  const asInvitation = linkToken(at.keys.links, 'invitation', tenant.id, String(first))
  expect((await reset(asInvitation)).body.code).toBe('RESET_NOT_OPEN')
  pass(1000)
  expect((await reset(linkOf(first))).status).toBe(204)
  expect((await resetsOf(person.id)).map(({ status }) => status)).toEqual(['USED', 'EXPIRED'])
  expect(await outboxOf(at, String(second))).toEqual([
    'resetPassword start',
    'resetPassword signal closed',
  ])
  expect((await reset(linkOf(first))).body.code).toBe('RESET_NOT_OPEN')
  expect((await reset(linkOf(second))).body.code).toBe('RESET_NOT_OPEN')
  expect((await person.api.get('/users/me')).status).toBe(401)
  expect((await login(person.email)).status).toBe(401)
  expect((await login(person.email, 'yet another lake, here')).status).toBe(200)
  expect((await traceOf(at, person.id)).events).toContain('passwordChanged')

  await visitor(at).post('/password/forgot', { tenantId: tenant.id, email: person.email })
  pass(3_600_000)
  const late = (await resetsOf(person.id)).at(-1)
  expect((await reset(linkOf(String(late?.['id'])))).body.code).toBe('RESET_NOT_OPEN')
})
