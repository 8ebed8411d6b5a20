import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { clientIn, createdInvoice, invoiceBody, patiently } from '../support/trade.ts'
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

const create = (more: Record<string, unknown> = {}, query = '') =>
  tenant.api.post(`/invoices${query}`, invoiceBody({ clientId, ...more }))

const faults = ({ body }: Answered) =>
  (body.errors as { pointer: string; code: string }[]).map((at) => `${at.pointer} ${at.code}`)

test('an invoice is created and shown whole, and leaves its trace', async () => {
  const made = await create({ serviceProviderCode: 'OWN', references: { your: 'Ann', order: '7' } })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`/invoices/${made.body.id}`)
  expect(made.body.id).toMatch(/^I/)
  expect(made.body).toMatchObject({
    clientId,
    type: 'INVOICE',
    productCode: null,
    serviceProviderCode: 'OWN',
    statuses: { main: 'CREATED', ledger: 'NOT_BOOKED', financing: 'NONE' },
    bookedDate: null,
    dates: { invoiceDate: '2026-11-02', expireDate: '2026-12-02', deliveryDate: null },
    currency: { invoiceCurrency: 'SEK', baseCurrency: 'SEK', rate: '1' },
    totals: { net: '1000.00', vat: '250.00', rounding: '0.00', gross: '1250.00', balance: '0.00' },
    vats: [{ rate: 25, base: '1000.00', amount: '250.00' }],
    references: { your: 'Ann', order: '7' },
    debtor: { customerNumber: '1042', name: 'Nordic Timber AB', type: 'COMPANY' },
    articleRows: [{ rowNo: 1, quantity: '10', price: '100.00', vatPercentage: 25 }],
    activation: null,
    version: 1,
  })
  expect((await tenant.api.get(`/invoices/${made.body.id}`)).body).toEqual(made.body)
  const { log, events } = await traceOf(at, made.body.id)
  expect(log.map(({ action }) => action)).toEqual(['CREATED'])
  expect(events).toEqual(['created'])
  const [row] = made.body.articleRows
  expect((await traceOf(at, row.id)).events).toEqual(['articleCreated'])
  expect((await traceOf(at, made.body.debtorId)).events).toEqual(['created'])
})

test('for a known debtor it takes seven statements in one trip, whatever accounts its rows name', async () => {
  const articleRows = [1, 2, 3].map((n) => ({
    description: `Row ${n}`,
    quantity: '1',
    price: '10.00',
    vatPercentage: 25,
    accountNumber: `300${n}`,
  }))
  await create()
  const took: number[] = []
  for (let n = 0; n < 3; n++) {
    const [sent, trips] = [at.sent(), at.trips()]
    expect((await create({ articleRows })).status).toBe(201)
    took.push(at.sent() - sent)
    // The first names accounts that no invoice before it has named.
    expect(at.trips() - trips).toBe(n === 0 ? 0 : 1)
  }
  // One of them keeps its debtor from moving. The use of a token may be written down beside one.
  expect(Math.min(...took)).toBe(7)
})

test('shows only the id if that is asked for', async () => {
  const made = await create({}, '?returnResource=false')
  expect(made.status).toBe(201)
  expect(Object.keys(made.body)).toEqual(['id'])
  expect(made.headers.get('location')).toBe(`/invoices/${made.body.id}`)
  expect((await create({}, '?returnResource=true')).body.statuses.main).toBe('CREATED')
  expect((await create({}, '?returnResource=maybe')).status).toBe(400)
})

test('machines create the same under a permission of their own', async () => {
  const machine = await tenant.holding(['invoice:create'])
  const made = await machine.post('/invoices/integration', invoiceBody({ clientId }))
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`/invoices/${made.body.id}`)
  expect((await machine.post('/invoices', invoiceBody({ clientId }))).status).toBe(403)
  const person = await tenant.holding(['CreateInvoices'])
  const answer = await person.post('/invoices/integration', invoiceBody({ clientId }))
  expect(answer.body).toMatchObject({ code: 'ACCESS_DENIED', missingRights: ['invoice:create'] })
})

