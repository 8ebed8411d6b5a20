import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
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

const read = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body

describe('reading', () => {
  test('shows the debtor too if that is asked for', async () => {
    const id = await createdInvoice(tenant, clientId)
    const { body } = await tenant.api.get(`/invoices/${id}?include=debtor`)
    expect(body.included.debtor).toMatchObject({ id: body.debtorId, customerNumber: '1042' })
    expect((await read(id)).included).toBeUndefined()
    expect((await tenant.api.get(`/invoices/${id}?include=client`)).status).toBe(400)
  })

  test('shows where its activation is', async () => {
    const id = await activatedInvoice(tenant, clientId)
    const body = await read(id)
    expect(body.activation).toEqual({ number: 1, step: 'DONE', status: 'DONE', error: null })
    expect(body).toMatchObject({
      productCode: 'INVOICE_SERVICE',
      statuses: { main: 'ACTIVATED' },
      totals: { gross: '1250.00', balance: '1250.00' },
    })
    expect(body.bookedDate).not.toBeNull()
  })

  test('lists and searches by what they show', async () => {
    const client = await clientIn(tenant)
    const ids = [
      await createdInvoice(tenant, client, { invoiceNumber: 'LIST-1' }),
      await createdInvoice(tenant, client, { invoiceNumber: 'LIST-2', type: 'CREDIT_INVOICE' }),
      await activatedInvoice(tenant, client, { invoiceNumber: 'LIST-3' }),
    ]
    const found = async (filters: Record<string, unknown>) => {
      const asked = { filters: { clientId: client, ...filters }, sort: ['invoiceNumber'] }
      const { status, body } = await tenant.api.post('/invoices/search', asked)
      expect(status).toBe(200)
      return body.data.map(({ id }: { id: string }) => ids.indexOf(id) + 1)
    }
    expect(await found({})).toEqual([1, 2, 3])
    expect(await found({ type: 'CREDIT_INVOICE' })).toEqual([2])
    expect(await found({ mainStatus: ['ACTIVATED', 'CLOSED'] })).toEqual([3])
    expect(await found({ ledgerStatus: 'NOT_BOOKED', financingStatus: 'NONE' })).toEqual([1, 2])
    expect(await found({ productCode: 'INVOICE_SERVICE' })).toEqual([3])
    expect(await found({ invoiceNumber: { contains: 'list-2' } })).toEqual([2])
    expect(await found({ invoiceDate: { from: '2026-11-03' } })).toEqual([])
    expect(await found({ expireDate: '2026-12-02' })).toEqual([1, 2, 3])
    expect(await found({ bookedDate: { from: '2026-01-01' } })).toEqual([3])
    const listed = await tenant.api.get(
      `/invoices?clientId=${client}&mainStatus=CREATED&count=true`,
    )
    expect(listed.body).toMatchObject({ count: 2, data: [{}, {}] })
    expect(listed.body.data[0].articleRows).toBeUndefined()
  })

  test('shows a table of plain values', async () => {
    const client = await clientIn(tenant, { name: 'Table AB' })
    const id = await createdInvoice(tenant, client)
    const line = await tenant.api.get(`/invoices/table/${id}`)
    expect(line.body).toMatchObject({
      clientName: 'Table AB',
      debtorName: 'Nordic Timber AB',
      customerNumber: '1042',
      mainStatus: 'CREATED',
      gross: '1250.00',
    })
    const table = await tenant.api.post('/invoices/table/search', { filters: { clientId: client } })
    expect(table.body.data).toEqual([line.body])
  })

  test('sums up the days, statuses and currencies of a range', async () => {
    const client = await clientIn(tenant)
    const dates = (invoiceDate: string) => ({ invoiceDate, expireDate: '2026-12-31' })
    await createdInvoice(tenant, client, { dates: dates('2026-10-01') })
    await createdInvoice(tenant, client, { dates: dates('2026-10-01') })
    await createdInvoice(tenant, client, { dates: dates('2026-10-31') })
    await createdInvoice(tenant, client, {
      dates: dates('2026-10-31'),
      currency: { invoiceCurrency: 'EUR' },
    })
    const days = 'from=2026-10-01&to=2026-10-31'
    const range = `clientId=${client}&${days}`
    const { body } = await tenant.api.get(`/invoices/daily-summary?${range}`)
    expect(body).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
    const cells = body.days.map((of: Record<string, unknown>) =>
      [of['date'], of['mainStatus'], of['invoiceCurrency'], of['invoices'], of['gross']].join(' '),
    )
    expect(cells).toEqual([
      '2026-10-01 CREATED SEK 2 2500.00',
      '2026-10-31 CREATED EUR 1 1250.00',
      '2026-10-31 CREATED SEK 1 1250.00',
    ])
    const narrower = `clientId=${client}&from=2026-10-02&to=2026-10-30`
    expect((await tenant.api.get(`/invoices/daily-summary?${narrower}`)).body.days).toEqual([])
    const api = await tenant.holding(['ReadInvoice'], { kind: 'CLIENT', clientId: client })
    expect((await api.get(`/invoices/daily-summary?${days}`)).body.days).toHaveLength(3)
    const other = await clientIn(tenant)
    const theirs = await api.get(`/invoices/daily-summary?${days}&clientId=${other}`)
    expect(theirs.body.days).toEqual([])
    const none = 'from=2026-10-02&to=2026-10-01'
    expect((await tenant.api.get(`/invoices/daily-summary?${none}`)).body.days).toEqual([])
    expect((await tenant.api.get('/invoices/daily-summary?from=x')).status).toBe(400)
  })
})

test('a search says which values there are where another is asked for', async () => {
  const { body } = await tenant.api.post('/invoices/search', { filters: { mainStatus: 'SENT' } })
  expect(body.errors).toMatchObject([{ pointer: '/filters/mainStatus', code: 'INVALID_VALUE' }])
  expect(body.errors[0].message).toContain('"PENDING_AUTHORIZATION"')
})
