import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activatedInvoice, clientIn, invoiceBody } from '../support/trade.ts'
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

const huge = '999999999999.9999999999'
const tiny = '0.0000000001'
const create = (more: Record<string, unknown>) =>
  tenant.api.post('/invoices', invoiceBody({ clientId, ...more }))

describe('what is as large or small as its schema lets through', () => {
  const rows = (...articleRows: object[]) => ({ articleRows })
  test.each([
    ['a huge price', rows({ price: huge, quantity: huge }), 400],
    ['a huge price below zero', rows({ price: `-${huge}`, quantity: huge }), 400],
    ['huge rows that come to nothing', rows({ price: huge }, { price: `-${huge}` }), 201],
    ['a tiny price', rows({ price: tiny, quantity: tiny, vatPercentage: 25 }), 201],
    ['a huge discount', rows({ price: '1', discountAmount: huge }), 400],
    ['the whole as a discount', rows({ price: huge, discountPercent: '100.000000' }), 201],
    [
      'a huge total in a dear currency',
      { ...rows({ price: '900000000000' }), currency: { invoiceCurrency: 'KWD' } },
      400,
    ],
    ['the last days', { dates: { invoiceDate: '2999-12-31', expireDate: '2999-12-31' } }, 201],
    [
      'the first days',
      {
        dates: { invoiceDate: '1900-01-01', expireDate: '2999-12-31' },
        ...rows({ price: '1' }),
      },
      201,
    ],
    [
      'VAT before any rate of it is known',
      {
        dates: { invoiceDate: '1995-12-31', expireDate: '2999-12-31' },
        ...rows({ price: '1', vatPercentage: 25 }),
      },
      400,
    ],
    [
      'a day after the last',
      { dates: { invoiceDate: '2026-01-01', expireDate: '3000-01-01' } },
      400,
    ],
    [
      'a delivery long before',
      {
        dates: { invoiceDate: '2026-11-02', expireDate: '2026-12-02', deliveryDate: '1900-01-01' },
      },
      400,
    ],
    [
      'a day before the invoice',
      { dates: { invoiceDate: '2026-11-02', expireDate: '2026-11-01' } },
      400,
    ],
  ])('%s is accepted or refused, and breaks nothing', async (_, more, status) => {
    const answer = await create(more as Record<string, unknown>)
    expect([answer.status, JSON.stringify(answer.body.errors ?? [])]).toEqual([
      status,
      expect.anything(),
    ])
  })

  test('is booked like any other', async () => {
    const id = await activatedInvoice(tenant, clientId, {
      articleRows: [{ price: '999999999999', quantity: '8', vatPercentage: 25 }],
      dates: { invoiceDate: '2026-11-02', expireDate: '2999-12-31' },
    })
    const { body } = await tenant.api.get(`/invoices/${id}`)
    expect(body).toMatchObject({
      totals: { balance: '9999999999990.00' },
      dates: { expireDate: '2999-12-31', dueDate: '3000-01-02' },
    })
    const paused = await tenant.api.put(`/invoices/${id}/actions/pause`, { until: '2999-12-31' })
    expect(paused.body.dates.pausedUntil).toBe('3000-01-02')
  })
})
