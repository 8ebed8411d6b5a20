import { expect, test } from 'vitest'
import { requireSecond } from '../../src/activities/automation/require-second.ts'
import { transfer } from '../../src/activities/clients/accounts/transfer.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { Pending } from '../../src/kernel/write/pending.ts'
import { balancesOf, driftsOf } from '../support/books.ts'
import { enterByHand, worldWithClient } from '../support/booked-client.ts'
import { invitedUser } from '../support/people.ts'

const { at, tenant, client } = await worldWithClient()

/** A verb of money that takes two people: asks first, then holds the accounts and books. */
function transferBySecond(by: string, amount: string) {
  const as = { ...platform(tenant.id, by), id: by }
  return inUnit(at.runtime, as, { now: at.clock.now }, async (unit) => {
    const pending = await requireSecond(unit, {
      topic: 'LOCKED_PERIOD_BACK',
      subject: { type: 'ClientAccount', id: client.mainId, clientId: client.id },
      payload: { amount },
    })
    if (pending !== undefined) return pending
    const { mainId: fromId, reserveId: toId } = client
    return transfer(unit, { fromId, toId, amount, text: 'By two' })
  })
}

const requests = () =>
  at.owner(
    `select status, requested_by, decided_by from internal_request
     where subject_id = $1 order by created_at, id`,
    [client.mainId],
  )

const [one, other, third] = await tenant.work(async (unit) => {
  const people = [1, 2, 3].map(() => Object.assign(invitedUser(unit), { status: 'ACTIVE' }))
  await unit.flush()
  return people.map(({ id }) => id) as [string, string, string]
})

test('a verb of money asks for a second person, and books when there is one', async () => {
  await enterByHand(tenant.api, client.mainId, '1000')
  const before = await balancesOf(at, tenant.id)
  expect(await transferBySecond(one, '250')).toBeInstanceOf(Pending)
  expect(await balancesOf(at, tenant.id)).toEqual(before)
  await expect(transferBySecond(one, '250')).rejects.toMatchObject({ code: 'SAME_APPROVER' })
  expect(await transferBySecond(other, '250')).toMatchObject({
    from: { balance: 75_000n },
    to: { balance: 25_000n },
    transactions: [{ amount: -25_000n }, { amount: 25_000n }],
  })
  expect(await requests()).toEqual([{ status: 'APPROVED', requested_by: one, decided_by: other }])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('of two who second at once one books, and the other has asked anew', async () => {
  await transferBySecond(one, '100')
  const ends = await Promise.all([other, third].map((by) => transferBySecond(by, '100')))
  expect(ends.filter((end) => end instanceof Pending)).toHaveLength(1)
  const statuses = (await requests()).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['APPROVED', 'APPROVED', 'OPEN'])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
