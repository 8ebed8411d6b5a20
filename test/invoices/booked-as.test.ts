import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { driftsOf } from '../support/books.ts'
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

const read = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const rows = (more = {}) => ({
  articleRows: [{ description: 'A row', quantity: '1', price: '100', vatPercentage: 0, ...more }],
})
const summary = async (id: string) =>
  (await tenant.api.get(`/vouchers/summary/client/invoice/${id}`)).body.accounts.map(
    ({ accountNumber, balance }: Record<string, string>) => `${accountNumber} ${balance}`,
  )

describe('what is claimed for something else than goods', () => {
  test.each([
    ['INVOICE', '3004'],
    ['DEBIT_NOTE', '3004'],
    ['INTEREST_INVOICE', '8313'],
    ['FEE_INVOICE', '3593'],
  ])('%s is booked on %s', async (type, number) => {
    const id = await activatedInvoice(tenant, clientId, { type, ...rows() })
    expect(await summary(id)).toEqual(['1510 100.00', `${number} -100.00`])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('a row of it that is moved leaves the account it stood on', async () => {
    const id = await activatedInvoice(tenant, clientId, { type: 'FEE_INVOICE', ...rows() })
    const { data } = (await tenant.api.get(`/articles?invoiceId=${id}`)).body
    const moved = await tenant.api.put(`/articles/${data[0].id}`, { accountNumber: '3001' })
    expect(moved.status).toBe(200)
    expect(await summary(id)).toEqual(['1510 100.00', '3001 -100.00', '3593 0.00'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

test('a booking that is reversed ends all that was planned, and says so', async () => {
  const invoiceNumber = 'R-1'
  const id = await activatedInvoice(tenant, clientId, { invoiceNumber })
  const { data } = (await tenant.api.get(`/invoices/events/financial?claimId=${id}`)).body
  const path = `/invoices/events/financial/${data[0].id}/reverse`
  expect((await tenant.api.put(path)).status).toBe(200)
  expect(await read(id)).toMatchObject({ statuses: { main: 'CLOSED', ledger: 'REVERSED' } })
  const calculated = await tenant.api.put(`/invoices/${id}/calculate-status`)
  expect((await read(id)).statuses.ledger).toBe('REVERSED')
  expect(calculated.status).toBeLessThan(500)
  const events = (await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&sort=type`)).body
    .data
  expect(
    events.map(({ type, status }: Record<string, string>) => `${type} ${status}`).toSorted(),
  ).toEqual(['BOOKED DONE', 'CLOSED DONE', 'DUE SKIPPED', 'OVERDUE SKIPPED'])
  const wanted = { productCode: 'INVOICE_SERVICE' }
  for (const [verb, body] of [
    ['activate', wanted],
    ['actions/pause', { until: '2999-01-31' }],
    ['actions/stop', {}],
    ['actions/resume', {}],
    ['reset', {}],
  ] as const) {
    expect((await tenant.api.put(`/invoices/${id}/${verb}`, body)).status, verb).toBe(409)
  }
  const again = await tenant.api.post('/invoices', invoiceBody({ clientId, invoiceNumber }))
  expect(again).toMatchObject({
    status: 409,
    body: {
      code: 'INVOICE_ALREADY_EXISTS',
      existingId: id,
      detail: expect.stringContaining('reversed'),
    },
  })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('an invoice whose account is missing is booked, and its voucher waits for it', async () => {
  const own = await clientIn(tenant)
  const id = await activatedInvoice(tenant, own, rows({ accountNumber: '3055' }))
  expect((await read(id)).statuses.main).toBe('ACTIVATED')
  expect(await summary(id)).toEqual([])
  expect(await driftsOf(at, tenant.id)).toEqual([])
  const errands = await tenant.api.get(`/errands/system?clientId=${own}&type=VOUCHER`)
  const [errand] = errands.body.data
  expect(errand).toMatchObject({ subjectType: 'VoucherRequest', status: 'OPEN' })
  expect(errand.title).toContain('3055')
  const path = `/voucher-request/${errand.subjectId}/retry`
  expect(await tenant.api.post(path)).toMatchObject({
    status: 409,
    body: { code: 'ACCOUNT_MISSING' },
  })
  const account = { clientId: own, number: '3055', name: 'Exports', type: 'INCOME' }
  expect((await tenant.api.post('/bookkeeping-accounts', account)).status).toBe(201)
  expect(await tenant.api.post(path)).toMatchObject({ status: 200, body: { status: 'CREATED' } })
  expect(await summary(id)).toEqual(['1510 100.00', '3055 -100.00'])
  const left = await tenant.api.get(`/errands/system/${errand.id}`)
  expect(left.body.status).toBe('RESOLVED')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a voucher that waits is dropped with the booking that is taken back', async () => {
  const own = await clientIn(tenant)
  const id = await activatedInvoice(tenant, own, rows({ accountNumber: '3055' }))
  const { data } = (await tenant.api.get(`/invoices/events/financial?claimId=${id}`)).body
  expect((await tenant.api.put(`/invoices/events/financial/${data[0].id}/reverse`)).status).toBe(
    200,
  )
  const [errand] = (await tenant.api.get(`/errands/system?clientId=${own}&type=VOUCHER`)).body.data
  expect(errand.status).toBe('RESOLVED')
  const [request] = await at.owner('select status from voucher_request where id = $1', [
    errand.subjectId,
  ])
  expect(request).toEqual({ status: 'CANCELLED' })
  expect((await tenant.api.post(`/voucher-request/${errand.subjectId}/retry`)).status).toBe(409)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a country is one that there is', async () => {
  for (const countryCode of ['XX', 'ZZ', 'se', 'SWE']) {
    const debtor = {
      customerNumber: 'C-1',
      name: 'A debtor',
      type: 'COMPANY',
      invoiceAddress: { address: 'A street', countryCode },
    }
    const answer = await tenant.api.post('/invoices', invoiceBody({ clientId, debtor }))
    expect(answer.status, countryCode).toBe(400)
  }
})
