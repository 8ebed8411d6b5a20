import { Secret } from 'otpauth'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { strangers } from '../../src/ports/database/pool.ts'
import { linkToken } from '../../src/ports/keys/link-tokens.ts'
import { codeAt } from '../../src/ports/keys/totp.ts'
import { addressGroupOf } from '../../src/domain/access/address-group.ts'
import { forgetAttempts, password, personIn, visitor, type Person } from '../access/people.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
beforeEach(() => forgetAttempts(at))

const pass = (ms: number) => {
  at.clock.now = new Date(at.clock.now.getTime() + ms)
}

async function from(address: string, path: string, body: object) {
  const response = await at.app.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )
  const answer = JSON.parse((await response.text()) || '{}') as {
    device: string
    challenge: string
  }
  return { status: response.status, headers: response.headers, body: answer }
}

const loginFrom = (address: string, { email }: Person, given = password, more: object = {}) =>
  from(address, '/login', { tenantId: tenant.id, email, password: given, ...more })

async function guessedFrom(address: string, person: Person, times: number) {
  const statuses = new Set<number>()
  for (let n = 0; n < times; n++) statuses.add((await loginFrom(address, person, 'guess')).status)
  return [...statuses]
}

/** How many transactions of strangers it takes. */
async function transactionsOf(ask: () => Promise<{ status: number }>) {
  const taken = vi.spyOn(at.runtime.pool, 'asLeft')
  const { status } = await ask()
  const transactions = taken.mock.calls.filter(([whose]) => whose === strangers).length
  taken.mockRestore()
  return { status, transactions }
}

describe('who guesses a password', () => {
  test('locks out nobody but the address it comes from, however written', async () => {
    const person = await personIn(at, tenant)
    expect(await guessedFrom('2001:db8::66', person, 10)).toEqual([401])
    expect((await loginFrom('2001:db8:0:0:ffff::1', person)).status).toBe(429)
    expect((await loginFrom('198.51.100.7', person)).status).toBe(200)
    expect((await loginFrom('2001:db8:0:1::66', person)).status).toBe(200)
  })

  test('from many places locks out no device on which its owner logged in before', async () => {
    const person = await personIn(at, tenant)
    const { device } = (await loginFrom('198.51.100.7', person)).body
    const other = await personIn(at, tenant)
    for (let n = 0; n < 10; n++) await guessedFrom(`203.0.113.${n}`, person, 10)
    expect((await loginFrom('198.51.100.7', person)).status).toBe(429)
    expect((await loginFrom('198.51.100.7', other, password, { device })).status).toBe(200)
    const again = await loginFrom('203.0.113.1', person, password, { device })
    expect(again.status).toBe(200)
    // The device stays the same, so that its own failures go on counting.
    for (let n = 0; n < 10; n++) await loginFrom('198.51.100.8', person, 'guess', { device })
    const { device: renewed } = again.body
    expect((await loginFrom('198.51.100.9', person, password, { device: renewed })).status).toBe(
      429,
    )
  })

  test('gains nothing by the device of another account, a forged one or an old one', async () => {
    const [person, other] = [await personIn(at, tenant), await personIn(at, tenant)]
    const { device } = (await loginFrom('198.51.100.7', person)).body
    const others = (await loginFrom('198.51.100.7', other)).body.device
    expect(await guessedFrom('203.0.113.5', person, 10)).toEqual([401])
    const forged = device.replace(/^.{4}/, 'AAAA')
    for (const sent of [others, forged, 'nonsense']) {
      const answer = await loginFrom('203.0.113.5', person, password, { device: sent })
      expect(answer.status).toBe(429)
    }
    expect((await loginFrom('203.0.113.5', person, password, { device })).status).toBe(200)
    pass(181 * 24 * 3_600_000)
    expect(await guessedFrom('203.0.113.5', person, 10)).toEqual([401])
    expect((await loginFrom('203.0.113.5', person, password, { device })).status).toBe(429)
  })

  test('is told nothing of who exists by what a forgotten password costs', async () => {
    const person = await personIn(at, tenant)
    const costOf = async (email: string) => {
      await forgetAttempts(at)
      const began = performance.now()
      const { status, transactions } = await transactionsOf(() =>
        from('198.51.100.7', '/password/forgot', { tenantId: tenant.id, email }),
      )
      return { status, transactions, waited: performance.now() - began > 240 }
    }
    const known = await costOf(person.email)
    expect(known).toEqual({ status: 202, transactions: 4, waited: true })
    expect(await costOf('nobody@example.test')).toEqual(known)
  })

  test('is read once, also on a known device', async () => {
    const person = await personIn(at, tenant)
    const { device } = (await loginFrom('198.51.100.7', person)).body
    const costOf = (more: object) =>
      transactionsOf(() => loginFrom('198.51.100.7', person, 'guess', more))
    // An address is counted three times, a known device once.
    expect(await costOf({})).toEqual({ status: 401, transactions: 3 + 1 })
    expect(await costOf({ device })).toEqual({ status: 401, transactions: 1 + 1 })
  })

  test('is not asked about in the database while it is refused anyway', async () => {
    const person = await personIn(at, tenant)
    await guessedFrom('203.0.113.9', person, 11)
    const before = at.sent()
    const refused = await loginFrom('203.0.113.9', person)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(15 * 60)])
    expect(at.sent() - before).toBe(0)
  })
})

