import { afterAll, beforeAll, expect, test } from 'vitest'
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

const path = '/invoices/actions/bulk-update/get-total-balance'

test('a selection is counted and summed up before it is changed', async () => {
  const ids = [
    await activatedInvoice(tenant, clientId),
    await activatedInvoice(tenant, clientId),
    await createdInvoice(tenant, clientId),
  ]
  const answer = await tenant.api.post(path, { ids })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    count: 3,
    balances: [{ currency: 'SEK', count: 3, balance: '2500.00' }],
  })
  const filter = { clientId, mainStatus: 'CREATED' }
  expect((await tenant.api.post(path, { filter })).body).toEqual({
    count: 1,
    balances: [{ currency: 'SEK', count: 1, balance: '0.00' }],
  })
  expect((await tenant.api.post(path, { filter: { clientId, type: 'TAKEOVER' } })).body).toEqual({
    count: 0,
    balances: [],
  })
})

test('a selection holds nothing that its caller may not see', async () => {
  const id = await createdInvoice(tenant, clientId)
  const other = await tenant.holding(['BulkUpdateInvoice'], { clientId: await clientIn(tenant) })
  const answer = await other.post(path, { ids: [id] })
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([404, '/ids/0'])
  expect((await other.post(path, { filter: { mainStatus: 'CREATED' } })).body.count).toBe(0)
})

test('an empty filter is no selection: everything is never meant by leaving something out', async () => {
  const update = '/invoices/actions/bulk-update'
  const changes = { reasonCode: null }
  for (const filter of [{}, { invoiceDate: {} }]) {
    for (const answer of [
      await tenant.api.post(path, { filter }),
      await tenant.api.put(update, { filter, changes }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED'])
      expect(answer.body.errors[0].pointer).toMatch(/^\/filter/)
    }
  }
})

test('changes that say nothing are refused', async () => {
  const ids = [await createdInvoice(tenant, clientId)]
  const update = '/invoices/actions/bulk-update'
  for (const changes of [
    {},
    { references: {} },
    { dates: {} },
    { invoiceNumber: 'X' },
    undefined,
  ]) {
    expect((await tenant.api.put(update, { ids, changes })).status).toBe(400)
  }
  const { body } = await tenant.api.get(`/articles?invoiceId=${ids[0]}`)
  const rows = body.data.map(({ id }: { id: string }) => id)
  const empty = await tenant.api.put('/articles/bulk-update', { ids: rows, changes: {} })
  expect([empty.status, empty.body.errors[0].pointer]).toEqual([400, '/changes'])
})
