import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { activated, asked, financedClient, newDebtor } from './ground.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

test('a country is opened, changed, found and closed', async () => {
  const { api } = tenant
  const made = await api.post('/factoring-country', {
    code: 'NO',
    currencies: ['NOK', 'NOK', 'EUR'],
    maxLimit: '500000.00',
    maxLimitCurrency: 'NOK',
  })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe('/factoring-country/NO')
  expect(made.body).toMatchObject({
    code: 'NO',
    enabled: true,
    currencies: ['NOK', 'EUR'],
    maxLimit: '500000.00',
    maxLimitCurrency: 'NOK',
    riskWeight: '1',
    requiresInsurance: false,
  })
  expect((await api.post('/factoring-country', { code: 'NO' })).body.code).toBe('ALREADY_EXISTS')
  const changed = await api.put('/factoring-country/NO', {
    enabled: false,
    riskWeight: '1.5',
    version: 1,
  })
  expect(changed.body).toMatchObject({ enabled: false, riskWeight: '1.5', version: 2 })
  const found = await api.post('/factoring-country/search', { filters: { enabled: false } })
  expect(found.body.data).toEqual([changed.body])
  expect((await api.get('/factoring-country?code=NO')).body.data).toEqual([changed.body])
  const unlimited = await api.put('/factoring-country/NO', { maxLimit: null })
  expect(unlimited.body).toMatchObject({ maxLimit: null, maxLimitCurrency: null })
  expect((await api.delete('/factoring-country/NO')).status).toBe(204)
  expect((await api.get('/factoring-country/NO')).status).toBe(404)
})

test('a country is opened for money that there is', async () => {
  const sent = { code: 'DK', currencies: ['DKK', 'ZZZ'], maxLimitCurrency: 'ZZZ' }
  const { status, body } = await tenant.api.post('/factoring-country', sent)
  expect(status).toBe(400)
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/currencies/1',
    '/maxLimitCurrency',
  ])
})

test('a limit keeps the places of its currency, and never changes it alone', async () => {
  const { api } = tenant
  const yen = { code: 'JP', maxLimit: '100.5', maxLimitCurrency: 'JPY' }
  const precise = await api.post('/factoring-country', yen)
  expect(precise.body.errors[0]).toMatchObject({ pointer: '/maxLimit', code: 'TOO_PRECISE' })
  const made = await api.post('/factoring-country', { code: 'JP', maxLimit: '100' })
  expect(made.body).toMatchObject({ maxLimit: '100.00', maxLimitCurrency: 'SEK' })
  const alone = await api.put('/factoring-country/JP', { maxLimitCurrency: 'JPY' })
  expect(alone.body.errors[0]).toMatchObject({ pointer: '/maxLimit', code: 'REQUIRED' })
})

test('the engine asks where the debtor is', async () => {
  const clientId = await financedClient(tenant)
  const decide = async (countryCode: string) => {
    const address = { name: 'X', address: 'Street 1', zip: '1', city: 'Town', countryCode }
    const debtor = newDebtor({ invoiceAddress: address })
    const invoiceId = await activated(at, tenant, clientId, { debtor })
    await asked(at, tenant, invoiceId)
    return (await tenant.api.get(`/factoring-decisions/invoice/${invoiceId}`)).body
  }
  expect(await decide('FI')).toMatchObject({ status: 'WAITING' })
  await tenant.api.post('/factoring-country', { code: 'FI', currencies: ['SEK'] })
  expect(await decide('FI')).toMatchObject({ financeDecision: 'APPROVED' })
  await tenant.api.put('/factoring-country/FI', { currencies: ['EUR'] })
  expect(await decide('FI')).toMatchObject({ financeDecision: 'DENIED' })
})