test('who has no challenge of ours sends no code that counts', async () => {
  const person = await personIn(at, tenant)
  const shown = (await person.api.post('/users/me/totp')).body
  const seed = Buffer.from(Secret.fromBase32(shown.seed).bytes)
  await person.api.post('/users/me/totp/confirm', { code: codeAt(seed, at.clock.now) })
  pass(30_000)
  const { challenge } = (await loginFrom('198.51.100.7', person)).body
  const sendCode = (address: string, claimed: string, code: string) =>
    from(address, '/login/totp', { challenge: claimed, code })
  const forged = challenge.replace(/.{5}$/, 'AAAAA')
  for (let n = 0; n < 20; n++) {
    expect((await sendCode('203.0.113.20', forged, '000000')).status).toBe(401)
  }
  const answer = await sendCode('198.51.100.7', challenge, codeAt(seed, at.clock.now))
  expect(answer.status).toBe(200)
  // Whoever knows the password as well locks out nobody who is known either.
  const { device } = answer.body
  for (let n = 0; n < 10; n++) await sendCode('203.0.113.21', challenge, '000000')
  pass(30_000)
  const known = (await loginFrom('198.51.100.7', person, password, { device })).body.challenge
  expect((await sendCode('203.0.113.21', challenge, codeAt(seed, at.clock.now))).status).toBe(429)
  const right = await sendCode('198.51.100.7', known, codeAt(seed, at.clock.now))
  expect(right.status).toBe(200)
})

describe('a device that is known of an account', () => {
  const given = { currentPassword: password, newPassword: 'yet another lake, here' }

  /** Known, as a guess from there counts for it alone; elsewhere everybody is refused. */
  async function isKnown(person: Person, device: string): Promise<boolean> {
    await forgetAttempts(at)
    await at.owner(
      `insert into login_attempt (tenant_id, subject, failed_at)
       values ($1, $2, array_fill($3::timestamptz, array[10]))`,
      [tenant.id, `password:${person.email} from 203.0.113.40`, at.clock.now],
    )
    const sent = { device }
    return (await loginFrom('203.0.113.40', person, 'guess', sent)).status === 401
  }

  test('is forgotten with the password, but for the one that changed it', async () => {
    const person = await personIn(at, tenant)
    const known = async () => (await loginFrom('198.51.100.7', person)).body.device
    const [own, other] = [await known(), await known()]
    expect([await isKnown(person, own), await isKnown(person, other)]).toEqual([true, true])
    pass(1)
    const { body } = await person.api.put('/users/me/password', { ...given, device: own })
    const shown: boolean[] = []
    for (const device of [own, other, body.device]) shown.push(await isKnown(person, device))
    expect(shown).toEqual([false, false, true])
  })

  test('is no gift to who sends one that is not known', async () => {
    const [person, other] = [await personIn(at, tenant), await personIn(at, tenant)]
    const theirs = (await loginFrom('198.51.100.7', other)).body.device
    const sent = { ...given, device: theirs }
    expect((await person.api.put('/users/me/password', sent)).body.device).toBeNull()
  })

  test('is forgotten when somebody else sets the password, or a link does', async () => {
    const person = await personIn(at, tenant)
    const { device } = (await loginFrom('198.51.100.7', person)).body
    pass(1)
    const { newPassword } = given
    const path = `/users/${person.id}/change-password`
    expect((await tenant.api.put(path, { newPassword })).status).toBe(200)
    expect(await isKnown(person, device)).toBe(false)
    await forgetAttempts(at)
    const again = (await loginFrom('198.51.100.7', person, newPassword)).body.device
    pass(1)
    const { tenantId, email } = { tenantId: tenant.id, email: person.email }
    await visitor(at).post('/password/forgot', { tenantId, email })
    const [reset] = await at.owner(
      `select id from password_reset where user_id = $1 order by id desc limit 1`,
      [person.id],
    )
    const token = linkToken(at.keys.links, 'password-reset', tenant.id, String(reset?.['id']))
    await visitor(at).post('/password/reset', { token, password })
    expect((await loginFrom('198.51.100.7', person)).status).toBe(200)
    expect(await isKnown(person, again)).toBe(false)
  })
})

test('a guessed login keeps nobody from changing their own password', async () => {
  const person = await personIn(at, tenant)
  await guessedFrom('203.0.113.30', person, 11)
  const change = { currentPassword: password, newPassword: 'yet another lake, here' }
  expect((await person.api.put('/users/me/password', change)).status).toBe(200)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:443', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:1:2:3:4', '2001:db8:0:0::/64'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, group) => expect(addressGroupOf(address)).toBe(group))
