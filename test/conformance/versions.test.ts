import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { namesVersion } from '../../src/kernel/http/named-row.ts'
import { routeOf, secured } from '../support/served.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { makesAnother } from './given.ts'
import { send, Stage, type Call } from './stage.ts'

let at: World
let tenant: TestTenant
let stage: Stage

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  stage = new Stage(at, tenant)
})
afterAll(() => at.close())

const showsVersion = (returns: z.ZodType | undefined) =>
  returns instanceof z.ZodObject && 'version' in returns.shape

const versioned = secured.filter(
  ({ operation: { method, declared } }) => method === 'PUT' && showsVersion(declared.returns),
)

const withVersion = (call: Call, version: unknown): Call => ({
  ...call,
  body: { ...(call.body as object), version },
})

/** The rows that a call is about are made for it, so their first version is one. */
describe.each(versioned.map((one) => [routeOf(one), one] as const))('%s', (_, one) => {
  test('refuses to change what is no longer what the caller saw', async () => {
    const call = await stage.call(one, 1)
    for (const etag of ['"7"', 'W/"7"', '"none"', 'nonsense', '']) {
      const { status, body } = await send(tenant.api, call, { 'if-match': etag })
      expect(status, etag).toBe(412)
      expect(body.code).toBe('PRECONDITION_FAILED')
    }
    const conflict = await send(tenant.api, withVersion(call, 7))
    expect(conflict.status).toBe(409)
    expect(conflict.body.code).toBe('VERSION_CONFLICT')
    const both = await send(tenant.api, withVersion(call, 7), { 'if-match': '"1"' })
    expect([both.status, both.body.errors?.[0]]).toMatchObject([409, { pointer: '/version' }])
    for (const version of [0, -1, 1.5, '1', null]) {
      expect((await send(tenant.api, withVersion(call, version))).status).toBe(400)
    }
  })

  test('changes what is unchanged since, by a version in the body or the header', async () => {
    const ways = [
      (call: Call) => send(tenant.api, withVersion(call, 1)),
      (call: Call) => send(tenant.api, call, { 'if-match': '"1"' }),
      (call: Call) => send(tenant.api, call, { 'if-match': 'W/"1"' }),
      (call: Call) => send(tenant.api, call, { 'if-match': '*' }),
    ]
    for (const way of ways) {
      const answer = await firstDone(way)
      expect(answer.headers.get('etag')).toBe(`"${answer.body.version}"`)
    }
  })

  test('lets one of two through who change it at once', async () => {
    for (let seed = 1; seed < 16; seed++) {
      const call = await stage.call(one, seed * 31)
      const asked = [withVersion(call, 1), withVersion(call, 1), withVersion(call, 1)]
      const answers = await Promise.all(asked.map((each) => send(tenant.api, each)))
      const done = answers.filter(({ status }) => status < 400)
      // A change to what already is so changes nothing, and many can do that at once.
      const changed = done[0]?.body.version !== 1 || routeOf(one) in makesAnother
      if (done.length === 0 || !changed) continue
      expect(done.length).toBe(1)
      for (const { status, body } of answers) {
        if (status >= 400) expect([409, body.code]).toEqual([status, 'VERSION_CONFLICT'])
      }
      return
    }
    throw new Error('no call changes anything')
  })

  async function firstDone(way: (call: Call) => ReturnType<typeof send>) {
    for (let seed = 1; seed < 16; seed++) {
      const answer = await way(await stage.call(one, seed * 17))
      if (answer.status < 400) return answer
      expect(['PRECONDITION_FAILED', 'VERSION_CONFLICT']).not.toContain(answer.body.code)
    }
    throw new Error('no call succeeds')
  }
})

const readable = new Set(
  secured
    .filter(
      ({ operation: { method, declared } }) => method === 'GET' && showsVersion(declared.returns),
    )
    .map(({ operation }) => operation.path.replaceAll(/\{\w+\}/g, '{}')),
)
const deleting = secured.filter(
  ({ operation: { method, path } }) =>
    method === 'DELETE' && readable.has(path.replaceAll(/\{\w+\}/g, '{}')),
)

/** What is ended and can still be read, and why. */
const staysReadable: Readonly<Record<string, string>> = {
  'DELETE /charges/{id}': 'it is kept, so that what happened is not charged once more',
  'DELETE /payouts/{id}': 'it is called off, and stays to be read',
  'DELETE /payout-batches/{id}': 'it is dissolved, and stays to be read',
  'DELETE /payment-requests/{id}': 'a rail may tell of money that comes after it was cancelled',
}

test.each(deleting.map((one) => [routeOf(one), one] as const))(
  '%s deletes only the version that the caller expects',
  async (route, one) => {
    const call = await stage.call(one, 1)
    const refused = await send(tenant.api, call, { 'if-match': '"7"' })
    expect([refused.status, refused.body.code]).toEqual([412, 'PRECONDITION_FAILED'])
    const { api } = call.as === undefined ? tenant : { api: call.as }
    expect((await api.get(call.path)).headers.get('etag')).toBe('"1"')
    expect((await send(tenant.api, call, { 'if-match': '"1"' })).status).toBe(204)
    expect((await api.get(call.path)).status).toBe(route in staysReadable ? 200 : 404)
  },
)

const expectable = secured.filter(({ operation: { method } }) => /PUT|DELETE/.test(method))

/** What is described is what is held: a version is compared, or refused where there is none. */
test.each(expectable.map((one) => [routeOf(one), one] as const))(
  '%s says whether it compares a version',
  async (_, one) => {
    const told = namesVersion(one.operation)
    const wanted = told ? [412, 'PRECONDITION_FAILED'] : [400, 'NO_VERSION']
    let last: unknown
    for (let seed = 1; seed <= 16; seed++) {
      const call = await stage.call(one, seed * 13)
      const { status, body } = await send(tenant.api, call, { 'if-match': '"7"' })
      last = [status, status === 400 ? body.errors[0].code : body.code]
      if (isDeepStrictEqual(last, wanted)) return
    }
    expect(last).toEqual(wanted)
  },
)
