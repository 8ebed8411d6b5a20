import { expect, test } from 'vitest'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { tenant } = await worldWithTenant()
const { api } = tenant
const path = '/client-financial-price-template'

const template = async (more: object = {}) =>
  (await api.post(path, { name: `Template ${Math.random()}`, ...more })).body

test('a template gives its new clients their products, and is renamed', async () => {
  const made = await template({ products: ['INVOICE_SERVICE', 'REMINDER'] })
  expect(made).toMatchObject({ enabled: true, description: '', version: 1 })
  const clientId = await clientIn(tenant, { templateId: made.id })
  const { body } = await api.get(`/client-products?clientId=${clientId}&limit=100`)
  const on = body.data.filter(({ enabled }: { enabled: boolean }) => enabled)
  expect(on.map(({ productCode }: { productCode: string }) => productCode).toSorted()).toEqual([
    'INVOICE_SERVICE',
    'REMINDER',
  ])
  const renamed = await api.put(`${path}/${made.id}`, { name: 'Small ones' })
  expect(renamed.body).toMatchObject({ name: 'Small ones', products: made.products, version: 2 })
  expect((await api.post(path, { name: 'small  ones' })).body.code).toBe('ALREADY_EXISTS')
  const terms = await api.post(path, { name: 'F', products: ['INVOICE_FACTORING_SELL'] })
  expect(terms.status).toBe(400)
})

test('a template that is off is given to no further client, and kept by those that have it', async () => {
  const { id } = await template()
  const clientId = await clientIn(tenant, { templateId: id })
  const off = await api.put(`${path}/${id}/enabled`, { enabled: false })
  expect(off.body.enabled).toBe(false)
  const put = (of: string, sent: object) => api.put(`/clients/${of}`, sent)
  expect((await put(clientId, { templateId: id, name: 'Kept AB' })).status).toBe(200)
  const refused = await put(await clientIn(tenant), { templateId: id })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([409, '/templateId'])
  expect((await put(clientId, { templateId: null })).body.templateId).toBeNull()
})

test('templates are the tenant’s alone', async () => {
  const { id } = await template()
  const clientId = await clientIn(tenant)
  const client = await tenant.holding(['ReadTemplate', 'EditTemplate'], {
    kind: 'CLIENT',
    clientId,
  })
  expect((await client.get(`${path}/${id}`)).status).toBe(404)
  expect((await client.put(`${path}/${id}/enabled`, { enabled: false })).status).toBe(403)
  const own = await tenant.holding(['UpdateClients'], { kind: 'CLIENT', clientId })
  expect((await own.put(`/clients/${clientId}`, { templateId: id })).status).toBe(403)
  expect((await own.put(`/clients/${clientId}`, { name: 'Own AB', templateId: null })).status).toBe(
    200,
  )
})
