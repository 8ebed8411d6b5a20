import { expect, test } from 'vitest'
import { balancesOf, driftsOf } from '../support/books.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { tenantIn, worldWithTenant, type Answered } from '../support/world.ts'

const { at } = await worldWithTenant({ connections: 6 })
const rule = { CLIENT_ACCOUNT_TRANSACTION: 'ABOVE:100' } as const
const tenant = await tenantIn(at, 'Small steps', rule)
const rights = ['CreateClientAccountTransaction', 'ReadInternalRequest'] as const
const somebody = () => tenant.holding([...rights])

const nextDay = () => at.owner('update done_alone set day = day - 1')
const statusOf = ({ status }: Answered) => status

test('parts of what takes two people take two, as soon as they are as much', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const { mainId } = await bookedClient(tenant)
  const enter = async (amount: string) => statusOf(await enterByHand(one, mainId, amount))
  expect([await enter('60'), await enter('-40'), await enter('0.01')]).toEqual([201, 201, 202])
  // Somebody else has done nothing alone yet, and neither has anybody for another client.
  expect(statusOf(await enterByHand(other, mainId, '99'))).toBe(201)
  const elsewhere = await bookedClient(tenant)
  expect(statusOf(await enterByHand(one, elsewhere.mainId, '99'))).toBe(201)
  await nextDay()
  expect([await enter('100'), await enter('1')]).toEqual([201, 202])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what two agreed to, and what was refused, is no part of it', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const { mainId } = await bookedClient(tenant)
  expect(statusOf(await enterByHand(one, mainId, '500'))).toBe(202)
  expect(statusOf(await enterByHand(other, mainId, '500'))).toBe(201)
  const refused = await enterByHand(one, mainId, '90', { bookDate: '1990-01-01' })
  expect(statusOf(refused)).toBeGreaterThanOrEqual(400)
  expect(statusOf(await enterByHand(one, mainId, '100'))).toBe(201)
})

test('of many parts at once no more are done than one may do alone', async () => {
  const one = await somebody()
  const { mainId } = await bookedClient(tenant)
  const insisting = async (text: string): Promise<Answered> => {
    const answer = await enterByHand(one, mainId, '30', { text })
    return answer.body.code === 'OVERLOADED' ? insisting(text) : answer
  }
  const parts = Array.from({ length: 12 }, (_, n) => insisting(`Part ${n}`))
  const done = (await Promise.all(parts)).filter(({ status }) => status === 201)
  expect(done).toHaveLength(3)
  expect(await balancesOf(at, tenant.id)).toMatchObject({ [`client account ${mainId}`]: '9000 0' })
})
