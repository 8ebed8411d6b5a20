import { afterAll, beforeAll, expect, test } from 'vitest'
import { toleranceIn } from '../../src/domain/payments/tolerance.ts'
import { activated, newDebtor } from '../factoring/ground.ts'
import { driftsOf, trialOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const choose = (value: string) => tenant.api.put('/system-setting/payments.tolerance', { value })
const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body

async function owed(price: string): Promise<string> {
  const articleRows = [{ description: 'Work', quantity: '1', price, vatPercentage: 0 }]
  return activated(at, tenant, clientId, { debtor: newDebtor(), articleRows })
}

async function referenceOf(claim: string): Promise<string> {
  return String((await tenant.api.get(`/invoices/${claim}/payment-account`)).body.reference)
}

async function paid(claim: string, amount: string) {
  const sent = { amount, currency: 'SEK', claims: [{ id: claim }] }
  const { status, body } = await tenant.api.post('/payments', sent)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

test.each([
  ['10.00', 'SEK', 1_000_000n, 1000n],
  ['5000.00', 'SEK', 1_000_000n, 1000n],
  ['10.00', 'EUR', 1_000_000n, 100n],
  ['0.50', 'EUR', 1_000_000n, 50n],
  ['10.00', 'JPY', 1_000_000n, 1n],
  ['10.00', 'SEK', 900n, 90n],
  ['0.00', 'SEK', 1_000_000n, 0n],
])('%s is in %s of %s at most %s', (chosen, currency, whole, most) => {
  expect(toleranceIn(chosen, currency, whole)).toBe(most)
})

test('what is no small difference is not chosen as one', async () => {
  for (const absurd of ['10.01', '5000.00']) expect((await choose(absurd)).status).toBe(400)
  expect((await choose('10.00')).status).toBe(200)
})

test('a real underpayment of a small claim is owed on', async () => {
  await choose('10.00')
  const claim = await owed('9.00')
  await paid(claim, '5.00')
  expect(await invoice(claim)).toMatchObject({ totals: { balance: '4.00' } })
  await paid(claim, '3.10')
  expect(await invoice(claim)).toMatchObject({
    statuses: { main: 'CLOSED' },
    totals: { balance: '0.00' },
  })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what was kept of too much is given back with the rest, once it is on no claim', async () => {
  await choose('0.50')
  const claim = await owed('100.00')
  const before = await trialOf(at, tenant.id)
  const sent = { amount: '100.50', currency: 'SEK', reference: await referenceOf(claim) }
  const { body } = await tenant.api.post('/payments', sent)
  expect(body).toMatchObject({ linked: '100.00', writtenOff: '0.50', unplaced: '0.00' })
  const { data } = (await tenant.api.get(`/payments/${body.id}/links`)).body
  const reverted = await tenant.api.put(`/payments/links/${data[0].id}/revert`, {})
  expect(reverted.body.status).toBe('REVERTED')
  expect((await tenant.api.get(`/payments/${body.id}`)).body).toMatchObject({
    linked: '0.00',
    writtenOff: '0.00',
    unplaced: '100.50',
  })
  // Nothing but the money that came in, which is on no claim.
  const after = new Map(Object.entries(await trialOf(at, tenant.id)))
  const moved = [...after].filter(([account, balance]) => before[account] !== balance)
  expect(moved.map(([account]) => account.split(' ').slice(1).join(' '))).toEqual([
    '1940 SEK',
    '2891 SEK',
  ])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what was chosen before is bounded all the same', async () => {
  await choose('1.00')
  const [changed] = await at.owner(
    `update system_setting set value = '{"is":"5000.00"}', version = version + 1
     where tenant_id = $1 and key = 'payments.tolerance' returning value`,
    [tenant.id],
  )
  expect(changed).toBeDefined()
  const claim = await owed('1000.00')
  await paid(claim, '989.99')
  expect(await invoice(claim)).toMatchObject({ totals: { balance: '10.01' } })
  await paid(claim, '0.01')
  expect(await invoice(claim)).toMatchObject({ statuses: { main: 'CLOSED' } })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
