import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow } from '../factoring/ground.ts'
import { SystemDebtor } from '../../src/entities/system-debtor.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

async function statusOf(clientId: string) {
  const { body } = await tenant.api.get(`/credit-statuses?clientId=${clientId}`)
  return body.data[0]
}

test('a client has one from the beginning, without a limit until somebody sets one', async () => {
  const clientId = await clientIn(tenant)
  const status = await statusOf(clientId)
  expect(status).toMatchObject({
    clientId,
    currency: 'SEK',
    productCode: 'INVOICE_FACTORING_SELL',
    creditLimit: null,
    utilised: '0.00',
    available: null,
    status: 'OK',
  })
  const changed = await tenant.api.put(`/credit-statuses/${status.id}`, {
    creditLimit: '50000.00',
    maxDebtorShare: '0.25',
    version: status.version,
  })
  expect(changed.body).toMatchObject({
    creditLimit: '50000.00',
    available: '50000.00',
    maxDebtorShare: '0.25',
    version: status.version + 1,
  })
  expect((await tenant.api.get(`/credit-statuses/${status.id}`)).body).toEqual(changed.body)
  const found = await tenant.api.post('/credit-statuses/search', { filters: { clientId } })
  expect(found.body.data).toEqual([changed.body])
  const events = await at.owner(
    `select name from event where subject_id = $1 and type = 'CREDIT_STATUS' order by id`,
    [status.id],
  )
  expect(events.map(({ name }) => name)).toEqual(['created', 'limitChanged'])
})

test('its status follows from what is used', async () => {
  const clientId = await clientIn(tenant)
  const { id } = await statusOf(clientId)
  await at.owner('update credit_status set utilised = 80000 where id = $1', [id])
  const set = async (creditLimit: string | null) =>
    (await tenant.api.put(`/credit-statuses/${id}`, { creditLimit })).body
  expect(await set('1000.01')).toMatchObject({ status: 'OK', available: '200.01' })
  expect(await set('1000')).toMatchObject({ status: 'WARNING', available: '200.00' })
  expect(await set('800')).toMatchObject({ status: 'BLOCKED', available: '0.00' })
  expect(await set('700')).toMatchObject({ status: 'BLOCKED', available: '-100.00' })
  expect(await set(null)).toMatchObject({ status: 'OK', available: null })
})

test('a temporary limit holds to the end of its day', async () => {
  const clientId = await clientIn(tenant)
  const { id } = await statusOf(clientId)
  const put = (body: object) => tenant.api.put(`/credit-statuses/${id}`, body)
  const open = await put({ creditLimit: '100', temporaryLimit: '900' })
  expect(open.body.errors[0]).toMatchObject({ pointer: '/temporaryUntil', code: 'REQUIRED' })
  const nothing = await put({ temporaryUntil: dayFromNow(at, 2) })
  expect(nothing.body.errors[0]).toMatchObject({ pointer: '/temporaryLimit', code: 'REQUIRED' })
  const past = await put({ temporaryLimit: '900', temporaryUntil: dayFromNow(at, -2) })
  expect(past.body.errors[0]).toMatchObject({ pointer: '/temporaryUntil', code: 'IN_THE_PAST' })
  const made = await put({
    creditLimit: '100',
    temporaryLimit: '900',
    temporaryUntil: dayFromNow(at, 2),
  })
  expect(made.body).toMatchObject({ available: '900.00' })
  await at.owner('update credit_status set utilised = 15000 where client_id = $1', [clientId])
  expect(await statusOf(clientId)).toMatchObject({ available: '750.00', status: 'OK' })
  const foundBy = async (status: string | string[]) =>
    (await tenant.api.post('/credit-statuses/search', { filters: { clientId, status } })).body.data
  expect([(await foundBy('OK')).length, (await foundBy('BLOCKED')).length]).toEqual([1, 0])
  const now = at.clock.now
  at.clock.now = new Date(now.getTime() + 4 * 86_400_000)
  await at.owner(`update token set expires_at = expires_at + interval '30 days'`)
  expect(await statusOf(clientId)).toMatchObject({ available: '-50.00', status: 'BLOCKED' })
  expect([(await foundBy('OK')).length, (await foundBy('BLOCKED')).length]).toEqual([0, 1])
  expect(await foundBy(['OK', 'WARNING'])).toEqual([])
  expect(await foundBy(['OK', 'BLOCKED'])).toHaveLength(1)
  at.clock.now = now
  const gone = await put({ temporaryLimit: null })
  expect(gone.body).toMatchObject({ temporaryLimit: null, temporaryUntil: null })
  const precise = await put({ creditLimit: '1.005' })
  expect(precise.body.errors[0]).toMatchObject({ pointer: '/creditLimit', code: 'TOO_PRECISE' })
})