describe('whose it is', () => {
  test('a client token says; it may not be said besides', async () => {
    const api = await tenant.holding(['CreateInvoices', 'ReadInvoice'], {
      kind: 'CLIENT',
      clientId,
    })
    const made = await api.post('/invoices', invoiceBody())
    expect(made.body.clientId).toBe(clientId)
    expect((await api.get(`/invoices/${made.body.id}`)).status).toBe(200)
    const twice = await api.post('/invoices', invoiceBody({ clientId }))
    expect([twice.status, ...faults(twice)]).toEqual([400, '/clientId NOT_ALLOWED'])
  })

  test('any other token has to say', async () => {
    const answer = await tenant.api.post('/invoices', invoiceBody())
    expect([answer.status, ...faults(answer)]).toEqual([400, '/clientId REQUIRED'])
  })

  test('one that is not there, or not here, is not found', async () => {
    const elsewhere = await clientIn(await tenantIn(at))
    for (const stranger of [elsewhere, 'C.06D7ZCEWYHZ8N17900207H8PR4']) {
      const answer = await create({ clientId: stranger })
      expect([answer.status, ...faults(answer)]).toEqual([404, '/clientId NOT_FOUND'])
    }
    expect((await create({ clientId: 'nonsense' })).status).toBe(400)
  })

  test('it is never a debtor', async () => {
    const { body } = await create()
    const as = { kind: 'DEBTOR', clientId, debtorId: body.debtorId } as const
    const api = await tenant.holding(['CreateInvoices'], as)
    expect((await api.post('/invoices', invoiceBody())).status).toBe(403)
  })
})

describe('the same number of a client', () => {
  test('makes no second invoice: the refusal names the first', async () => {
    const body = invoiceBody({ clientId })
    const first = await tenant.api.post('/invoices', body)
    const second = await tenant.api.post('/invoices', body)
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'INVOICE_ALREADY_EXISTS',
      existingId: first.body.id,
      errors: [{ pointer: '/invoiceNumber' }],
    })
  })

  test('is another of another type, and of another client', async () => {
    const other = await clientIn(tenant)
    const body = invoiceBody({ clientId })
    expect((await tenant.api.post('/invoices', body)).status).toBe(201)
    const credit = { ...body, type: 'CREDIT_INVOICE' }
    expect((await tenant.api.post('/invoices', credit)).body.type).toBe('CREDIT_INVOICE')
    expect((await tenant.api.post('/invoices', { ...body, clientId: other })).status).toBe(201)
  })

  test('makes one invoice also when twenty come at once', async () => {
    const body = invoiceBody({ clientId })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => patiently(() => tenant.api.post('/invoices', body))),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const { status, body: told } of answers) {
      if (status === 201) continue
      expect(told).toMatchObject({
        code: 'INVOICE_ALREADY_EXISTS',
        existingId: made[0]?.body.id,
      })
    }
  })

  test('under an Idempotency-Key is answered as the first time', async () => {
    const body = invoiceBody({ clientId })
    const headers = { 'Idempotency-Key': 'a-lost-answer' }
    const first = await tenant.api.post('/invoices', body, headers)
    const again = await tenant.api.post('/invoices', body, headers)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('what the specification leaves open', () => {
  test('is kept under its own names and given back', async () => {
    const row = { colour: 'red', weight: 12.5, fragile: true }
    const debtor = {
      ...(invoiceBody()['debtor'] as object),
      customerNumber: 'open-ended',
      glnNumber: '7350000000000',
      floor: 3,
      invoiceAddress: { address: 'Lake Road 1', zip: '123 45', city: 'Umeå', door: 'B' },
      deliveryAddress: 'At the quay',
    }
    const { body } = await create({ debtor, articleRows: [{ ...row, price: '1' }] })
    expect(body.debtor).toEqual(debtor)
    expect(body.articleRows[0]).toMatchObject(row)
    const { body: known } = await tenant.api.get(`/debtors/${body.debtorId}`)
    expect(known).toMatchObject({
      glnNumber: '7350000000000',
      floor: 3,
      invoiceAddress: debtor.invoiceAddress,
      deliveryAddress: { address: 'At the quay' },
    })
  })

  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, n]))

  test.each([
    ['fifty fields of a row', { articleRows: [fields(50)] }, 201],
    ['one more', { articleRows: [fields(51)] }, 400],
    ['an object in a row', { articleRows: [{ a: { b: 1 } }] }, 400],
    ['a list in a row', { articleRows: [{ a: [1] }] }, 400],
    ['what we compute ourselves', { articleRows: [{ rowNo: 1 }] }, 400],
    ['an id of their own', { articleRows: [{ id: 'mine' }] }, 400],
    ['a row that says nothing', { articleRows: [{}] }, 201],
    ['nulls, which say nothing', { articleRows: [{ price: null, note: null }] }, 201],
    ['no row', { articleRows: [] }, 201],
    ['a thousand rows', { articleRows: Array.from({ length: 1000 }, () => ({})) }, 201],
    ['one more', { articleRows: Array.from({ length: 1001 }, () => ({})) }, 400],
  ])('%s', async (_, more, status) => {
    expect((await create(more)).status).toBe(status)
  })

  test('says how a debtor is written to', async () => {
    const sent = (more: object) => ({
      debtor: { customerNumber: 'L-1', name: 'A', type: 'PERSON', ...more },
    })
    const { body } = await create(sent({ preferredLanguage: 'en' }))
    expect(body.debtor.preferredLanguage).toBe('en')
    const language = async () =>
      (await tenant.api.get(`/debtors/${body.debtorId}`)).body.preferredLanguage
    expect(await language()).toBe('en')
    await create(sent({}))
    expect(await language()).toBe('en')
    await create(sent({ preferredLanguage: 'sv' }))
    expect(await language()).toBe('sv')
  })

  test('may be sent as null, which says nothing', async () => {
    const nothing = {
      type: null,
      currency: null,
      serviceProviderCode: null,
      articleRowsGenerate: null,
      references: null,
    }
    const { status, body } = await create(nothing)
    expect([status, body.type, body.currency.baseCurrency]).toEqual([201, 'INVOICE', 'SEK'])
    const halves = { currency: { invoiceCurrency: 'EUR', baseCurrency: null } }
    expect((await create(halves)).body.currency).toMatchObject({ baseCurrency: 'SEK' })
    const own = await tenant.holding(['CreateInvoices'], { kind: 'CLIENT', clientId })
    expect((await own.post('/invoices', { ...invoiceBody(), clientId: null })).status).toBe(201)
    expect(faults(await create({ clientId: null }))).toEqual(['/clientId REQUIRED'])
  })

  test('is a plain value, and the refusal says so', async () => {
    const debtor = { customerNumber: '1', name: 'A', type: 'PERSON', contact: { name: 'B' } }
    const [fault] = (await create({ debtor })).body.errors
    expect(fault).toMatchObject({
      pointer: '/debtor/contact',
      message: 'Invalid input: expected string or number or boolean',
    })
  })

  test('does not reach further than the tables say', async () => {
    for (const more of [
      { productCode: 'INVOICE_SERVICE' },
      { totals: {} },
      { currencyCode: 'EUR' },
    ]) {
      expect(faults(await create(more))).toEqual([`/${Object.keys(more)[0]} UNKNOWN_FIELD`])
    }
    expect((await create({ currency: 'SEK' })).status).toBe(400)
  })
})

