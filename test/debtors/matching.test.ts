import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { clientIn, invoiceBody, patiently } from '../support/trade.ts'
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

const create = (more: Record<string, unknown>) =>
  tenant.api.post('/invoices', invoiceBody({ clientId, ...more }))

const debtor = (more: Record<string, unknown>) => ({
  debtor: { customerNumber: '1', name: 'Berg AB', type: 'COMPANY', ...more },
})

test('a debtor is found by its customer number, and learns what is said of it', async () => {
  const first = await create(debtor({ customerNumber: 'learns', phone: '08-1', floor: 1 }))
  const said = debtor({ customerNumber: 'learns', name: 'Berg & Co', email: 'a@b.example' })
  const second = await create(said)
  expect(second.body.debtorId).toBe(first.body.debtorId)
  const { body } = await tenant.api.get(`/debtors/${first.body.debtorId}`)
  expect(body).toMatchObject({
    name: 'Berg & Co',
    email: 'a@b.example',
    phone: '08-1',
    floor: 1,
    version: 2,
  })
  await create(said)
  expect((await traceOf(at, body.id)).events).toEqual(['created', 'updated'])
  expect((await tenant.api.get(`/invoices/${first.body.id}`)).body.debtor.name).toBe('Berg AB')
})

test('a debtor is the same person to two clients by its number', async () => {
  const other = await clientIn(tenant)
  const [a, b] = [
    await create(debtor({ customerNumber: 'shared', identificationNumber: '556000-4615' })),
    await create({
      ...debtor({ customerNumber: 'other', identificationNumber: '16556000-4615' }),
      clientId: other,
    }),
  ]
  const read = async (id: string) => (await tenant.api.get(`/debtors/${id}`)).body
  const [one, two] = [await read(a.body.debtorId), await read(b.body.debtorId)]
  expect(one.id).not.toBe(two.id)
  expect(one.systemDebtorId).toMatch(/^SD/)
  expect(two.systemDebtorId).toBe(one.systemDebtorId)
  const abroad = { identificationNumber: '556000-4615', countryCode: 'DE' }
  const c = await create(debtor({ customerNumber: 'abroad', ...abroad }))
  expect((await read(c.body.debtorId)).systemDebtorId).not.toBe(one.systemDebtorId)
})

test('a debtor gets its identity when its number becomes known', async () => {
  const first = await create(debtor({ customerNumber: 'later' }))
  const read = async () => (await tenant.api.get(`/debtors/${first.body.debtorId}`)).body
  expect((await read()).systemDebtorId).toBeNull()
  await create(debtor({ customerNumber: 'later', identificationNumber: '556000-4615' }))
  expect((await read()).systemDebtorId).toMatch(/^SD/)
})

test('a debtor is one, however many invoices for it come at once', async () => {
  const same = debtor({ customerNumber: 'race', identificationNumber: '5560360793' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => patiently(() => create(same))))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
  expect(new Set(answers.map(({ body }) => body.debtorId)).size).toBe(1)
  const count = async (sql: string) => (await at.owner(sql))[0]?.['n']
  expect(await count(`select count(*)::int as n from debtor where customer_number = 'race'`)).toBe(
    1,
  )
  expect(
    await count(
      `select count(*)::int as n from system_debtor where identification_number = '5560360793'`,
    ),
  ).toBe(1)
})

test('a debtor gets the fields of all invoices that are sent at once', async () => {
  await create(debtor({ customerNumber: 'told' }))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      patiently(() =>
        create(debtor({ customerNumber: 'told', phone: `08-${n}`, [`note${n}`]: n })),
      ),
    ),
  )
  expect(answers.flatMap(({ status, body }) => (status === 201 ? [] : [body]))).toEqual([])
  const { body } = await tenant.api.get(`/debtors/${answers[0]?.body.debtorId}`)
  for (let n = 0; n < 20; n++) expect(body[`note${n}`]).toBe(n)
})

test('a debtor with one number makes one identity, whoever sells to it', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => clientIn(tenant)))
  const answers = await Promise.all(
    clients.map((of, n) =>
      patiently(() =>
        create({
          ...debtor({ customerNumber: `of ${n}`, identificationNumber: '556703-7485' }),
          clientId: of,
        }),
      ),
    ),
  )
  expect(answers.flatMap(({ status, body }) => (status === 201 ? [] : [body]))).toEqual([])
  const rows = await at.owner(
    `select id from system_debtor where identification_number = '5567037485'`,
  )
  expect(rows).toHaveLength(1)
})