test('many are changed together, or none', async () => {
  const clients = [await clientIn(tenant), await clientIn(tenant)]
  const [one, two] = [await statusOf(clients[0]!), await statusOf(clients[1]!)]
  const many = (items: object[]) => tenant.api.put('/credit-statuses/multiple-update', { items })
  const done = await many([
    { id: one.id, creditLimit: '10' },
    { id: two.id, creditLimit: '20', version: two.version },
  ])
  expect(done.body.data).toMatchObject([{ creditLimit: '10.00' }, { creditLimit: '20.00' }])
  const stale = await many([
    { id: one.id, creditLimit: '99' },
    { id: two.id, creditLimit: '99', version: two.version },
  ])
  expect(stale.body).toMatchObject({
    code: 'VERSION_CONFLICT',
    errors: [{ pointer: '/items/1/version' }],
  })
  const foreign = await many([{ id: `${one.id.slice(0, -4)}0000`, creditLimit: '1' }])
  expect(foreign.body).toMatchObject({ code: 'NOT_FOUND', errors: [{ pointer: '/items/0/id' }] })
  const twice = await many([one, one].map(({ id }) => ({ id, creditLimit: '1' })))
  expect(twice.body.errors[0]).toMatchObject({ pointer: '/items/1/id', code: 'TWICE' })
  const nothing = await many([{ id: one.id, version: 1 }])
  expect([nothing.status, nothing.body.errors[0].pointer]).toEqual([400, '/items/0'])
  expect(await statusOf(clients[0]!)).toMatchObject({ creditLimit: '10.00' })
})

let identities = 0

const anIdentity = async (unit: Unit) =>
  unit.add(SystemDebtor, {
    identificationNumber: String(5566778899 + identities++),
    countryCode: 'SE',
    type: 'COMPANY',
    name: 'Nordic Timber AB',
    status: 'ACTIVE',
  }).id

test('the limit of a system debtor is set in a currency, found, and taken away', async () => {
  const { api } = tenant
  const id = await tenant.work(anIdentity)
  const path = `/system-debtor-credit-status/system-debtor/${id}`
  const slip = await api.put(path, { currency: 'ZZZ', creditLimit: '1000.00' })
  expect(slip).toMatchObject({ status: 400, body: { errors: [{ pointer: '/currency' }] } })
  const made = await api.put(path, { currency: 'EUR', creditLimit: '1000.00' })
  expect(made.body).toMatchObject({ systemDebtorId: id, creditLimit: '1000.00' })
  const again = await api.put(path, { currency: 'EUR', creditLimit: '2000.00' })
  expect(again.body).toMatchObject({ id: made.body.id, creditLimit: '2000.00' })
  expect((await api.get(path)).body.data).toEqual([again.body])
  const one = `/system-debtor-credit-status/currency-status/${made.body.id}`
  expect((await api.get(one)).body).toEqual(again.body)
  const gone = await api.put(one, { creditLimit: null, version: again.body.version })
  expect(gone.body).toMatchObject({ creditLimit: null, available: null })
  const found = await api.post('/system-debtor-credit-status/currency-status/search', {
    filters: { systemDebtorId: id },
  })
  expect(found.body.data).toEqual([gone.body])
  const more = { currency: 'SEK', creditLimit: '500.00' }
  const other = await api.put(path, more)
  expect([other.body.version, gone.body.version]).toEqual([2, 4])
  expect((await api.put(path, { ...more, version: 4 })).body.code).toBe('VERSION_CONFLICT')
  expect((await api.put(path, { ...more, version: 2 })).status).toBe(200)
  const first = { currency: 'EUR', creditLimit: '900.00' }
  expect((await api.put(path, { ...first, version: 2 })).body.code).toBe('VERSION_CONFLICT')
  expect((await api.put(path, { ...first, version: 4 })).body).toMatchObject({ version: 5 })
  expect((await api.put(path, { ...first, currency: 'NOK', version: 5 })).status).toBe(409)
  const nobody = `/system-debtor-credit-status/system-debtor/${id.slice(0, -4)}0000`
  expect((await api.get(nobody)).status).toBe(404)
  expect((await api.put(nobody, { currency: 'EUR', creditLimit: '1' })).status).toBe(404)
})

test('a client does not set limits of its own, nor of its debtors', async () => {
  const clientId = await clientIn(tenant)
  const { id } = await statusOf(clientId)
  const rights = ['UpdateClientCreditStatuses', 'UpdateSystemDebtorCreditStatus'] as const
  const bound = await tenant.holding(rights, { clientId, kind: 'CLIENT' })
  const items = [{ id, creditLimit: '1' }]
  const row = `SC${id.slice(2)}`
  for (const [path, body] of [
    [`/credit-statuses/${id}`, { creditLimit: '1' }],
    ['/credit-statuses/multiple-update', { items }],
    [`/system-debtor-credit-status/currency-status/${row}`, { creditLimit: '1' }],
  ] as const) {
    const refused = await bound.put(path, body)
    expect(refused).toMatchObject({ status: 403, body: { code: 'CLIENT_MAY_NOT_DECIDE' } })
  }
})

test('a client reads no limits of system debtors: they count what other clients have open', async () => {
  const [clientId, systemDebtorId] = [await clientIn(tenant), await tenant.work(anIdentity)]
  const path = `/system-debtor-credit-status/system-debtor/${systemDebtorId}`
  const made = await tenant.api.put(path, { currency: 'EUR', creditLimit: '1000.00' })
  const rights = ['ReadSystemDebtorCreditStatus', 'SearchSystemDebtorCreditStatuses'] as const
  const bound = await tenant.holding(rights, { clientId, kind: 'CLIENT' })
  for (const answer of [
    await bound.get(path),
    await bound.get(`/system-debtor-credit-status/currency-status/${made.body.id}`),
    await bound.post('/system-debtor-credit-status/currency-status/search', {}),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  }
})
