import { afterAll, beforeAll, expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

let files = 0

/** Why a payment in a file of its own is left, or null where nothing is. */
async function reasonFor(paid: Partial<Paid>, more: { currency?: string; date?: string } = {}) {
  const bank = bankOf(at, tenant)
  const one = { amount: '12500.00', name: 'Bygg AB', ref: `B${++files}`, ...paid }
  const file = await bank.imported(camt({ id: `S${files}`, entries: [[one]], ...more }))
  const [batch] = await bank.batchesOf(file.id)
  const [payment] = await bank.paymentsOf(batch!.id)
  const { data } = (await tenant.api.get('/unplaced-payments?limit=100')).body
  const left = data.find(
    ({ transactionId }: Record<string, string>) => transactionId === payment.id,
  )
  return left === undefined ? null : [left.reasonCode, left.amountOpen]
}

test('what is left says why: paid twice, paid before, in another currency, or unknown', async () => {
  const id = await activated(at, tenant, clientId)
  const { reference } = (await tenant.api.get(`/invoices/${id}/payment-account`)).body
  expect(await reasonFor({ reference }, { currency: 'EUR' })).toEqual([
    'WRONG_CURRENCY',
    '12500.00',
  ])
  expect(await reasonFor({ reference })).toBeNull()
  expect(await reasonFor({ reference })).toEqual(['DUPLICATE', '12500.00'])
  // Another amount is not the same payment once more.
  expect(await reasonFor({ reference, amount: '99.00' })).toEqual(['CLOSED_CLAIM', '99.00'])
  expect(await reasonFor({ reference: '7777777' })).toEqual(['NO_MATCH', '12500.00'])
  expect(await reasonFor({ text: 'Thanks' })).toEqual(['NO_MATCH', '12500.00'])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
