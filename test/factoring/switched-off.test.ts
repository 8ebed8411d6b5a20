import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { activateAll, Caller } from '../storm/caller.ts'
import { activated, decided, financedClient, newDebtor } from './ground.ts'

// Nothing is sold by a part of the platform that is switched off, by whatever way it is asked for.
let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
})
beforeEach(async () => {
  tenant = await tenantIn(at)
  clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 30 } })
})
afterAll(() => at.close())

async function switched(enabled: boolean, code = 'factoring') {
  const answer = await tenant.api.put(`/system-setting/modules.${code}.enabled`, { value: enabled })
  // Who called within the last second is refused by what was known of them then.
  at.clock.now = new Date(at.clock.now.getTime() + 2_000)
  return answer
}
const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const worked = () => {
  const ground = { at, tenant, clients: [clientId], claims: [], vouchers: [], transactions: [] }
  return activateAll(new Caller(ground, { api: tenant.api, boundTo: null }, []))
}

async function created(): Promise<string> {
  const { body } = await tenant.api.post('/invoices', {
    clientId,
    invoiceNumber: `N-${Math.random()}`.slice(0, 20),
    debtor: newDebtor(),
    dates: { invoiceDate: '2026-11-20', expireDate: '2026-12-20' },
    articleRows: [{ description: 'Work', quantity: '10', price: '1000.00', vatPercentage: 25 }],
  })
  return body.id
}

test('an invoice is not activated to be sold', async () => {
  const id = await created()
  expect((await switched(false)).status).toBe(200)
  const sold = { productCode: 'INVOICE_FACTORING_SELL' }
  const refused = await tenant.api.put(`/invoices/${id}/activate`, sold)
  expect([refused.status, refused.body.code]).toEqual([409, 'PRODUCT_NOT_ENABLED'])
  await switched(true)
  expect((await tenant.api.put(`/invoices/${id}/activate`, sold)).status).toBe(202)
})

test('what a client sells always is served until the part is there again', async () => {
  const setting = `/clients/${clientId}/settings/invoice`
  expect((await tenant.api.put(setting, { autoFactoring: true })).status).toBe(200)
  const id = await created()
  await switched(false)
  await tenant.api.put(`/invoices/${id}/activate`, { productCode: 'INVOICE_SERVICE' })
  await worked()
  expect((await invoice(id)).statuses).toMatchObject({ main: 'ACTIVATED', financing: 'NONE' })
  const errands = await tenant.api.get('/errands/system?status=OPEN')
  expect(errands.body.data).toEqual([])
})

test('a decision that is under way waits for a person, and goes on afterwards', async () => {
  const id = await activated(at, tenant, clientId, { debtor: newDebtor() })
  const asked = await tenant.api.put(`/factoring-decisions/${id}/factoring`, {})
  await switched(false)
  expect((await decided(at, tenant, asked.body.id)).status).toBe('WAITING')
  const { data } = (await tenant.api.get('/errands/system?type=CREDIT')).body
  expect(data[0].title).toContain('The module factoring is switched off')
  expect((await invoice(id)).statuses.financing).toBe('REQUESTED')
  await switched(true)
  const approved = { status: 'DECIDED', financeDecision: 'APPROVED' }
  const moved = await tenant.api.put(`/factoring-decisions/${asked.body.id}/move`, approved)
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  expect((await invoice(id)).statuses.financing).toBe('FINANCED')
})

test('a product of it is neither switched on nor made the one by default', async () => {
  const { data } = (await tenant.api.get(`/client-products?clientId=${clientId}&limit=20`)).body
  const of = (code: string) =>
    data.find(({ productCode }: { productCode: string }) => productCode === code).id
  await switched(false)
  const on = await tenant.api.put(`/client-products/${of('INVOICE_FACTORING_PLEDGE')}/toggle`, {
    enabled: true,
    recourseDays: 30,
  })
  expect([on.status, on.body.code]).toEqual([404, 'FEATURE_DISABLED'])
  const first = await tenant.api.put(`/client-products/${of('INVOICE_FACTORING_SELL')}/default`)
  expect([first.status, first.body.code]).toEqual([404, 'FEATURE_DISABLED'])
  await switched(false, 'reminders')
  const reminders = await tenant.api.put(`/client-products/${of('REMINDER')}/toggle`, {
    enabled: true,
  })
  expect(reminders.body.code).toBe('FEATURE_DISABLED')
})
