import { expect, test } from 'vitest'
import { driftsOf } from '../support/books.ts'
import { enterByHand } from '../support/booked-client.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant } from '../support/world.ts'
import { bankIn, batchesOf } from '../payouts/batches-ground.ts'
import { billsOf, done, postedBy, pricesOf } from './ground.ts'

// What a client chooses of its bills is what its bills are.
const at = await world()
const fees = [
  { chargeType: 'INVOICE_FEE', fixed: '200' },
  { chargeType: 'API', fixed: '100' },
]

async function billed(settings: object, tenant: TestTenant, clientId: string) {
  const chosen = await tenant.api.put(`/clients/${clientId}/settings/billing`, settings)
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
  await pricesOf(tenant, clientId, fees)
  await activatedInvoice(tenant, clientId)
  await done(at, tenant, '/charges/generate', { clientIds: [clientId] })
  await tenant.api.post('/charges', { clientId, chargeType: 'API' })
  const filter = { clientId, status: 'GENERATED' }
  await done(at, tenant, '/charges/authorize', { filter })
  await done(at, tenant, '/charges/bill', { clientIds: [clientId] })
  return billsOf(tenant, clientId)
}

test('one bill for all, or one for each kind; to whom, under which reference, and when it is due', async () => {
  const tenant = await tenantIn(at)
  const [one, other] = [await clientIn(tenant), await clientIn(tenant)]
  const [all, ...none] = await billed(
    {
      combine: true,
      billRecipientEmail: 'bills@client.example',
      invoiceReference: 'PO-4711',
      paymentTermsDays: 10,
    },
    tenant,
    one,
  )
  expect(none).toEqual([])
  expect(all).toMatchObject({ gross: '375.00', invoiceReference: 'PO-4711', chargeCount: 2 })
  expect((Date.parse(all.dueDate) - Date.parse(all.billDate)) / 86_400_000).toBe(10)
  const kept = await at.owner('select recipient_email, set_off from bill where id = $1', [all.id])
  expect(kept).toEqual([{ recipient_email: 'bills@client.example', set_off: true }])
  const each = await billed({ combine: false, setOff: false }, tenant, other)
  expect(each.map(({ gross }: { gross: string }) => gross).toSorted()).toEqual(['125.00', '250.00'])
  const ids = each.map(({ id }: { id: string }) => id)
  await done(at, tenant, '/bills/bookkeep', { ids })
  for (const id of ids) {
    const roles = (await postedBy(at, id)).map((line) => line.split(' ').slice(0, 2).join(' '))
    expect(roles).not.toContain('TENANT CLIENT_PAYABLE')
    expect(roles).toContain('TENANT CLIENT_BILLED_AR')
  }
  await done(at, tenant, '/bills/bookkeep', { ids: [all.id] })
  await done(at, tenant, '/bills/export', { ids: [all.id] })
  expect((await billsOf(tenant, one))[0]).toMatchObject({ status: 'EXPORTED' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a bill that is set off is taken before the client is paid, booked or not', async () => {
  const tenant = await tenantIn(at)
  await bankIn(tenant)
  const clientId = await clientIn(tenant)
  const { data } = (await tenant.api.get(`/client-accounts?clientId=${clientId}`)).body
  const { id } = data.find(({ type }: { type: string }) => type === 'MAIN')
  await enterByHand(tenant.api, id, '1000')
  await tenant.api.put(`/client-accounts/${id}`, { payoutSchedule: 'DAILY' })
  const account = async () => (await tenant.api.get(`/client-accounts/${id}`)).body
  const [bill] = await billed({}, tenant, clientId)
  expect(await account()).toMatchObject({ balance: '1000.00', available: '625.00' })
  const more = await tenant.api.put(`/client-accounts/${id}/payout`, { amount: '625.01' })
  expect([more.status, more.body.code]).toEqual([409, 'BALANCE_TOO_SMALL'])
  const of = batchesOf(at, tenant)
  await of.generate()
  expect(await of.all()).toMatchObject([{ total: '625.00' }])
  await done(at, tenant, '/bills/bookkeep', { ids: [bill.id] })
  expect(await account()).toMatchObject({ balance: '625.00', available: '0.00' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
