import { afterAll, beforeAll, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { activatedInvoice, clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
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

const person = { name: 'Astrid Berg', type: 'PERSON', identificationNumber: '811218-9876' }
const company = { name: 'Berg AB', type: 'COMPANY', identificationNumber: '559999-2020' }
const under = (invoiceId: string) => `/invoices/${invoiceId}/guarantors`

test('a guarantor is added, found, changed and released, and leaves a trace', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const address = { address: 'Kungsgatan 1', zip: '903 26', city: 'Umeå' }
  const made = await tenant.api.post(under(invoiceId), { ...person, address })
  expect(made.body).toMatchObject({
    ...person,
    address,
    clientId,
    countryCode: 'SE',
    limitAmount: null,
    currency: 'SEK',
    status: 'ACTIVE',
  })
  const { id } = made.body
  expect((await tenant.api.get(`${under(invoiceId)}/${id}`)).body).toEqual(made.body)
  const changed = await tenant.api.put(`${under(invoiceId)}/${id}`, {
    limitAmount: '500.00',
    status: 'RELEASED',
  })
  expect(changed.body).toMatchObject({ limitAmount: '500.00', status: 'RELEASED', version: 2 })
  await tenant.api.post(under(invoiceId), company)
  const listed = await tenant.api.get(under(invoiceId))
  expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Astrid Berg',
    'Berg AB',
  ])
  const filters = { status: 'ACTIVE' }
  const found = await tenant.api.post(`${under(invoiceId)}/search`, { filters })
  expect(found.body.data).toMatchObject([{ name: 'Berg AB' }])
  const { events } = await traceOf(at, id)
  expect(events).toEqual(['created', 'updated'])
})

test('what cannot be is refused', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const faultOf = async (more: object) => {
    const { status, body } = await tenant.api.post(under(invoiceId), { ...person, ...more })
    return [status, body.errors?.[0].pointer, body.errors?.[0].code]
  }
  const number = '/identificationNumber'
  expect(await faultOf({ identificationNumber: '811218-9877' })).toEqual([400, number, 'NO_NUMBER'])
  expect(await faultOf({ identificationNumber: '16556677-8899' })).toEqual([
    400,
    number,
    'IS_DEBTOR',
  ])
  expect(await faultOf({ limitAmount: '0.00' })).toEqual([400, '/limitAmount', 'NOT_POSITIVE'])
  expect(await faultOf({ limitAmount: '1.005' })).toEqual([400, '/limitAmount', 'TOO_PRECISE'])
  expect((await tenant.api.post(under(invoiceId), person)).status).toBe(201)
  const again = await tenant.api.post(under(invoiceId), {
    ...person,
    identificationNumber: '19811218-9876',
  })
  expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS'])
  expect(again.body.errors).toEqual([expect.objectContaining({ pointer: number })])
})

test('who guarantees stays as it was once nothing is owed', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const { body } = await tenant.api.post(under(invoiceId), person)
  await at.owner(`update invoice set main_status = 'CLOSED' where id = $1`, [invoiceId])
  for (const answer of [
    await tenant.api.post(under(invoiceId), company),
    await tenant.api.put(`${under(invoiceId)}/${body.id}`, { status: 'RELEASED' }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'GUARANTEE_NOT_CHANGEABLE'])
  }
})

test('an invoice has as many guarantors as it can, and not one more', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  await tenant.api.post(under(invoiceId), person)
  for (let n = 1; n < 20; n++) {
    const identificationNumber = swedishNumber(559_100_000 + n)
    const { status } = await tenant.api.post(under(invoiceId), { ...company, identificationNumber })
    expect(status).toBe(201)
  }
  const answer = await tenant.api.post(under(invoiceId), company)
  expect([answer.status, answer.body.code]).toEqual([409, 'GUARANTORS_FULL'])
})

