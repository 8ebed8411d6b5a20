import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { traceOf } from '../access/people.ts'
import {
  activatedInvoice,
  clientIn,
  createdInvoice,
  invoiceBody,
  patiently,
  runActivation,
} from '../support/trade.ts'
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

const put = (id: string, body: Record<string, unknown>) => tenant.api.put(`/invoices/${id}`, body)

test('changing replaces the rows by those sent, and calculates again', async () => {
  const id = await createdInvoice(tenant, clientId, {
    articleRows: [{ price: '1' }, { price: '2' }, { price: '3' }],
  })
  const before = await read(id)
  const changed = await put(id, {
    articleRows: [{ price: '10', vatPercentage: 12 }, { description: 'That is all' }],
    version: 1,
  })
  expect(changed.body).toMatchObject({ version: 2, totals: { gross: '11.20' } })
  expect(changed.body.articleRows).toMatchObject([
    { id: before.articleRows[0].id, price: '10' },
    { id: before.articleRows[1].id, type: 'TEXT' },
  ])
  expect(await read(id)).toEqual(changed.body)
  expect((await traceOf(at, before.articleRows[2].id)).events).toEqual([
    'articleCreated',
    'articleDeleted',
  ])
  expect((await put(id, { version: 1 })).body.code).toBe('VERSION_CONFLICT')
})

test('changing takes what is sent and leaves the rest', async () => {
  const id = await createdInvoice(tenant, clientId, { references: { your: 'Ann' } })
  const debtor = { customerNumber: 'put', name: 'Put AB', type: 'COMPANY' }
  const before = await read(id)
  const { body } = await put(id, {
    invoiceNumber: 'PUT-1',
    dates: { expireDate: '2027-01-01' },
    debtor,
    currency: { invoiceCurrency: 'EUR' },
    serviceProviderCode: 'OTHER',
  })
  expect(body).toMatchObject({
    invoiceNumber: 'PUT-1',
    dates: { invoiceDate: '2026-11-02', expireDate: '2027-01-01' },
    currency: { invoiceCurrency: 'EUR', baseCurrency: 'SEK', rate: '10.978' },
    debtor,
    references: { your: 'Ann' },
    serviceProviderCode: 'OTHER',
    articleRows: [{ currency: 'EUR', netAmount: '1000.00' }],
  })
  expect(body.debtorId).not.toBe(before.debtorId)
  const { log } = await traceOf(at, body.articleRows[0].id)
  expect(Object.keys(log[1]?.changes ?? {}).toSorted()).toEqual(['currency', 'debtorId'])
  expect((await put(id, {})).status).toBe(200)
})

test('neither its client nor its type changes', async () => {
  const id = await createdInvoice(tenant, clientId)
  for (const more of [{ clientId }, { type: 'CREDIT_INVOICE' }]) {
    expect((await put(id, more)).status).toBe(400)
  }
})

test('a number that another has is refused', async () => {
  const first = await createdInvoice(tenant, clientId, { invoiceNumber: 'TAKEN' })
  const id = await createdInvoice(tenant, clientId)
  const refused = await put(id, { invoiceNumber: 'TAKEN' })
  expect(refused.body).toMatchObject({ code: 'INVOICE_ALREADY_EXISTS', existingId: first })
})

test.each([
  [{ dates: { expireDate: '2026-11-01' } }, '/dates/expireDate'],
  [{ articleRows: [{ price: '-1' }] }, '/articleRows'],
  [{ articleRows: [{ vatPercentage: 7 }] }, '/articleRows/0/vatPercentage'],
  [{ currency: { invoiceCurrency: 'THB' } }, '/currency/invoiceCurrency'],
])('what creating refuses is refused: %j', async (more, pointer) => {
  const answer = await put(await createdInvoice(tenant, clientId), more)
  expect(answer.status).toBe(400)
  expect(answer.body.errors[0].pointer).toBe(pointer)
})

