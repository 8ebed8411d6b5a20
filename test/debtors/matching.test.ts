import { afterAll, beforeAll, expect, test } from 'vitest'
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
  const abroad = { identificationNumber: '556000-4615', invoiceAddress: { countryCode: 'NO' } }
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

test('a debtor learns from all who tell of it at once', async () => {
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

test('a debtor is somebody else once its address says that its number is of another country', async () => {
  const said = { customerNumber: 'moves', identificationNumber: '556000-4623' }
  const { debtorId } = (await create(debtor(said))).body
  const read = async () => (await tenant.api.get(`/debtors/${debtorId}`)).body
  const [{ systemDebtorId: home }] = [await read()]
  await create(debtor({ ...said, invoiceAddress: { city: 'Oslo', countryCode: 'NO' } }))
  const { systemDebtorId: abroad } = await read()
  expect(abroad).not.toBe(home)
  await tenant.api.put(`/debtors/${debtorId}`, { invoiceAddress: { city: 'Malmö' } })
  expect((await read()).systemDebtorId).toBe(home)
  const there = { invoiceAddress: { city: 'Oslo', countryCode: 'NO' } }
  await tenant.api.put(`/debtors/${debtorId}`, there)
  expect((await read()).systemDebtorId).toBe(abroad)
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