test('guarantors of a draft are liable in its currency, up to the same figure', async () => {
  const invoiceId = await createdInvoice(tenant, clientId)
  const { body: all } = await tenant.api.post(under(invoiceId), person)
  const { body: some } = await tenant.api.post(under(invoiceId), {
    ...company,
    limitAmount: '500.50',
  })
  const into = (baseCurrency: string) =>
    tenant.api.put(`/invoices/${invoiceId}`, {
      currency: { invoiceCurrency: baseCurrency, baseCurrency },
    })
  const shownOf = async (id: string) => {
    const { currency, limitAmount } = (await tenant.api.get(`${under(invoiceId)}/${id}`)).body
    return [currency, limitAmount]
  }
  expect((await into('EUR')).status).toBe(200)
  expect(await shownOf(all.id)).toEqual(['EUR', null])
  expect(await shownOf(some.id)).toEqual(['EUR', '500.50'])
  expect((await traceOf(at, some.id)).events).toEqual(['created', 'updated'])
  const finer = await into('JPY')
  expect([finer.status, finer.body.errors?.[0]]).toEqual([
    400,
    expect.objectContaining({ pointer: '/currency/baseCurrency', code: 'TOO_PRECISE' }),
  ])
  await tenant.api.put(`${under(invoiceId)}/${some.id}`, { limitAmount: '500.00' })
  expect((await into('JPY')).status).toBe(200)
  expect(await shownOf(some.id)).toEqual(['JPY', '500'])
})

test('nobody who guarantees for an invoice becomes its debtor', async () => {
  const invoiceId = await createdInvoice(tenant, clientId)
  const { body } = await tenant.api.post(under(invoiceId), company)
  const debtor = { ...company, customerNumber: 'G-1' }
  const into = (sent: object) => tenant.api.put(`/invoices/${invoiceId}`, { debtor: sent })
  const refusal = { status: 409, body: { code: 'GUARANTOR_IS_DEBTOR', existingId: body.id } }
  expect(await into(debtor)).toMatchObject(refusal)
  const { identificationNumber: _, ...nameless } = { ...debtor, customerNumber: 'G-2' }
  expect((await into(nameless)).status).toBe(200)
  const numbered = { ...debtor, customerNumber: 'G-2' }
  expect(await into(numbered)).toMatchObject(refusal)
  const sent = { ...invoiceBody(), clientId, debtor: numbered }
  expect(await tenant.api.post('/invoices', sent)).toMatchObject(refusal)
  await tenant.api.put(`${under(invoiceId)}/${body.id}`, { status: 'RELEASED' })
  expect((await into(debtor)).status).toBe(200)
})

test('guarantors are theirs who see the invoice, and no debtor’s', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const { body } = await tenant.api.post(under(invoiceId), person)
  const rights = [
    'ReadInvoiceGuarantor',
    'ReadInvoiceGuarantors',
    'UpdateInvoiceGuarantor',
  ] as const
  const own = await tenant.holding(rights, { clientId })
  expect((await own.get(under(invoiceId))).body.data).toHaveLength(1)
  const other = await tenant.holding(rights, { clientId: await clientIn(tenant) })
  expect((await other.get(under(invoiceId))).status).toBe(404)
  expect((await other.get(`${under(invoiceId)}/${body.id}`)).status).toBe(404)
  expect((await other.post(under(invoiceId), company)).status).toBe(404)
  const elsewhere = await activatedInvoice(tenant, clientId)
  expect((await own.get(`${under(elsewhere)}/${body.id}`)).status).toBe(404)
  expect((await own.put(`${under(elsewhere)}/${body.id}`, { name: 'X' })).status).toBe(404)
  const { debtorId } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
  const debtor = await tenant.holding(rights, { clientId, debtorId })
  expect((await debtor.get(under(invoiceId))).body.data).toEqual([])
  expect((await debtor.get(`${under(invoiceId)}/${body.id}`)).status).toBe(404)
  expect((await debtor.post(under(invoiceId), company)).status).toBe(403)
})
