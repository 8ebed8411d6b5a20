import { expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { clientIn, invoiceBody, runActivation } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const create = (more: object) => tenant.api.post('/invoices', invoiceBody({ ...more }))

const settings = (of: string, sent: object) =>
  tenant.api.put(`/clients/${of}/settings/invoice`, sent)

test('an invoice is accepted as it is created, under the default product', async () => {
  const client = await clientIn(tenant)
  await settings(client, { autoActivate: true })
  const rights = ['CreateInvoices', 'ReadInvoice'] as const
  const caller = await tenant.holding(rights, { kind: 'CLIENT', clientId: client })
  const made = await caller.post('/invoices', invoiceBody())
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    statuses: { main: 'PENDING' },
    productCode: 'INVOICE_SERVICE',
    activation: { number: 1, step: 'BEGIN', status: 'WAITING', error: null },
  })
  expect((await caller.get(`/invoices/${made.body.id}`)).body).toEqual(made.body)
  expect((await traceOf(at, made.body.id)).events).toEqual(['created', 'pending'])
  const told = await at.owner(
    `select name, version, data -> 'mainStatus' as status from event
     where subject_id = $1 and type = 'INVOICE' order by id`,
    [made.body.id],
  )
  expect(told).toEqual([
    { name: 'created', version: 1, status: 'CREATED' },
    { name: 'pending', version: 2, status: 'PENDING' },
  ])
  await runActivation(tenant, made.body.id)
  const booked = (await caller.get(`/invoices/${made.body.id}`)).body
  expect(booked.statuses.main).toBe('ACTIVATED')
})

test('it is held where somebody else has to agree, and a credit note is no sale', async () => {
  const client = await clientIn(tenant)
  await tenant.work((unit) => {
    return unit.transaction.query(
      `update client_product set enabled = true, recourse_days = 30
       where tenant_id = $1 and client_id = $2 and product_code = 'INVOICE_FACTORING_SELL'`,
      [unit.tenantId, client],
    )
  })
  const defaultProductCode = 'INVOICE_FACTORING_SELL'
  await settings(client, { autoActivate: true, authorizationRequired: true, defaultProductCode })
  const held = await create({ clientId: client })
  expect(held.body).toMatchObject({
    statuses: { main: 'PENDING_AUTHORIZATION' },
    productCode: 'INVOICE_FACTORING_SELL',
  })
  const credit = await create({ clientId: client, type: 'CREDIT_INVOICE' })
  expect(credit.body.productCode).toBe('INVOICE_SERVICE')
})

test('what cannot be activated is not created either', async () => {
  const client = await clientIn(tenant)
  await settings(client, { autoActivate: true })
  const empty = await create({ clientId: client, articleRows: [] })
  expect([empty.status, empty.body.code]).toEqual([409, 'INVOICE_WITHOUT_ROWS'])
  const { data } = (await tenant.api.get(`/invoices?clientId=${client}`)).body
  expect(data).toEqual([])
})
