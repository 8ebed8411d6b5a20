import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { updateArticles } from '../../src/activities/invoices/tasks.ts'
import { traceOf } from '../access/people.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const rowsOf = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body.articleRows
const put = (id: string, body: unknown) => tenant.api.put(`/articles/${id}`, body)

test('rows are listed, searched and read, with what they were sent with', async () => {
  const client = await clientIn(tenant)
  const articleRows = [
    { articleNumber: 'B-2', price: '1', accountNumber: '3002', colour: 'red' },
    { articleNumber: 'A-1', price: '2', accountNumber: '3001' },
  ]
  const id = await createdInvoice(tenant, client, { articleRows })
  const own = await tenant.api.get(`/invoices/${id}/articles`)
  expect(own.body.data).toEqual(await rowsOf(id))
  expect(own.body.data[0]).toMatchObject({ rowNo: 1, colour: 'red', currency: 'SEK' })
  const search = (filters: object) =>
    tenant.api.post('/articles/search', {
      filters: { ...filters, accountNumber: ['3001', '3002'] },
      sort: ['articleNumber'],
    })
  const found = await search({ invoiceId: id })
  expect(found.body.data.map((row: Record<string, unknown>) => row['articleNumber'])).toEqual([
    'A-1',
    'B-2',
  ])
  expect((await search({ clientId: client })).body.errors).toMatchObject([
    { pointer: '/sort', code: 'SORT_OF_FEW' },
  ])
  const [row] = own.body.data
  expect((await tenant.api.get(`/articles/${row.id}`)).body).toEqual(row)
  expect((await tenant.api.get(`/articles?invoiceId=${id}&articleNumber=B-2`)).body.data).toEqual([
    row,
  ])
  const foreign = 'I06D7ZCEWYHZ8N17900DG7H8PR4'
  expect((await tenant.api.get(`/invoices/${foreign}/articles`)).status).toBe(404)
})

describe('changing a row', () => {
  test('of an invoice that is CREATED changes what it comes to', async () => {
    const id = await createdInvoice(tenant, clientId, {
      articleRows: [{ price: '100', vatPercentage: 25, colour: 'red' }, { price: '50' }],
    })
    const [row, other] = await rowsOf(id)
    const changed = await put(row.id, { quantity: '2', colour: 'blue', labels: ['Wood', 'Wood'] })
    expect(changed.body).toMatchObject({
      quantity: '2',
      price: '100',
      colour: 'blue',
      labels: ['Wood'],
      netAmount: '200.00',
      vatAmount: '50.00',
      version: 2,
    })
    const { body } = await tenant.api.get(`/invoices/${id}`)
    expect(body).toMatchObject({ totals: { net: '250.00', gross: '300.00' }, version: 2 })
    expect((await traceOf(at, row.id)).events).toEqual(['articleCreated', 'articleUpdated'])
    expect((await traceOf(at, other.id)).log).toHaveLength(1)
    expect((await put(row.id, { version: 1 })).body.code).toBe('VERSION_CONFLICT')
  })

  test('to what creating refuses is refused', async () => {
    const [row] = await rowsOf(await createdInvoice(tenant, clientId))
    for (const more of [{ price: '-1' }, { vatPercentage: 7 }, { netAmount: '1' }, { rowNo: 2 }]) {
      expect((await put(row.id, more)).status).toBe(400)
    }
  })

  test('that is booked changes its classification alone', async () => {
    const [row] = await rowsOf(await activatedInvoice(tenant, clientId))
    const classified = { accountNumber: '3041', costCentre: 'North', project: null, labels: ['A'] }
    await tenant.api.post('/bookkeeping-accounts', {
      clientId,
      number: '3041',
      name: 'Planks',
      type: 'INCOME',
    })
    expect((await put(row.id, classified)).body).toMatchObject(classified)
    for (const more of [{ price: '1' }, { description: 'x' }, { colour: 'red' }]) {
      const refused = await put(row.id, { ...more, costCentre: 'South' })
      expect([refused.status, refused.body.code]).toEqual([409, 'ARTICLE_NOT_CHANGEABLE'])
    }
  })

  test('is refused at what was sent, or at the row that is in its way', async () => {
    const articleRows = [
      { price: '10', quantity: '1', vatPercentage: 25 },
      { price: '10', quantity: '1', vatPercentage: 12 },
    ]
    const [, second] = await rowsOf(await createdInvoice(tenant, clientId, { articleRows }))
    const pointerOf = ({ body }: Answered) => body.errors[0].pointer
    expect(pointerOf(await put(second.id, { vatPercentage: 7 }))).toBe('/vatPercentage')
    expect(pointerOf(await put(second.id, { price: '-100' }))).toBe('')
  })

  test('of many is a background task, each as if alone', async () => {
    const rows = [
      ...(await rowsOf(await createdInvoice(tenant, clientId))),
      ...(await rowsOf(await activatedInvoice(tenant, clientId))),
    ]
    const ids = rows.map(({ id }) => id)
    const task = await tenant.api.put('/articles/bulk-update', { ids, changes: { project: 'P' } })
    expect(task.status).toBe(202)
    expect(task.headers.get('location')).toBe(`/background-task/${task.body.id}`)
    expect(task.body).toMatchObject({ taskName: 'articles.bulkUpdate', total: 2 })
    for (const id of ids) {
      await tenant.work((unit) => updateArticles.each(unit, id, { changes: { project: 'P' } }))
      expect((await tenant.api.get(`/articles/${id}`)).body.project).toBe('P')
    }
  })
})

