import { describe, expect, test } from 'vitest'
import { taskView } from '../../src/behaviours/bulk.ts'
import { activated, asked, financedClient } from '../factoring/ground.ts'
import { bankIn, batchesOf } from '../payouts/batches-ground.ts'
import { entry, matchingOf } from '../payments/matching-ground.ts'
import { billsOf, done, pricesOf } from '../reminders/ground.ts'
import { routeOf, secured } from '../support/served.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world } from '../support/world.ts'
import { triedIn } from './tried-first.ts'

const at = await world()

/** A task of one thing, whose outcome its request says already. */
const ofOne: Readonly<Record<string, string>> = {
  'PUT /payment-files/{id}/import': 'one file, which is taken in as a whole or not at all',
  'PUT /payout-batches/{id}/export': 'the file of one batch, of which all is judged at once',
}

test('what is done to many can be tried first', () => {
  const starting = secured.filter(
    ({ operation: { method, declared } }) =>
      method !== 'GET' && (declared.returns as unknown) === taskView.schema,
  )
  expect(starting.length).toBeGreaterThan(20)
  const without = starting.filter(
    ({ operation }) => !('dryRun' in ((operation.declared.query as never)?.['shape'] ?? {})),
  )
  expect(without.map(routeOf).toSorted()).toEqual(Object.keys(ofOne).toSorted())
})

describe('without a trace and to the same outcome are tried', () => {
  test('files of bookkeeping', async () => {
    const tenant = await tenantIn(at, 'Files')
    const { bothRuns } = triedIn(at, tenant)
    for (let n = 0; n < 2; n++) await activatedInvoice(tenant, await clientIn(tenant))
    const tried = await bothRuns('put', '/bookkeeping-files/generate', {})
    expect(tried).toMatchObject({ total: 2, succeeded: 2 })
  })

  test('files of the tenant’s book, and documents of bills, of which one cannot be made', async () => {
    const tenant = await tenantIn(at, 'Bills')
    const clientIds = [await clientIn(tenant), await clientIn(tenant)]
    const bills: string[] = []
    for (const clientId of clientIds) {
      await tenant.api.put(`/clients/${clientId}/settings/billing`, { billingFrequency: 'DAILY' })
      await pricesOf(tenant, clientId, [{ chargeType: 'INVOICE_FEE', fixed: '40' }])
      await activatedInvoice(tenant, clientId)
    }
    const today = await tenant.work((unit) => unit.today())
    await done(at, tenant, '/bookkeeping-files/billing', { toDate: today })
    for (const clientId of clientIds) bills.push((await billsOf(tenant, clientId))[0].id)
    await at.owner(`update bill set status = 'CREATED' where id = $1`, [bills[1]])
    const { bothRuns } = triedIn(at, tenant)
    const booked = await bothRuns('put', '/bookkeeping-files/internal/generate', {})
    expect(booked).toMatchObject({ total: 1, succeeded: 1 })
    const tried = await bothRuns('put', '/bills/export', { ids: bills })
    expect(tried).toMatchObject({ total: 2, succeeded: 1, failed: 1 })
  })

  test('payouts, gathered and booked', async () => {
    const tenant = await tenantIn(at, 'Payouts')
    const { bothRuns } = triedIn(at, tenant)
    const { due, all, exported, put } = batchesOf(at, tenant)
    await bankIn(tenant)
    await due('100')
    await due('200')
    const generated = await bothRuns('put', '/payout-batches/generate', {})
    expect(generated).toMatchObject({ total: 2, succeeded: 2 })
    const [batch] = await all()
    const other = await tenant.holding(['AuthorizePayoutBatches'])
    expect((await put(batch.id, 'authorize', {}, other)).status).toBe(200)
    await exported(batch.id)
    const booked = await bothRuns('put', `/payout-batches/${batch.id}/bookkeep`, {})
    expect(booked).toMatchObject({ total: 2, succeeded: 2 })
  })

  test('what the payments of a file are for, and their booking', async () => {
    const tenant = await tenantIn(at, 'Payments')
    const clientId = await financedClient(tenant)
    await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
    const { owed, batchOf } = matchingOf(at, tenant, clientId)
    const { reference } = await owed('100.00')
    const batch = await batchOf(entry({ reference }), entry({ amount: '7.00' }))
    const { bothRuns } = triedIn(at, tenant)
    const path = `/payment-batches/${batch}`
    expect(await bothRuns('put', `${path}/match`, {})).toMatchObject({ total: 2, failed: 0 })
    expect(await bothRuns('put', `${path}/bookkeep`, {})).toMatchObject({ total: 2, failed: 0 })
  })

  test('what external financiers are told', async () => {
    const tenant = await tenantIn(at, 'Funded')
    const terms = { recourse: true, recourseDays: 30 }
    const clientId = await financedClient(tenant, { terms })
    const claim = await activated(at, tenant, clientId)
    await asked(at, tenant, claim)
    const sold = { toProviderCode: 'BANK', amount: '10000.00', fee: '0.00', status: 'ACTIVE' }
    expect((await tenant.api.put(`/invoice-refinancing/${claim}`, sold)).status).toBe(200)
    await tenant.api.put(`/invoices/${claim}/actions/payment`, { amount: '5000', message: 'x' })
    const { bothRuns } = triedIn(at, tenant)
    const path = '/payment-batches/export-external-financed'
    expect(await bothRuns('put', path, {})).toMatchObject({ total: 1, succeeded: 1 })
  })
})
