import { expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

// What a bank writes of an account is one of ours, and what comes there is of whom it is.
const { at } = await worldWithTenant()

/** The account of the samples, with a payment account of one client at it. */
async function accountOf(tenant: TestTenant, clientId: string, more: object = {}): Promise<string> {
  const bank = await tenant.api.post('/system-bank-accounts', {
    name: 'Inbetalningar',
    kind: 'IBAN',
    number: 'SE45 5000 0000 0583 9825 7466',
    currency: 'SEK',
  })
  const { body } = await tenant.api.post('/payment-accounts', {
    kind: 'BANKGIRO',
    number: '5050-1055',
    currency: 'SEK',
    clientId,
    systemBankAccountId: bank.body.id,
    ...more,
  })
  return String(body.id)
}

async function owedBy(tenant: TestTenant, clientId: string): Promise<string> {
  const id = await activated(at, tenant, clientId)
  return String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference)
}

test('what comes to an account of a client is of its claims alone', async () => {
  const tenant = await tenantIn(at)
  const [own, other] = [await clientIn(tenant), await clientIn(tenant)]
  const paymentAccountId = await accountOf(tenant, own)
  const pays = (reference: string, ref: string): Paid[] => [{ amount: '12500.00', reference, ref }]
  const bank = bankOf(at, tenant)
  const entries = [pays(await owedBy(tenant, own), 'B1'), pays(await owedBy(tenant, other), 'B2')]
  const file = await bank.imported(camt({ opening: '0.00', closing: '25000.00', entries }))
  const [batch] = await bank.batchesOf(String(file.id))
  expect(batch).toMatchObject({ clientId: own, account: 'SE4550000000058398257466' })
  expect(await bank.paymentsOf(batch!.id)).toMatchObject([
    { paymentAccountId, clientId: own, linked: '12500.00' },
    { paymentAccountId, clientId: own, linked: '0.00', unplaced: '12500.00' },
  ])
  const { data } = (await tenant.api.post('/payment-reconciliations/search', {})).body
  expect(data).toMatchObject([{ clientId: own, status: 'MATCHED' }])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('where references alone place nothing, a person does', async () => {
  const tenant = await tenantIn(at)
  const clientId = await clientIn(tenant)
  const paymentAccountId = await accountOf(tenant, clientId)
  const checks = { paymentAccountId, referenceLevel: 'HARD', placesByReference: false }
  expect((await tenant.api.post('/payment-accounts/settings', checks)).status).toBe(201)
  const bank = bankOf(at, tenant)
  const entry = { amount: '12500.00', reference: await owedBy(tenant, clientId), ref: 'B1' }
  const file = await bank.imported(camt({ entries: [[entry]] }))
  const [batch] = await bank.batchesOf(String(file.id))
  expect(await bank.paymentsOf(batch!.id)).toMatchObject([{ unplaced: '12500.00', clientId }])
})