describe('who a debtor is', () => {
  const said = (customerNumber: string, more: object = {}) =>
    debtor({ customerNumber, identificationNumber: '556000-4623', ...more })
  const read = async (id: string) => (await tenant.api.get(`/debtors/${id}`)).body

  test('is said by its number, not by where it gets its post', async () => {
    const { debtorId } = (await create(said('moves'))).body
    const before = await read(debtorId)
    const oslo = { invoiceAddress: { city: 'Oslo', countryCode: 'NO' } }
    expect((await create(said('moves', oslo))).status).toBe(201)
    expect(await read(debtorId)).toMatchObject({ systemDebtorId: before.systemDebtorId, ...oslo })
    const there = (await create(said('abroad from the first', oslo))).body
    expect(await read(there.debtorId)).toMatchObject({ systemDebtorId: before.systemDebtorId })
    await tenant.api.put(`/debtors/${debtorId}`, { invoiceAddress: { city: 'Bonn' } })
    expect(await read(debtorId)).toMatchObject({ systemDebtorId: before.systemDebtorId })
  })

  test('is said by the country that a VAT number names', async () => {
    const one = debtor({ customerNumber: 'vat', identificationNumber: 'DK13585628' })
    const two = debtor({
      customerNumber: 'vat 2',
      identificationNumber: '13585628',
      countryCode: 'DK',
    })
    const [a, b] = [(await create(one)).body.debtorId, (await create(two)).body.debtorId]
    expect((await read(a)).systemDebtorId).toBe((await read(b)).systemDebtorId)
    expect(await read(b)).toMatchObject({ countryCode: 'DK' })
  })

  test.each([
    ['another number', { identificationNumber: '556703-7485' }, '/debtor/identificationNumber'],
    ['its number abroad', { countryCode: 'DE' }, '/debtor/countryCode'],
  ])('is not changed by an invoice with %s', async (why, other, pointer) => {
    const first = (await create(said(why))).body
    const before = await read(first.debtorId)
    const sent = said(why, { name: 'Somebody else', ...other })
    const fault = { code: 'DEBTOR_IDENTITY_DIFFERS', pointer }
    const refusal = { code: 'DEBTOR_IDENTITY_DIFFERS', existingId: first.debtorId, errors: [fault] }
    expect(await create(sent)).toMatchObject({ status: 409, body: refusal })
    const changed = await tenant.api.put(`/invoices/${first.id}`, sent)
    expect(changed).toMatchObject({ status: 409, body: refusal })
    const integration = invoiceBody({ clientId, ...sent })
    expect((await tenant.api.post('/invoices/integration', integration)).status).toBe(409)
    expect(await read(first.debtorId)).toEqual(before)
    expect((await traceOf(at, first.debtorId)).events).toEqual(['created'])
  })

  test('is the same however an invoice writes the number', async () => {
    const { debtorId } = (await create(said('written'))).body
    const { systemDebtorId } = await read(debtorId)
    const otherwise = said('written', { identificationNumber: 'SE556000462301' })
    expect((await create(otherwise)).status).toBe(201)
    expect(await read(debtorId)).toMatchObject({
      systemDebtorId,
      identificationNumber: 'SE556000462301',
    })
  })

  test('is corrected by an act of its own', async () => {
    const { debtorId } = (await create(said('corrected'))).body
    const { systemDebtorId } = await read(debtorId)
    const right = { identificationNumber: '556703-7485' }
    const corrected = await tenant.api.put(`/debtors/${debtorId}`, right)
    expect(corrected).toMatchObject({ status: 200, body: right })
    expect(corrected.body.systemDebtorId).not.toBe(systemDebtorId)
    expect((await create(said('corrected', right))).status).toBe(201)
    expect((await create(said('corrected'))).body.code).toBe('DEBTOR_IDENTITY_DIFFERS')
  })
})

test('a debtor keeps fifty fields of others’ own, however many invoices bring more', async () => {
  const fields = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`own${from + n}`, 'x']))
  const said = (more: object) => create(debtor({ customerNumber: 'fifty', ...more }))
  const { debtorId } = (await said(fields(0, 40))).body
  expect((await said(fields(30, 20))).status).toBe(201)
  const refused = await said(fields(50, 1))
  expect(refused.status).toBe(400)
  expect(refused.body.errors[0]).toMatchObject({ pointer: '/debtor', code: 'TOO_MANY_FIELDS' })
  const path = `/debtors/${debtorId}`
  expect((await tenant.api.put(path, { own50: 'x' })).status).toBe(400)
  expect((await tenant.api.put(path, { own0: null, own50: 'x' })).status).toBe(200)
  expect((await said({ own1: 'y' })).status).toBe(201)
})
