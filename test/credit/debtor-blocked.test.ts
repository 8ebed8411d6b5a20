import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBlocked } from '../../src/activities/debtors/blocked.ts'
import type { BlockedProduct } from '../../src/domain/debtors/block.ts'
import { Debtor } from '../../src/entities/debtor.ts'
import { dayFromNow } from '../factoring/ground.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clients: string[]

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clients = [await clientIn(tenant), await clientIn(tenant)]
  for (const clientId of clients) await createdInvoice(tenant, clientId)
  await tenant.api.post('/reason-code', { code: 'RISK', type: 'DENY', name: 'Risk' })
})
afterAll(() => at.close())

const block = (body: object) =>
  tenant.api.post('/debtor-blocked', { identificationNumber: '556677-8899', ...body })
const blocked = (clientId: string, product: BlockedProduct = 'FACTORING') =>
  tenant.work(async (unit) => isBlocked(unit, await unit.load(Debtor, { clientId }), product))

test('a debtor is blocked for all, however the number is written, and unblocked', async () => {
  const made = await block({ reasonCode: 'RISK', comment: 'Late again' })
  expect(made).toMatchObject({
    status: 201,
    body: {
      identificationNumber: '5566778899',
      countryCode: 'SE',
      scope: 'TENANT',
      clientId: null,
      products: ['FACTORING'],
      reasonCode: 'RISK',
      blockedFrom: dayFromNow(at, 0),
    },
  })
  expect(made.headers.get('location')).toBe('/debtor-blocked/5566778899')
  expect((await block({})).body).toMatchObject({ code: 'ALREADY_EXISTS' })
  for (const number of ['5566778899', '556677-8899', '16556677-8899']) {
    expect((await tenant.api.get(`/debtor-blocked/${number}`)).body).toEqual(made.body)
  }
  expect(await blocked(clients[0]!)).toBe(true)
  expect(await blocked(clients[1]!)).toBe(true)
  expect(await blocked(clients[0]!, 'CREDIT')).toBe(false)
  const found = await tenant.api.post('/debtor-blocked/search', { filters: { scope: 'TENANT' } })
  expect(found.body.data).toEqual([made.body])
  for (const number of ['5566778899', '556677-8899', { contains: '7-88' }]) {
    const filters = { identificationNumber: number }
    const { body } = await tenant.api.post('/debtor-blocked/search', { filters })
    expect(body.data).toEqual([made.body])
  }
  expect((await tenant.api.get('/debtor-blocked')).body.data).toHaveLength(1)
  expect((await tenant.api.delete('/debtor-blocked/556677-8899')).status).toBe(204)
  expect(await blocked(clients[0]!)).toBe(false)
  expect((await tenant.api.get('/debtor-blocked/5566778899')).status).toBe(404)
  const events = await at.owner(`select name from event where type = 'DEBTOR_BLOCKED' order by id`)
  expect(events.map(({ name }) => name)).toEqual(['created', 'deleted'])
})

test('by one client it is blocked for that one', async () => {
  await block({ clientId: clients[0], products: ['FACTORING', 'CREDIT', 'CREDIT'] })
  expect(await blocked(clients[0]!, 'CREDIT')).toBe(true)
  expect(await blocked(clients[1]!)).toBe(false)
  await tenant.api.delete('/debtor-blocked/5566778899')
})

test('clients and the tenant block the same debtor beside each other', async () => {
  const rights = ['CreateDebtorBlocked', 'ReadDebtorBlocked', 'DeleteDebtorBlocked'] as const
  const number = { identificationNumber: '556677-8899' }
  const [one, two] = await Promise.all(
    clients.map((clientId) => tenant.holding([...rights], { clientId, kind: 'CLIENT' })),
  )
  for (const bound of [one!, two!]) {
    expect((await bound.post('/debtor-blocked', number)).status).toBe(201)
    expect((await bound.post('/debtor-blocked', number)).body).toMatchObject({
      code: 'ALREADY_EXISTS',
      errors: [{ pointer: '/identificationNumber' }],
    })
  }
  const ofAll = await block({ products: ['CREDIT'] })
  expect(ofAll.status).toBe(201)
  expect((await tenant.api.get('/debtor-blocked/5566778899')).body).toEqual(ofAll.body)
  expect((await one!.delete('/debtor-blocked/5566778899')).status).toBe(204)
  expect([await blocked(clients[0]!), await blocked(clients[1]!)]).toEqual([true, true])
  expect(await blocked(clients[0]!, 'SERVICE')).toBe(false)
  expect((await tenant.api.delete('/debtor-blocked/5566778899')).status).toBe(204)
  expect((await two!.get('/debtor-blocked/5566778899')).status).toBe(404)
  expect(await blocked(clients[0]!, 'CREDIT')).toBe(false)
})

