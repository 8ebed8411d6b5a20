import { afterAll, expect, test } from 'vitest'
import { Refusal } from '../../src/domain/refusal.ts'
import { hashPassword } from '../../src/ports/keys/passwords.ts'
import { password, personIn } from '../access/people.ts'
import { tenantIn, world } from '../support/world.ts'

const at = await world({ connections: 1 })
afterAll(() => at.close())
const tenant = await tenantIn(at)

test('who hashes much waits for themselves alone, and too much is refused', async () => {
  const order: string[] = []
  const refused: string[] = []
  const hashed = (asker: string) =>
    hashPassword(password, asker).then(
      () => order.push(asker),
      (error: unknown) => {
        expect(error).toBeInstanceOf(Refusal)
        refused.push(asker)
      },
    )
  const flood = Array.from({ length: 50 }, () => hashed('many'))
  const other = hashed('another')
  await other
  expect(order.length).toBeLessThan(8)
  expect(refused.length).toBeGreaterThanOrEqual(8)
  await Promise.all(flood)
  expect(refused).not.toContain('another')
})

test('while a password is compared and hashed nobody waits for the connection', async () => {
  const [person, other] = [await personIn(at, tenant), await personIn(at, tenant)]
  const own = { currentPassword: password, newPassword: 'another lake, a boat' }
  const given = { newPassword: 'yet another lake, a boat' }
  for (const change of [
    () => person.api.put('/users/me/password', own),
    () => tenant.api.put(`/users/${other.id}/change-password`, given),
  ]) {
    const order: unknown[] = []
    const before = at.sent()
    const changed = change().then(({ status }) => order.push(status))
    // It has the only connection now.
    await expect.poll(() => at.sent(), { interval: 1 }).toBeGreaterThan(before)
    await tenant.api.get('/rights').then(() => order.push('read'))
    await changed
    expect(order).toEqual(['read', 200])
  }
})
