import { expect, test } from 'vitest'
import { balancesOf, driftsOf } from '../support/books.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at } = await worldWithTenant()
const tenant = await tenantIn(at, 'Two', {})

test('of two who second at once one books, and the other is told so', async () => {
  const { mainId } = await bookedClient(tenant)
  const before = await balancesOf(at, tenant.id)
  const people = await Promise.all(
    [1, 2, 3].map(() => tenant.holding(['CreateClientAccountTransaction'])),
  )
  const [first, ...others] = people as [(typeof people)[0], ...typeof people]
  expect((await enterByHand(first, mainId, '250')).status).toBe(202)
  expect(await balancesOf(at, tenant.id)).toEqual(before)
  expect((await enterByHand(first, mainId, '250')).body.code).toBe('SAME_APPROVER')
  const ends = await Promise.all(others.map((by) => enterByHand(by, mainId, '250')))
  expect(ends.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