test('of eight who block at once one does', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => block({})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
  await tenant.api.delete('/debtor-blocked/5566778899')
})

test('from a day to come it is not blocked yet', async () => {
  await block({ blockedFrom: dayFromNow(at, 3) })
  expect(await blocked(clients[0]!)).toBe(false)
  await tenant.api.delete('/debtor-blocked/5566778899')
})

test('in another country it is somebody else', async () => {
  await block({ countryCode: 'NO' })
  expect(await blocked(clients[0]!)).toBe(false)
  await tenant.api.delete('/debtor-blocked/5566778899')
})

test('where nobody says the country, it is the one in which the debtor is known', async () => {
  const clientId = await clientIn(tenant)
  await createdInvoice(tenant, clientId, {
    debtor: {
      customerNumber: 'NO-1',
      name: 'Fjord AS',
      type: 'COMPANY',
      identificationNumber: 'NO 999 888 777 MVA',
      invoiceAddress: { address: 'Kaia 1', zip: '0150', city: 'Oslo', countryCode: 'NO' },
    },
  })
  const made = await block({ identificationNumber: '999888777' })
  expect(made.body).toMatchObject({ countryCode: 'NO', identificationNumber: '999888777' })
  expect(await blocked(clientId)).toBe(true)
  expect((await tenant.api.delete('/debtor-blocked/999888777')).status).toBe(204)
})

test('a client blocks for itself, and is bound by what binds all', async () => {
  const bound = await tenant.holding(
    ['CreateDebtorBlocked', 'ReadDebtorBlocked', 'DeleteDebtorBlocked'],
    { clientId: clients[0]!, kind: 'CLIENT' },
  )
  const own = (body: object) =>
    bound.post('/debtor-blocked', { identificationNumber: '556677-8899', ...body })
  expect((await own({ scope: 'TENANT' })).body.errors[0]).toMatchObject({ pointer: '/scope' })
  const named = await own({ clientId: clients[0] })
  expect(named.body.errors[0]).toMatchObject({ pointer: '/clientId', code: 'COMES_FROM_TOKEN' })
  expect((await own({})).body).toMatchObject({ scope: 'CLIENT', clientId: clients[0] })
  expect((await bound.delete('/debtor-blocked/5566778899')).status).toBe(204)
  await block({})
  expect((await bound.get('/debtor-blocked/5566778899')).status).toBe(404)
  await tenant.api.delete('/debtor-blocked/5566778899')
})

test.each([
  [{ identificationNumber: '--' }, 400, '/identificationNumber'],
  [{ scope: 'CLIENT' }, 400, '/clientId'],
  [{ products: [] }, 400, '/products'],
  [{ reasonCode: 'NOBODY' }, 404, '/reasonCode'],
])('what means nothing is refused: %j', async (body, status, pointer) => {
  const refused = await block(body)
  expect(refused.status).toBe(status)
  expect(refused.body.errors[0]).toMatchObject({ pointer })
})

test('a block of the whole tenant names no client', async () => {
  const refused = await block({ scope: 'TENANT', clientId: clients[0] })
  expect(refused.body.errors[0]).toMatchObject({ pointer: '/clientId', code: 'NOT_ALLOWED' })
})

test('what the tenant blocked for a client is not the client’s to unblock', async () => {
  const clientId = await clientIn(tenant)
  const own = await tenant.holding(['CreateDebtorBlocked', 'DeleteDebtorBlocked'], { clientId })
  const identificationNumber = '5560360793'
  await block({ identificationNumber, clientId })
  const path = `/debtor-blocked/${identificationNumber}`
  expect((await own.delete(path)).body.code).toBe('ACCESS_DENIED')
  expect((await tenant.api.delete(path)).status).toBe(204)
  expect((await own.post('/debtor-blocked', { identificationNumber })).status).toBe(201)
  expect((await own.delete(path)).status).toBe(204)
})