describe('what is refused', () => {
  const dates = (more: Record<string, string>) => ({
    dates: { invoiceDate: '2026-11-02', expireDate: '2026-12-02', ...more },
  })
  test.each<[Record<string, unknown>, string]>([
    [dates({ expireDate: '2026-11-01' }), '/dates/expireDate BEFORE_INVOICE_DATE'],
    [dates({ invoiceDate: '2026-13-01' }), '/dates/invoiceDate INVALID_FORMAT'],
    [dates({ expireDate: '9999-12-31' }), '/dates/expireDate OUT_OF_RANGE'],
    [dates({ deliveryDate: '0001-01-01' }), '/dates/deliveryDate OUT_OF_RANGE'],
    [
      { debtor: { customerNumber: '1', name: 'A', type: 'PERSON', balance: '1' } },
      '/debtor/balance NAME_NOT_ALLOWED',
    ],
    [
      { debtor: { customerNumber: '1', name: 'A', type: 'PERSON', preferredLanguage: 'tlh' } },
      '/debtor/preferredLanguage INVALID_VALUE',
    ],
    [
      { articleRows: [{ price: '1', vatPercentage: 19 }] },
      '/articleRows/0/vatPercentage VAT_RATE_UNKNOWN',
    ],
    [{ articleRows: [{ price: '-1' }] }, '/articleRows NEGATIVE_TOTAL'],
    [{ articleRows: [{ price: '-1' }], type: 'CREDIT_INVOICE' }, '/articleRows NEGATIVE_TOTAL'],
    [{ articleRows: [{ price: 1 }] }, '/articleRows/0/price INVALID_TYPE'],
    [{ articleRows: [{ price: '1e3' }] }, '/articleRows/0/price INVALID_FORMAT'],
    [{ articleRows: [{ price: '9999999999999' }] }, '/articleRows/0/price INVALID_FORMAT'],
    [{ articleRows: [{ price: '1', quantity: ' 1' }] }, '/articleRows/0/quantity INVALID_FORMAT'],
    [{ articleRows: [{ vatPercentage: '25' }] }, '/articleRows/0/vatPercentage INVALID_TYPE'],
    [
      { articleRows: [{ price: '999999999999', quantity: '999999999999' }] },
      '/articleRows/0 AMOUNT_TOO_LARGE',
    ],
    [{ articleRows: [{ orderId: 2 ** 53 }] }, '/articleRows/0/orderId TOO_BIG'],
    [{ currency: { invoiceCurrency: 'THB' } }, '/currency/invoiceCurrency EXCHANGE_RATE_MISSING'],
    [{ currency: { invoiceCurrency: 'XXX' } }, '/currency/invoiceCurrency INVALID_VALUE'],
    [{ type: 'RECEIPT' }, '/type INVALID_VALUE'],
    [{ invoiceNumber: ' ' }, '/invoiceNumber TOO_SMALL'],
    [{ debtor: { customerNumber: '1', name: 'A', type: 'DOG' } }, '/debtor/type INVALID_VALUE'],
    [{ debtor: { name: 'A', type: 'PERSON' } }, '/debtor/customerNumber INVALID_TYPE'],
    [
      { debtor: { customerNumber: 'x', name: 'A', type: 'PERSON', identificationNumber: '--' } },
      '/debtor/identificationNumber NO_NUMBER',
    ],
  ])('%j', async (more, fault) => {
    const answer = await create(more)
    expect([answer.status, ...faults(answer)]).toEqual([400, fault])
  })

  test('leaves nothing behind', async () => {
    const before = await at.owner('select count(*) as n from debtor')
    const debtor = { customerNumber: 'nobody', name: 'N', type: 'PERSON' }
    await create({ debtor, articleRows: [{ price: '-1' }] })
    expect(await at.owner('select count(*) as n from debtor')).toEqual(before)
  })
})

