import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
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

const booked = async (currency: object, price: string) => {
  const rows = [{ quantity: '3', price, vatPercentage: 25 }]
  const id = await activatedInvoice(tenant, clientId, { currency, articleRows: rows })
  const { body } = await tenant.api.get(`/invoices/${id}`)
  const { body: summary } = await tenant.api.get(`/vouchers/summary/client/invoice/${id}`)
  const { gross, balance } = body.totals
  const { main } = body.statuses
  const accounts = summary.accounts.map((account: Record<string, string>) => [
    account['role'],
    account['currency'],
    account['balance'],
  ])
  return { main, gross, balance, accounts }
}

test.each([
  ['EUR', '33.335', '125.01', ['100.01', '25.00']],
  ['JPY', '33.5', '126', ['101', '25']],
  ['KWD', '0.3335', '1.251', ['1.001', '0.250']],
])('an invoice in %s is booked in a book of that currency', async (code, price, total, parts) => {
  const made = await booked({ baseCurrency: code }, price)
  expect(made).toMatchObject({ main: 'ACTIVATED', gross: total, balance: total })
  expect(made.accounts.toSorted()).toEqual([
    ['AR', code, total],
    ['REVENUE_25', code, `-${parts[0]}`],
    ['VAT_OUT_25', code, `-${parts[1]}`],
  ])
  expect(await verifyBooks(at.runtime.pool, tenant.id)).toEqual([])
})

test('one shown in another currency is booked in the one that it is handled in', async () => {
  const made = await booked({ invoiceCurrency: 'EUR', baseCurrency: 'SEK' }, '100')
  expect(made).toMatchObject({ main: 'ACTIVATED', gross: '375.00', balance: '4068.75' })
  expect(made.accounts.every(([, currency]: string[]) => currency === 'SEK')).toBe(true)
})

test('a client whose chart is not made yet gets it with the first booking', async () => {
  const early = await clientIn(tenant)
  await at.owner('delete from bookkeeping_account where owner_id = $1', [early])
  const id = await activatedInvoice(tenant, early)
  const { body } = await tenant.api.get(`/invoices/${id}`)
  expect(body.statuses.main).toBe('ACTIVATED')
})