test('once it is booked only what sorts it changes', async () => {
  const id = await activatedInvoice(tenant, clientId)
  const changed = await put(id, { references: { your: 'Bo' }, serviceProviderCode: 'NEW' })
  expect(changed.body).toMatchObject({ references: { your: 'Bo' }, serviceProviderCode: 'NEW' })
  expect(changed.body.activation).toMatchObject({ status: 'DONE' })
  expect(await read(id)).toEqual(changed.body)
  for (const more of [
    { articleRows: [] },
    { dates: { expireDate: '2027-01-01' } },
    { debtor: invoiceBody()['debtor'], references: {} },
  ]) {
    const refused = await put(id, more)
    expect([refused.status, refused.body.code]).toEqual([409, 'INVOICE_NOT_CHANGEABLE'])
  }
})

test('what hangs on it goes with it to another debtor', async () => {
  const id = await createdInvoice(tenant, clientId)
  const file = { filename: 'note.txt', mimeType: 'text/plain', content: btoa('delivered') }
  const attached = await tenant.api.post('/documents/attachments/invoice', {
    invoiceId: id,
    ...file,
  })
  await tenant.api.post(`/invoices/${id}/article_labels`, { name: 'North' })
  const { debtorId: first } = await read(id)
  const debtor = { customerNumber: 'another', name: 'Another AB', type: 'COMPANY' }
  const { debtorId: second } = (await put(id, { debtor })).body
  const rights = ['ReadDocument', 'ReadInvoice', 'ReadArticleLabels'] as const
  const seenBy = async (debtorId: string) => {
    const as = await tenant.holding(rights, { kind: 'DEBTOR', clientId, debtorId })
    const paths = [
      `/invoices/${id}`,
      `/documents/${attached.body.id}/file`,
      `/invoices/${id}/article_labels`,
    ]
    const answers = await Promise.all(paths.map((path) => as.get(path)))
    return answers.map(({ status, body }) => body?.data?.length ?? status)
  }
  // A debtor sees nothing of a draft, and of what was issued no labels.
  for (const each of [first, second]) expect(await seenBy(each)).toEqual([404, 404, 404])
  await tenant.work((unit) => acceptForActivation(unit, id, { productCode: 'INVOICE_SERVICE' }))
  await runActivation(tenant, id)
  expect(await seenBy(first)).toEqual([404, 404, 404])
  expect(await seenBy(second)).toEqual([200, 200, 0])
  const hung = await at.owner(
    `select debtor_id from article where invoice_id = $1
     union select debtor_id from article_label where invoice_id = $1
     union select debtor_id from document where invoice_id = $1`,
    [id],
  )
  expect(hung).toEqual([{ debtor_id: second }])
})

test('nothing changes while it is being activated', async () => {
  const id = await createdInvoice(tenant, clientId)
  await tenant.api.put(`/invoices/${id}/activate`, { productCode: 'INVOICE_SERVICE' })
  const refused = await put(id, { references: { your: 'Bo' } })
  expect(refused.body.code).toBe('INVOICE_NOT_CHANGEABLE')
  expect(refused.body.detail).toContain('PUT /invoices/{id}/reset')
})

test('many who change it at once do so one after the other', async () => {
  const id = await createdInvoice(tenant, clientId)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      patiently(() => put(id, { articleRows: [{ price: `${n + 1}` }] })),
    ),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { totals, articleRows } = await read(id)
  expect(articleRows).toHaveLength(1)
  expect(totals.gross).toBe(articleRows[0].grossAmount)
})

test('what sorts it is taken away by null, also once it is booked', async () => {
  const sent = { serviceProviderCode: 'INTERNAL', references: { your: 'Anna' } }
  for (const id of [
    await createdInvoice(tenant, clientId, sent),
    await activatedInvoice(tenant, clientId, sent),
  ]) {
    const kept = await tenant.api.put(`/invoices/${id}`, { references: { our: 'Per' } })
    expect(kept.body.serviceProviderCode).toBe('INTERNAL')
    const { body } = await tenant.api.put(`/invoices/${id}`, {
      serviceProviderCode: null,
      references: null,
    })
    expect([body.serviceProviderCode, body.references]).toEqual([null, {}])
  }
})