describe('another currency', () => {
  test('has its own decimals, and the rate of its day to the base currency', async () => {
    const articleRows = [{ price: '33.5', quantity: '3', vatPercentage: 0 }]
    const yen = await create({ articleRows, currency: { invoiceCurrency: 'JPY' } })
    expect(yen.body).toMatchObject({
      currency: { invoiceCurrency: 'JPY', baseCurrency: 'SEK', rate: '0.0624886157' },
      totals: { gross: '101', balance: '0.00' },
    })
    const dinar = await create({ articleRows, currency: { baseCurrency: 'KWD' } })
    expect(dinar.body).toMatchObject({
      currency: { invoiceCurrency: 'KWD', baseCurrency: 'KWD', rate: '1' },
      totals: { gross: '100.500', balance: '0.000' },
    })
  })
})

test('the total is rounded where the client wants it so', async () => {
  const client = await clientIn(tenant)
  await tenant.work((unit) =>
    unit.transaction.query(
      `update client_setting set value = value || '{"roundTotal": true}'
       where tenant_id = $1 and client_id = $2 and kind = 'INVOICE'`,
      [unit.tenantId, client],
    ),
  )
  const articleRows = [{ price: '99.49' }]
  const { body } = await create({ clientId: client, articleRows })
  expect(body.totals).toMatchObject({ net: '99.49', rounding: '-0.49', gross: '99.00' })
})

test('rows are made where they are not complete, by the law of their day', async () => {
  const articleRows = [{ grossAmount: '125.00' }, { grossAmount: '106.00', vatPercentage: 6 }]
  const { body } = await create({ articleRows, articleRowsGenerate: true })
  expect(body.articleRowsGenerate).toBe(true)
  expect(body.articleRows).toMatchObject([
    { type: 'LINE', price: '100.00', vatPercentage: 25, grossAmount: '125.00' },
    { type: 'LINE', price: '100.00', vatPercentage: 6, grossAmount: '106.00' },
  ])
  expect(body.totals.gross).toBe('231.00')
})

test('a client of another country sells by the rates of that one', async () => {
  const finnish = { countryCode: 'FI', identificationNumber: '1572860-0' }
  const client = await clientIn(tenant, finnish)
  const dates = { invoiceDate: '2026-11-02', expireDate: '2026-12-02' }
  const articleRows = [{ price: '100', vatPercentage: 25.5 }]
  const { body } = await create({ clientId: client, articleRows, dates })
  expect(body.totals.vat).toBe('25.50')
  const late = await create({
    clientId: client,
    articleRows,
    dates: { ...dates, deliveryDate: '2024-08-31' },
  })
  expect(late.status).toBe(400)
})

test('what one sees of an invoice is no more than one may', async () => {
  const id = await createdInvoice(tenant, clientId)
  const other = await clientIn(tenant)
  const rights = ['ReadInvoice', 'ReadInvoices'] as const
  const stranger = await tenant.holding(rights, { kind: 'CLIENT', clientId: other })
  expect((await stranger.get(`/invoices/${id}`)).status).toBe(404)
  expect((await stranger.get('/invoices')).body.data).toEqual([])
})
