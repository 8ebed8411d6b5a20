import { afterAll, beforeAll, expect, test } from 'vitest'
import { activated, asked, decided, financedClient, newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// Several payments of one claim, in one booking: each finds what the one before it has left.
let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 30 } })
})
afterAll(() => at.close())

const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body

async function paidIn(claim: string, ...amounts: readonly string[]) {
  const payments = amounts.map((amount) => ({ amount, currency: 'SEK', claims: [{ id: claim }] }))
  const { status, body } = await tenant.api.post('/payments/multiple', { payments })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data as { status: string; linked: string; unplaced: string }[]
}

test('end what was asked for it, and hold nothing at any limit', async () => {
  const claim = await activated(at, tenant, clientId, { debtor: newDebtor() })
  const decision = await tenant.api.put(`/factoring-decisions/${claim}/factoring`, {})
  expect(decision.status).toBe(200)
  await paidIn(claim, '2500.00', '10000.00')
  expect(await invoice(claim)).toMatchObject({ statuses: { main: 'CLOSED', financing: 'DENIED' } })
  const { body } = await tenant.api.get(`/factoring-decisions/invoice/${claim}`)
  expect(body).toMatchObject({ status: 'DECIDED', amount: '0.00' })
  expect((await decided(at, tenant, decision.body.id)).status).toBe('DECIDED')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('let its reserve go once, with the last of them', async () => {
  const claim = await activated(at, tenant, clientId, { debtor: newDebtor() })
  await asked(at, tenant, claim)
  const all = await paidIn(claim, '4000.00', '4000.00', '4500.00')
  expect(all.map(({ linked }) => linked)).toEqual(['4000.00', '4000.00', '4500.00'])
  const filters = { claimId: claim, type: 'RESERVE_RELEASED' }
  const { data } = (await tenant.api.post('/invoices/events/financial/search', { filters })).body
  expect(data).toHaveLength(1)
  expect(await invoice(claim)).toMatchObject({ statuses: { main: 'CLOSED' } })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('put nothing on it once its rest is rounded off', async () => {
  await tenant.api.put('/system-setting/payments.tolerance', { value: '1.00' })
  const claim = await activated(at, tenant, clientId, { debtor: newDebtor() })
  const all = await paidIn(claim, '12499.50', '0.50')
  expect(all.map(({ linked, unplaced }) => [linked, unplaced])).toEqual([
    ['12499.50', '0.00'],
    ['0.00', '0.50'],
  ])
  expect(await invoice(claim)).toMatchObject({
    statuses: { main: 'CLOSED' },
    totals: { balance: '0.00' },
  })
  expect(await driftsOf(at, tenant.id)).toEqual([])
  await tenant.api.put('/system-setting/payments.tolerance', { value: '0.00' })
})
