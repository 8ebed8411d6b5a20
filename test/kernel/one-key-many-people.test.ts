import { expect, test } from 'vitest'
import { personIn } from '../access/people.ts'
import { clientIn } from '../support/trade.ts'
import { apiAs, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const rights = ['CreateUserGroups', 'GenerateToken'] as const

/** Whoever guesses or hears the key of somebody else gets nothing of theirs, nor takes their turn. */
test('one key is as many keys as there are people who send it, also at once', async () => {
  const key = { 'idempotency-key': 'the-same-for-all' }
  const clientId = await clientIn(tenant)
  const person = await personIn(at, tenant, { rights })
  const minted = await person.api.post('/token/generate', { rights: ['CreateUserGroups'] })
  const apis = [
    tenant.api,
    person.api,
    apiAs(at, minted.body.token),
    ...(await Promise.all(Array.from({ length: 6 }, () => tenant.holding(['CreateUserGroups'])))),
  ]
  const twice = [...apis, ...apis]
  const answers = await Promise.all(
    twice.map((api, n) => api.post('/user-groups', { name: `Group ${n % apis.length}` }, key)),
  )
  for (const [n, answer] of answers.entries()) {
    if (answer.status === 409) expect(answer.body.code).toBe('IDEMPOTENCY_IN_PROGRESS')
    else expect(answer.body.name).toBe(`Group ${n % apis.length}`)
  }
  const { body } = await tenant.api.get('/user-groups?limit=200')
  const names = body.data.map(({ name }: { name: string }) => name).toSorted()
  expect(names).toEqual(apis.map((_, n) => `Group ${n}`).toSorted())
  // A bound caller learns nothing of what a person of the tenant was answered.
  const bound = await tenant.holding(['CreateUserGroups'], { clientId })
  const theirs = await bound.post('/user-groups', { name: 'Group 0' }, key)
  expect([theirs.status, theirs.headers.get('idempotency-replayed')]).toEqual([403, null])
})
