import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToDebtors } from '../../src/activities/debtors/add-to-debtors.ts'
import { matchDebtor } from '../../src/activities/debtors/match-debtor.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { Debtor } from '../../src/entities/debtor.ts'
import { ReminderProfile } from '../../src/entities/reminder-profile.ts'
import { traceOf } from '../access/people.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let customers = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

/** A debtor who is nobody else's. */
async function debtorIn(more: Record<string, unknown> = {}, of = clientId): Promise<string> {
  const customerNumber = `customer ${++customers}`
  const sent = { customerNumber, name: 'Berg AB', type: 'COMPANY', ...more } as const
  return tenant.work(async (unit) => (await matchDebtor(unit, of, sent)).id)
}

const put = (id: string, body: unknown, path = '') => tenant.api.put(`/debtors/${id}${path}`, body)
const read = async (id: string) => (await tenant.api.get(`/debtors/${id}`)).body

test('debtors are listed and searched', async () => {
  const client = await clientIn(tenant)
  const person = await debtorIn({ name: 'Åsa', type: 'PERSON', floor: 2 }, client)
  const company = await debtorIn({ identificationNumber: '556000-4615' }, client)
  const { systemDebtorId } = await read(company)
  const found = async (filters: Record<string, unknown>) => {
    const asked = { filters: { clientId: client, ...filters } }
    const { body } = await tenant.api.post('/debtors/search', asked)
    return body.data.map(({ id }: { id: string }) => id)
  }
  expect(await found({ type: 'PERSON' })).toEqual([person])
  expect(await found({ name: { contains: 'åS' } })).toEqual([person])
  for (const number of ['556000-4615', '5560004615', 'SE556000461501']) {
    expect(await found({ identificationNumber: number }), number).toEqual([company])
    expect(await found({ identificationNumber: ['1', number] }), number).toEqual([company])
  }
  expect(await found({ identificationNumber: '556000-4616' })).toEqual([])
  expect((await read(company)).identificationNumber).toBe('556000-4615')
  expect(await found({ systemDebtorId })).toEqual([company])
  const listed = await tenant.api.get(`/debtors?clientId=${client}&sort=customerNumber`)
  expect(listed.body.data).toEqual([await read(person), await read(company)])
  expect(listed.body.data[0]).toMatchObject({ floor: 2, balance: '0.00', currency: 'SEK' })
})

