import { expect, test } from 'vitest'
import { carriedPayouts } from '../../src/activities/payouts/carried-payouts.ts'
import { confirmPayouts, rejectPayout } from '../../src/activities/payouts/outcomes.ts'
import { Payout } from '../../src/entities/payout.ts'
import { activated, newDebtor, postingsOf } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world } from '../support/world.ts'
import { bankIn, batchesOf } from './batches-ground.ts'

const at = await world()
const tenant = await tenantIn(at)
await bankIn(tenant)
const ground = batchesOf(at, tenant)
const clientId = await clientIn(tenant)
const balance = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body.totals.balance

/** 1,250.00 to the credit of a debtor that has paid 12,500.00 before, paid back. */
async function refunded(): Promise<{ credit: string; payout: string }> {
  const debtor = newDebtor()
  const claim = await activated(at, tenant, clientId, { debtor })
  const paid = { amount: '12500.00', payerAccount: '5050-1055' }
  await tenant.api.put(`/invoices/${claim}/actions/payment`, paid)
  const row = { description: 'Back', quantity: '1', price: '1000.00', vatPercentage: 25 }
  const sent = { debtor, type: 'CREDIT_INVOICE', articleRows: [row] }
  const credit = await activatedInvoice(tenant, clientId, sent)
  const { body } = await tenant.api.put(`/invoices/${credit}/actions/refund-credit-invoice`, {})
  return { credit, payout: body.id }
}

test('refunds go with a batch: one arrives, one is rejected and is to the debtor’s credit again', async () => {
  const [one, other] = [await refunded(), await refunded()]
  await ground.generate({ clientIds: [clientId] })
  const [batch] = await ground.all({ status: 'CREATED' })
  expect(batch).toMatchObject({ count: 2, total: '2500.00' })
  await ground.put(batch.id, 'authorize')
  await ground.exported(batch.id)
  // What a rail says late of one that went by the bank changes nothing.
  const late = await tenant.work(async (unit) => {
    const payout = await unit.load(Payout, one.payout)
    await carriedPayouts.comeBack(unit, payout)
    return carriedPayouts.arrive(unit, payout)
  })
  expect(late).toBe(false)
  await ground.booked(batch.id)
  const statusOf = async (id: string) => (await tenant.api.get(`/payouts/${id}`)).body.status
  expect([await statusOf(one.payout), await statusOf(other.payout)]).toEqual(['BOOKED', 'BOOKED'])
  // It was booked as it was made, and is not taken a second time.
  expect(await postingsOf(at, tenant, `payout/${one.payout}/sent`)).toEqual([])
  expect(await driftsOf(at, tenant.id)).toEqual([])
  await tenant.work((unit) => confirmPayouts(unit, [one.payout]))
  expect(await postingsOf(at, tenant, `payout/${one.payout}/paid-back`)).toEqual([
    'T BANK -125000',
    'T IN_TRANSIT 125000',
  ])
  expect(await balance(other.credit)).toBe('0.00')
  await tenant.work((unit) => rejectPayout(unit, other.payout, { code: 'AC01' }))
  expect(await balance(other.credit)).toBe('-1250.00')
  expect(await statusOf(other.payout)).toBe('REJECTED')
  expect((await ground.all({ status: 'CLOSED' }))[0].id).toBe(batch.id)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a refund that waits is called off by the tenant alone', async () => {
  const { credit, payout } = await refunded()
  const bound = await tenant.holding(['DeletePayouts', 'ReadPayout'], { clientId })
  expect((await bound.delete(`/payouts/${payout}`)).body.code).toBe('CLIENT_ONLY_PROPOSES')
  expect((await tenant.api.delete(`/payouts/${payout}`)).status).toBe(204)
  expect(await balance(credit)).toBe('-1250.00')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
