import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentMethodConfiguration } from '../../src/entities/payment-method.ts'
import { decryptSecret } from '../../src/ports/keys/secrets.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const path = '/payment-methods/configurations'
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const methodOf = async (code: string, direction = 'IN') =>
  (await tenant.api.get(`/payment-methods?code=${code}&direction=${direction}`)).body.data[0]
const configured = async (code: string, more: object = {}) => {
  const sent = { methodId: (await methodOf(code)).id, providerCode: 'SIMULATOR', currency: 'SEK' }
  return tenant.api.post(path, { ...sent, ...more })
}

test('a tenant begins with every method, and switches them on and off', async () => {
  const { data } = (await tenant.api.get('/payment-methods?limit=100')).body
  expect(data).toHaveLength(16)
  expect(await methodOf('BANKGIRO', 'OUT')).toMatchObject({ enabled: true, currencies: ['SEK'] })
  const swish = await methodOf('SWISH')
  expect(swish).toMatchObject({ enabled: false, countries: ['SE'] })
  const changed = await tenant.api.put(`/payment-methods/${swish.id}`, { enabled: true })
  expect(changed).toMatchObject({ status: 200, body: { enabled: true, version: 2 } })
  const wrong = await tenant.api.put(`/payment-methods/${swish.id}`, { currencies: ['XXY'] })
  expect(refusalOf(wrong)).toEqual([400, 'VALIDATION_FAILED', '/currencies/0'])
  const other = await tenantIn(at)
  expect((await other.api.get(`/payment-methods/${swish.id}`)).status).toBe(404)
})

test('a configuration has limits, and credentials that nobody is shown', async () => {
  const credentials = { merchantId: 'secret-of-the-merchant' }
  const limits = { minAmount: '1.00', maxAmount: '150000.00' }
  const made = await configured('SWISH', { ...limits, credentials })
  expect(made).toMatchObject({ status: 201, body: { ...limits, hasCredentials: true } })
  const shown = await tenant.api.get(`${path}/${made.body.id}`)
  const told = await at.owner('select entries from journal where owner_id = $1', [made.body.id])
  expect(JSON.stringify([made.body, shown.body, told])).not.toContain('merchant')
  const opened = await tenant.work(async (unit) => {
    const { id, credentials: sealed } = await unit.load(PaymentMethodConfiguration, made.body.id)
    const place = { table: 'payment_method_configuration', column: 'credentials', id }
    return decryptSecret(unit.runtime.keys, sealed!, { ...place, tenantId: unit.tenantId })
  })
  expect(JSON.parse(opened.toString('utf8'))).toEqual(credentials)
  const put = (change: object) => tenant.api.put(`${path}/${made.body.id}`, change)
  expect(refusalOf(await put({ maxAmount: '0.99' }))).toEqual([
    400,
    'VALIDATION_FAILED',
    '/maxAmount',
  ])
  expect((await put({ maxAmount: null, credentials: null })).body).toMatchObject({
    minAmount: '1.00',
    maxAmount: null,
    hasCredentials: false,
  })
  expect(refusalOf(await configured('SWISH', { currency: 'EUR' }))).toEqual([
    409,
    'CURRENCY_NOT_TAKEN',
    '/currency',
  ])
  for (const minAmount of ['0', '1.001']) {
    expect(refusalOf(await configured('SWISH', { minAmount }))[2]).toBe('/minAmount')
  }
})

test('it is bound to a client once, and deleted when it is bound to nobody', async () => {
  const clientId = await clientIn(tenant)
  const { id: configurationId } = (await configured('CARD')).body
  const bind = () => tenant.api.post(`${path}/client`, { configurationId, clientId })
  expect(await bind()).toMatchObject({ status: 201, body: { ownerType: 'CLIENT', clientId } })
  expect((await bind()).body.code).toBe('ALREADY_EXISTS')
  const code = `P${Date.now()}`
  const provider = { code, name: 'Somebody', type: 'FINANCIER' }
  const { id: serviceProviderId } = (await tenant.api.post('/service-providers', provider)).body
  const toProvider = { configurationId, serviceProviderId }
  expect((await tenant.api.post(`${path}/service-provider`, toProvider)).status).toBe(201)
  const found = await tenant.api.post(`${path}/client/search`, { filters: { clientId } })
  expect(found.body.data).toMatchObject([{ configurationId, clientId }])
  expect((await tenant.api.delete(`${path}/${configurationId}`)).status).toBe(409)
  const bound = await tenant.holding(['DeletePaymentMethodConfiguration'], { clientId })
  const ofClient = `${path}/client/${configurationId}/${clientId}`
  expect((await bound.delete(ofClient)).status).toBe(403)
  expect((await tenant.api.delete(ofClient)).status).toBe(204)
  expect((await tenant.api.delete(ofClient)).status).toBe(404)
  const ofProvider = `${path}/service-provider/${configurationId}/${serviceProviderId}`
  expect((await tenant.api.delete(ofProvider)).status).toBe(204)
  expect((await tenant.api.delete(`${path}/${configurationId}`)).status).toBe(204)
})