describe('a debtor', () => {
  test('is changed in what is sent; null takes away', async () => {
    const id = await debtorIn({ phone: '08-1', floor: 1, gate: 'A', email: 'a@b.example' })
    const changed = await put(id, {
      name: 'Berg & Co',
      phone: null,
      gate: null,
      floor: 2,
      version: 1,
    })
    expect(changed.body).toMatchObject({
      name: 'Berg & Co',
      phone: null,
      email: 'a@b.example',
      floor: 2,
      version: 2,
    })
    expect(changed.body.gate).toBeUndefined()
    expect((await traceOf(at, id)).events).toEqual(['created', 'updated'])
    expect((await put(id, { version: 1 })).body.code).toBe('VERSION_CONFLICT')
    const address = await put(id, {
      invoiceAddress: 'Lake Road 1',
      deliveryAddress: { city: 'Umeå' },
    })
    expect(address.body).toMatchObject({
      invoiceAddress: { address: 'Lake Road 1' },
      deliveryAddress: { city: 'Umeå' },
    })
  })

  test('is somebody else by another number', async () => {
    const id = await debtorIn({ identificationNumber: '556000-4615' })
    const first = (await read(id)).systemDebtorId
    const second = (await put(id, { identificationNumber: '556036-0793' })).body.systemDebtorId
    expect(second).not.toBe(first)
    expect((await put(id, { identificationNumber: null })).body.systemDebtorId).toBeNull()
    expect((await put(id, { identificationNumber: '5560004615' })).body.systemDebtorId).toBe(first)
    const nobody = await put(id, { identificationNumber: '--' })
    expect(nobody.body.errors[0]).toMatchObject({
      pointer: '/identificationNumber',
      code: 'NO_NUMBER',
    })
  })

  test('keeps its customer number to itself', async () => {
    const [one, two] = [await debtorIn(), await debtorIn()]
    const { customerNumber } = await read(one)
    const refused = await put(two, { customerNumber })
    expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_EXISTS'])
    expect((await put(two, { customerNumber: 'free' })).body.customerNumber).toBe('free')
  })

  test('has a subtype of its own type', async () => {
    const subtype = async (debtorType: string) =>
      (await tenant.api.post('/debtor-subtype', { code: debtorType, debtorType, name: 'S' })).body
        .id
    const [ofCompanies, ofPeople] = [await subtype('COMPANY'), await subtype('PERSON')]
    const id = await debtorIn()
    expect((await put(id, { subtypeId: ofCompanies })).body.subtypeId).toBe(ofCompanies)
    const refused = await put(id, { subtypeId: ofPeople })
    expect(refused.body.errors).toMatchObject([{ pointer: '/subtypeId', code: 'OTHER_TYPE' }])
    const absent = await put(id, { subtypeId: 'DS06D7ZCEWYHZ8N17900307H8PR4' })
    expect([absent.status, absent.body.errors[0].pointer]).toEqual([404, '/subtypeId'])
    expect((await put(id, { type: 'PERSON' })).status).toBe(400)
  })

  test('is refused what is ours to say', async () => {
    const id = await debtorIn()
    for (const more of [{ balance: '1' }, { clientId }, { id: 'x' }, { a: {} }, { email: 'no' }]) {
      expect((await put(id, more)).status).toBe(400)
    }
  })

  test('is written to in its own language', async () => {
    const id = await debtorIn()
    const path = '/preferred-language'
    expect((await put(id, { preferredLanguage: 'en' }, path)).body.preferredLanguage).toBe('en')
    expect((await put(id, { preferredLanguage: null }, path)).body.preferredLanguage).toBeNull()
    expect((await put(id, { preferredLanguage: 'xx' }, path)).status).toBe(400)
  })

  test('owes what follows from its events', async () => {
    const invoice = await activatedInvoice(tenant, clientId, {
      debtor: { customerNumber: 'owes', name: 'Owes AB', type: 'COMPANY' },
    })
    const { debtorId: id } = (await tenant.api.get(`/invoices/${invoice}`)).body
    expect((await read(id)).balance).toBe('1250.00')
    await at.owner('update debtor set balance = 7 where id = $1', [id])
    expect((await put(id, undefined, '/calculate-balance')).body).toMatchObject({
      balance: '1250.00',
    })
  })
})

describe('the profile that a debtor is reminded by', () => {
  const path = '/reminder-profiles/default'
  const effective = async (id: string) =>
    (await tenant.api.get(`/debtors/${id}/reminder-profiles/effective`)).body
  const profileOf = (more: Partial<ReminderProfile>) =>
    tenant.work(
      (unit) =>
        unit.add(ReminderProfile, {
          ownerType: 'CLIENT',
          clientId,
          name: 'Gentle',
          reminderDays: [10],
          isDefault: false,
          active: true,
          ...more,
        } as never).id,
    )

  test('is its own, else its client’s, else the tenant’s', async () => {
    const id = await debtorIn()
    expect((await effective(id)).source).toBe('CLIENT')
    expect((await tenant.api.get(`/debtors/${id}${path}`)).status).toBe(404)
    const gentle = await profileOf({})
    const set = await put(id, { reminderProfileId: gentle }, path)
    expect(set.body).toMatchObject({ id, reminderProfileId: gentle, version: 2 })
    const own = (await tenant.api.get(`/debtors/${id}${path}`)).body
    expect(own).toMatchObject({ id: gentle, name: 'Gentle', reminderDays: [10] })
    expect(await effective(id)).toEqual({ ...own, source: 'DEBTOR' })
    expect((await tenant.api.delete(`/debtors/${id}${path}`)).status).toBe(204)
    await at.owner('update client set reminder_profile_id = null where id = $1', [clientId])
    expect((await effective(id)).source).toBe('TENANT')
    const api = await tenant.holding(['ReadDebtorReminderProfiles'], { kind: 'CLIENT', clientId })
    const seen = await api.get(`/debtors/${id}/reminder-profiles/effective`)
    expect(seen.body.source).toBe('TENANT')
  })

  test('is not that of another client, nor one out of use', async () => {
    const id = await debtorIn()
    const other = await profileOf({ clientId: await clientIn(tenant) })
    const unused = await profileOf({ active: false })
    for (const [reminderProfileId, code] of [
      [other, 'OTHER_CLIENT'],
      [unused, 'INACTIVE'],
    ]) {
      const refused = await put(id, { reminderProfileId }, path)
      expect(refused.body.errors).toMatchObject([{ pointer: '/reminderProfileId', code }])
    }
  })
})

