import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  expect(made).toMatchObject({ main: 'ACTIVATED', gross: '375.00', balance: '4116.75' })
  expect(made.accounts.every(([, currency]: string[]) => currency === 'SEK')).toBe(true)
})

describe('the account that a row names', () => {
  const rate = { quantity: '1', price: '100', vatPercentage: 25 }
  const soldOn = (accountNumber: string, baseCurrency = 'EUR') =>
    activatedInvoice(tenant, clientId, {
      currency: { baseCurrency },
      articleRows: [{ ...rate, accountNumber }],
    })
  const salesOf = async (invoiceId: string) => {
    const rows = await at.owner(
      `select p.account_number, a.name, a.currency from voucher_posting p
       join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
       where p.invoice_id = $1 and p.role = 'REVENUE_25'`,
      [invoiceId],
    )
    return rows.map((row) => Object.values(row))
  }

  test('is that of its role in the currency of the invoice', async () => {
    const usual = await salesOf(await soldOn('3001'))
    expect(usual).toEqual([['30011', 'Försäljning 25 % moms EUR', 'EUR']])
    expect(await salesOf(await soldOn('30011'))).toEqual(usual)
    const other = await salesOf(await soldOn('3004'))
    expect(other).toEqual([['30041', 'Försäljning utan moms EUR', 'EUR']])
    expect(await salesOf(await soldOn('30041', 'SEK'))).toEqual([
      ['3004', 'Försäljning utan moms', 'SEK'],
    ])
  })

  test('is made beside it where it plays no role, once', async () => {
    const own = { clientId, number: '3050', name: 'Virke', type: 'INCOME' }
    expect((await tenant.api.post('/bookkeeping-accounts', own)).status).toBe(201)
    const ids = [await soldOn('3050'), await soldOn('3050')]
    for (const id of ids) expect(await salesOf(id)).toEqual([['30501', 'Virke EUR', 'EUR']])
    expect(await salesOf(await soldOn('3050', 'NOK'))).toEqual([['30502', 'Virke NOK', 'NOK']])
    expect(await salesOf(await soldOn('3050', 'SEK'))).toEqual([['3050', 'Virke', 'SEK']])
    expect(await verifyBooks(at.runtime.pool, tenant.id)).toEqual([])
  })

  test('is that of a booked row which is classified anew, too', async () => {
    const own = { clientId, number: '3070', name: 'Spån', type: 'INCOME' }
    await tenant.api.post('/bookkeeping-accounts', own)
    const id = await soldOn('3001')
    const { body } = await tenant.api.get(`/invoices/${id}`)
    const path = `/articles/${body.articleRows[0].id}`
    expect((await tenant.api.put(path, { accountNumber: '3070' })).status).toBe(200)
    const numbers = (await salesOf(id)).map(([number]) => number)
    expect(numbers.toSorted()).toEqual(['30011', '30011', '30701'])
    expect(await verifyBooks(at.runtime.pool, tenant.id)).toEqual([])
  })

  test('is missed where it is switched off, or there is none', async () => {
    const own = { clientId, number: '3060', name: 'Bark', type: 'INCOME', active: false }
    await tenant.api.post('/bookkeeping-accounts', own)
    for (const [number, cause] of [
      ['3060', 'The account 3060 in the book of the client is switched off.'],
      ['3999', 'There is no account 3999 in the book of the client.'],
    ]) {
      await expect(soldOn(number!)).rejects.toMatchObject({
        code: 'ACCOUNT_MISSING',
        facts: { detail: cause },
      })
    }
  })
})

test('a client whose chart is not made yet gets it with the first booking', async () => {
  const early = await clientIn(tenant)
  await at.owner('delete from bookkeeping_account where owner_id = $1', [early])
  const id = await activatedInvoice(tenant, early)
  const { body } = await tenant.api.get(`/invoices/${id}`)
  expect(body.statuses.main).toBe('ACTIVATED')
})
