import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  const article = (articleNumber: string, more: object) =>
    tenant.api.post('/clients/articles', {
      clientId,
      articleNumber,
      description: 'Consulting',
      ...more,
    })
  const facts = { unit: 'h', price: '1250.50', vatPercentage: 12, accountNumber: '3041' }
  expect((await article('C-1', facts)).status).toBe(201)
  expect((await article('OLD', { ...facts, active: false })).status).toBe(201)
})
afterAll(() => at.close())

const rowsOf = async (articleRows: object[], more: object = {}) => {
  const id = await createdInvoice(tenant, clientId, { articleRows, ...more })
  return (await tenant.api.get(`/invoices/${id}`)).body.articleRows
}
const known = {
  type: 'LINE',
  description: 'Consulting',
  unit: 'h',
  price: '1250.5',
  vatPercentage: 12,
  accountNumber: '3041',
}

describe('a row that names an article of the register', () => {
  test('takes over what it leaves out, and is calculated with it', async () => {
    const [row] = await rowsOf([{ articleNumber: 'C-1', quantity: '2' }])
    expect(row).toMatchObject({ ...known, netAmount: '2501.00', vatAmount: '300.12' })
  })

  test('keeps what it says itself', async () => {
    const own = { description: 'Night work', price: '2000', vatPercentage: 25, unit: 'd' }
    const [row] = await rowsOf([{ articleNumber: 'C-1', quantity: '1', ...own }])
    expect(row).toMatchObject({ ...own, accountNumber: '3041', netAmount: '2000.00' })
  })

  test('takes nothing over from one that is not in use, nor a text', async () => {
    const [old, text] = await rowsOf([
      { articleNumber: 'OLD' },
      { type: 'TEXT', articleNumber: 'C-1' },
    ])
    expect(old).toMatchObject({ type: 'LINE', price: null })
    expect(text).toMatchObject({ type: 'TEXT', price: null, description: null })
  })

  test('needs its own price in another currency', async () => {
    const currency = { invoiceCurrency: 'EUR' }
    const [row] = await rowsOf([{ articleNumber: 'C-1', quantity: '1' }], { currency })
    expect(row).toMatchObject({ price: null, description: 'Consulting', unit: 'h' })
  })

  test('does so as well where it comes to name another, and keeps what is said of it', async () => {
    const id = await createdInvoice(tenant, clientId)
    const [before] = (await tenant.api.get(`/invoices/${id}`)).body.articleRows
    const put = (body: object) => tenant.api.put(`/articles/${before.id}`, body)
    const renamed = await put({ articleNumber: 'C-1', description: 'Night work' })
    expect(renamed.body).toMatchObject({ ...known, description: 'Night work', quantity: '10' })
    expect((await tenant.api.get(`/invoices/${id}`)).body.totals.gross).toBe('14005.60')
    await put({ price: '10' })
    const same = await put({ articleNumber: 'C-1', unit: 'd' })
    expect(same.body).toMatchObject({ price: '10', unit: 'd', description: 'Night work' })
    const unknown = await put({ articleNumber: 'NONE' })
    expect(unknown.body).toMatchObject({ articleNumber: 'NONE', price: '10', unit: 'd' })
    const [trail] = await at.owner(
      `select changes::text as changes from changelog
       where entity_id = $1 and changes -> 'articleNumber' is not null and action = 'UPDATED'
       order by at limit 1`,
      [before.id],
    )
    expect(trail?.['changes']).toMatch(/1250.5/)
  })

  test.each([
    ['an article that nobody knows', { articleNumber: 'UNKNOWN', quantity: '2' }, {}],
    ['an article priced in other money', { articleNumber: 'C-1' }, { invoiceCurrency: 'EUR' }],
    ['a quantity alone', { description: 'Boards', quantity: '2' }, {}],
  ])('that finds no price is not given away: %s', async (_, row, currency) => {
    const id = await createdInvoice(tenant, clientId, { articleRows: [row], currency })
    const activate = () =>
      tenant.api.put(`/invoices/${id}/activate`, { productCode: 'INVOICE_SERVICE' })
    const errors = [{ pointer: '/articleRows', code: 'PRICE_MISSING' }]
    expect((await activate()).body).toMatchObject({ code: 'INVOICE_NOT_VALID', errors })
    await tenant.api.put(`/invoices/${id}`, { articleRows: [{ ...row, price: '0' }] })
    expect((await activate()).status).toBe(202)
  })

  test('does so as well where rows are changed, and in a preview', async () => {
    const id = await createdInvoice(tenant, clientId)
    const articleRows = [{ articleNumber: 'C-1', quantity: '1' }]
    const { body } = await tenant.api.put(`/invoices/${id}`, { articleRows })
    expect(body.articleRows).toMatchObject([known])
    expect(body.totals.gross).toBe('1400.56')
    const sent = invoiceBody({ clientId, articleRows })
    expect((await tenant.api.post('/invoices/preview', sent)).status).toBe(200)
  })
})