test('a debtor sees the claims on them, and nobody else’s', async () => {
  const debtor = (customerNumber: string) => ({
    debtor: { customerNumber, name: `Debtor ${customerNumber}`, type: 'PERSON' },
  })
  const own = await activatedInvoice(tenant, clientId, debtor('own'))
  const draft = await createdInvoice(tenant, clientId, debtor('own'))
  const foreign = await activatedInvoice(tenant, clientId, debtor('foreign'))
  const whole = (await tenant.api.get(`/invoices/${own}`)).body
  const other = (await tenant.api.get(`/invoices/${foreign}`)).body
  const rights = [
    ...(['ReadInvoice', 'ReadInvoices', 'SearchInvoices', 'ReadInvoiceArticles'] as const),
    ...(['ReadArticle', 'ReadArticles', 'ReadDebtor', 'ReadDebtors'] as const),
  ]
  const as = { kind: 'DEBTOR', clientId, debtorId: whole.debtorId } as const
  const api = await tenant.holding(rights, as)

  const kept = { productCode: null, activation: null, workflow: null }
  expect((await api.get(`/invoices/${own}`)).body).toEqual({
    ...whole,
    ...kept,
    articleRows: whole.articleRows.map((row: object) => ({ ...row, accountNumber: null })),
  })
  const ids = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)
  expect(ids(await api.get('/invoices'))).toEqual([own])
  expect(ids(await api.post('/invoices/search', {}))).toEqual([own])
  expect(ids(await api.post('/invoices/table/search', {}))).toEqual([own])
  expect(ids(await api.get('/articles'))).toEqual(
    whole.articleRows.map((row: { id: string }) => row.id),
  )
  expect(ids(await api.get('/debtors'))).toEqual([whole.debtorId])
  const { days } = (await api.get('/invoices/daily-summary?from=2026-11-01&to=2026-11-30')).body
  expect(days).toMatchObject([{ invoices: 1 }])
  for (const path of [
    `/invoices/${draft}`,
    `/invoices/${foreign}`,
    `/invoices/table/${foreign}`,
    `/invoices/${foreign}/articles`,
    `/articles/${other.articleRows[0].id}`,
    `/debtors/${other.debtorId}`,
  ]) {
    expect((await api.get(path)).status, path).toBe(404)
  }
})

test('what debtors owe adds up, also for who read them before another was done', async () => {
  const id = await debtorIn()
  const owe = async (unit: Unit, amount: bigint) => {
    const { currency } = await unit.load(Debtor, id)
    await addToDebtors(unit, [{ debtorId: id, amount, currency }])
  }
  await tenant.work(async (unit) => {
    await unit.load(Debtor, id)
    await tenant.work((other) => owe(other, 500n))
    await owe(unit, 70n)
  })
  expect(await at.owner('select balance from debtor where id = $1', [id])).toEqual([
    { balance: '570' },
  ])
})
