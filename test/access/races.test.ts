import { Secret } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeAt } from '../../src/ports/keys/totp.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'
import { forgetAttempts, password, personIn, visitor } from './people.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(() => forgetAttempts(at))
afterAll(() => at.close())

const twenty = (ask: (n: number) => Promise<Answered>) =>
  Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))

function tally(answers: readonly Answered[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function enrolledPerson() {
  const person = await personIn(at, tenant)
  const { body } = await person.api.post('/users/me/totp')
  const seed = Buffer.from(Secret.fromBase32(body.seed).bytes)
  const code = () => codeAt(seed, at.clock.now)
  const confirmed = await person.api.post('/users/me/totp/confirm', { code: code() })
  at.clock.now = new Date(at.clock.now.getTime() + 30_000)
  const login = { tenantId: tenant.id, email: person.email, password }
  const { challenge } = (await visitor(at).post('/login', login)).body
  const answer = (given: string) => visitor(at).post('/login/totp', { challenge, code: given })
  return { answer, code, recoveryCode: String(confirmed.body.recoveryCodes[0]) }
}

test('of twenty logins with one code, one comes in', async () => {
  const { answer, code } = await enrolledPerson()
  const now = code()
  const counts = tally(await twenty(() => answer(now)))
  expect(counts[200]).toBe(1)
  expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(19)
})

test('of twenty logins with one recovery code, one comes in', async () => {
  const { answer, recoveryCode } = await enrolledPerson()
  expect(tally(await twenty(() => answer(recoveryCode)))[200]).toBe(1)
})

test('of twenty wrong logins at once ten are tried, and then the right one waits', async () => {
  const person = await personIn(at, tenant)
  const login = (given: string) =>
    visitor(at).post('/login', { tenantId: tenant.id, email: person.email, password: given })
  await forgetAttempts(at)
  expect(tally(await twenty((n) => login(`wrong ${n}`)))).toEqual({ 401: 10, 429: 10 })
  expect((await login(password)).status).toBe(429)
})

test('twenty right logins at once all come in', async () => {
  const person = await personIn(at, tenant)
  await forgetAttempts(at)
  const login = { tenantId: tenant.id, email: person.email, password }
  expect(tally(await twenty(() => visitor(at).post('/login', login)))).toEqual({ 200: 20 })
  const [counted] = await at.owner(
    'select cardinality(failed_at) as failed from login_attempt where subject = $1',
    [`password:${person.email}`],
  )
  expect(counted?.['failed']).toBe(0)
})

test.each(['toggle-super-user', 'toggle'])(
  'two super-users who end each other at once by %s leave one',
  async (path) => {
    for (let round = 0; round < 5; round++) {
      const own = await tenantIn(at)
      const [one, two] = [
        await personIn(at, own, { superUser: true }),
        await personIn(at, own, { superUser: true }),
      ]
      const body = path === 'toggle' ? { active: false } : { superUser: false }
      const answers = await Promise.all([
        one.api.put(`/users/${two.id}/${path}`, body),
        two.api.put(`/users/${one.id}/${path}`, body),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const [left] = await at.owner(
        `select count(*)::int as n from user_account
         where tenant_id = $1 and super_user and status = 'ACTIVE'`,
        [own.id],
      )
      expect(left?.['n']).toBe(1)
    }
  },
)

test('of twenty rotations at once two secrets are left', async () => {
  const made = await tenant.api.post('/service-accounts', { name: 'Rotated' })
  const path = `/service-accounts/${made.body.id}/rotate-secret`
  const answers = await twenty(() => tenant.api.put(path))
  expect(tally(answers)).toEqual({ 200: 20 })
  const left = await at.owner(
    'select expires_at from service_account_secret where service_account_id = $1',
    [made.body.id],
  )
  expect(left.map(({ expires_at }) => expires_at === null).toSorted()).toEqual([false, true])
})