describe('classifying a booked row', () => {
  const accountsOf = async (id: string) => {
    const { body } = await tenant.api.get(`/vouchers/summary/client/invoice/${id}`)
    return Object.fromEntries(
      body.accounts.map((one: Record<string, string>) => [one['accountNumber'], one['balance']]),
    )
  }
  const refusalOf = ({ status, body }: Answered) => [status, body.code]

  test('moves what rounds from the account of rounding, and back', async () => {
    const articleRows = [{ price: '99.60' }, { type: 'ROUNDING', price: '0.40' }]
    const id = await activatedInvoice(tenant, clientId, { articleRows })
    const [, row] = await rowsOf(id)
    expect(await accountsOf(id)).toEqual({ 1510: '100.00', 3004: '-99.60', 3740: '-0.40' })
    await put(row.id, { accountNumber: '3004' })
    expect(await accountsOf(id)).toMatchObject({ 3004: '-100.00', 3740: '0.00' })
    await put(row.id, { accountNumber: null })
    expect(await accountsOf(id)).toMatchObject({ 3004: '-99.60', 3740: '-0.40' })
  })

  test('moves its sale in the books, and both are taken back together', async () => {
    const own = await clientIn(tenant)
    for (const number of ['3041', '3042']) {
      const account = { clientId: own, number, name: 'Planks', type: 'INCOME' }
      await tenant.api.post('/bookkeeping-accounts', account)
    }
    const id = await activatedInvoice(tenant, own)
    const [row] = await rowsOf(id)
    await put(row.id, { accountNumber: '3041', costCentre: 'North' })
    await put(row.id, { accountNumber: '3042' })
    expect((await put(row.id, { accountNumber: '3042', labels: ['A'] })).status).toBe(200)
    expect(await accountsOf(id)).toEqual({
      1510: '1250.00',
      2611: '-250.00',
      3001: '0.00',
      3041: '0.00',
      3042: '-1000.00',
    })
    const posted = await at.owner(
      `select p.account_number as account, p.cost_centre as place, p.amount::text as amount
       from voucher_posting p join voucher v on v.id = p.voucher_id
       where v.rule = 'RECLASSIFY' and p.claim_id = $1 order by v.number, p.line`,
      [id],
    )
    expect(posted).toEqual([
      { account: '3001', place: null, amount: '100000' },
      { account: '3041', place: 'North', amount: '-100000' },
      { account: '3041', place: 'North', amount: '100000' },
      { account: '3042', place: 'North', amount: '-100000' },
    ])
    const events = await tenant.api.get(`/invoices/events/financial?claimId=${id}`)
    await tenant.api.put(`/invoices/events/financial/${events.body.data[0].id}/reverse`)
    expect(new Set(Object.values(await accountsOf(id)))).toEqual(new Set(['0.00']))
    expect(await verifyBooks(at.runtime.pool, tenant.id)).toEqual([])
  })

  test('stays where the books cannot follow', async () => {
    const own = await clientIn(tenant)
    const id = await activatedInvoice(tenant, own)
    const [row] = await rowsOf(id)
    const missing = await put(row.id, { accountNumber: '3999' })
    expect(refusalOf(missing)).toEqual([409, 'ACCOUNT_MISSING'])
    const kept = await put(row.id, { accountNumber: '1684' })
    expect(refusalOf(kept)).toEqual([409, 'CONTROL_ACCOUNT'])
    const lock = { clientId: own, lockedUntil: '2999-12-31' }
    await tenant.api.put('/vouchers/settings/locked-period', lock)
    expect(refusalOf(await put(row.id, { project: 'P' }))).toEqual([409, 'PERIOD_LOCKED'])
    const second = await tenant.holding(['UpdateVoucherSettingsLockedPeriod'])
    for (const one of [tenant.api, second]) {
      await one.put('/vouchers/settings/locked-period', { ...lock, lockedUntil: null })
    }
    const { body } = await tenant.api.get(`/vouchers?sourceId=${id}`)
    await tenant.api.put(`/vouchers/${body.data[0].id}/external/export`)
    expect(refusalOf(await put(row.id, { project: 'P' }))).toEqual([409, 'ARTICLE_NOT_CHANGEABLE'])
    expect((await put(row.id, { labels: ['A'] })).status).toBe(200)
    expect((await rowsOf(id))[0]).toMatchObject({ accountNumber: null, project: null })
  })
})

describe('labels', () => {
  test('stand on one row or on all of an invoice', async () => {
    const id = await createdInvoice(tenant, clientId, {
      articleRows: [{ price: '1' }, { price: '2' }],
    })
    const [first, second] = await rowsOf(id)
    const path = `/invoices/${id}/article_labels`
    const all = await tenant.api.post(path, { name: 'Spring' })
    expect(all.status).toBe(201)
    expect(all.body).toMatchObject({ invoiceId: id, articleId: null, name: 'Spring' })
    expect((await tenant.api.post(path, { name: 'Wood', articleId: second.id })).status).toBe(201)
    const labels = (await rowsOf(id)).map((row: { labels: string[] }) => row.labels)
    expect(labels).toEqual([['Spring'], ['Spring', 'Wood']])
    const listed = await tenant.api.get(path)
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(['Spring', 'Wood'])

    const again = await tenant.api.post(path, { name: 'Spring' })
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS'])
    expect((await tenant.api.post(path, { name: 'Wood', articleId: first.id })).status).toBe(201)
    const elsewhere = (await rowsOf(await createdInvoice(tenant, clientId)))[0]
    const foreign = await tenant.api.post(path, { name: 'X', articleId: elsewhere.id })
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([400, '/articleId'])
    expect((await traceOf(at, all.body.id)).events).toEqual(['articleLabelCreated'])

    const fewer = await tenant.api.put(`/invoices/${id}`, { articleRows: [{ price: '1' }] })
    expect(fewer.status).toBe(200)
    expect((await tenant.api.get(path)).body.data).toHaveLength(2)
  })
})
