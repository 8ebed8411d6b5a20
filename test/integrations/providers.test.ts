import { expect, test } from 'vitest'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'
import { activated, asked, financedClient, newDebtor } from '../factoring/ground.ts'

const { at, tenant } = await worldWithTenant()
const { api } = tenant

const brand = async (more: object = {}, of = tenant) => {
  const name = `Brand ${Math.random().toString(36).slice(2)}`
  const answer = await of.api.post('/instance-providers', { name, ...more })
  expect([answer.status, answer.body.code]).toEqual([201, undefined])
  return answer.body
}
const provider = async (code: string, more: object = {}) => {
  const body = { code, name: `${code} Finans`, type: 'FINANCIER', ...more }
  return (await api.post('/service-providers', body)).body
}
const defaults = async (of: string) =>
  at.owner('select id from instance_provider where tenant_id = $1 and is_default', [of])

test('the first instance provider is the default, and has the country of its tenant', async () => {
  const other = await tenantIn(at)
  const first = await brand({}, other)
  expect(first).toMatchObject({ isDefault: true, countryCode: 'SE', currency: 'SEK' })
  const second = await brand({ countryCode: 'NO', currency: 'NOK' }, other)
  expect(second).toMatchObject({ isDefault: false, countryCode: 'NO', currency: 'NOK' })
  expect((await api.get(`/instance-providers/${second.id}`)).status).toBe(404)
})

test('one of many that are made the default at once is it', async () => {
  const all = [await brand(), await brand(), await brand(), await brand()]
  const answers = await Promise.all([
    ...all.map(({ id }) => api.put(`/instance-providers/${id}/default`, {})),
    brand().then(() => ({ status: 200 })),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await defaults(tenant.id)).toHaveLength(1)
})

test('many that are the first at once leave one default', async () => {
  const other = await tenantIn(at)
  await Promise.all([1, 2, 3, 4].map(() => brand({}, other)))
  expect(await defaults(other.id)).toHaveLength(1)
})

test('a new client has the default one, its country, and accounts in its currency', async () => {
  const other = await tenantIn(at)
  const [swedish, norwegian] = [
    await brand({}, other),
    await brand({ countryCode: 'NO', currency: 'NOK' }, other),
  ]
  const read = async (id: string) => (await other.api.get(`/clients/${id}`)).body
  expect((await read(await clientIn(other))).instanceProviderId).toBe(swedish.id)
  const id = await clientIn(other, {
    instanceProviderId: norwegian.id,
    identificationNumber: '923609016',
  })
  expect(await read(id)).toMatchObject({ instanceProviderId: norwegian.id, countryCode: 'NO' })
  const { body } = await other.api.get(`/client-accounts?clientId=${id}`)
  const kinds = body.data.map(({ type, currency }: Record<string, string>) => `${type} ${currency}`)
  expect(kinds.toSorted()).toEqual(['MAIN NOK', 'MAIN SEK', 'RESERVE NOK', 'RESERVE SEK'])
  const foreign = await api.put(`/clients/${await clientIn(tenant)}`, {
    instanceProviderId: norwegian.id,
  })
  expect([foreign.status, foreign.body.errors?.[0].pointer]).toEqual([404, '/instanceProviderId'])
})

test('an instance provider stays while it is the default, or a client has it', async () => {
  const other = await tenantIn(at)
  const [first, used, free] = [
    await brand({}, other),
    await brand({}, other),
    await brand({}, other),
  ]
  const clientId = await clientIn(other, { instanceProviderId: used.id })
  const remove = async (id: string) => {
    const answer = await other.api.delete(`/instance-providers/${id}`)
    return [answer.status, answer.body?.code]
  }
  expect(await remove(first.id)).toEqual([409, 'INSTANCE_PROVIDER_IS_DEFAULT'])
  expect(await remove(used.id)).toEqual([409, 'IN_USE'])
  const settings = { 'invoice.paymentTermsDays': 9 }
  await other.api.put(`/settings/instance-provider/${free.id}`, { settings })
  expect((await remove(free.id))[0]).toBe(204)
  const left = await at.owner('select id from setting_choice where tenant_id = $1', [other.id])
  expect(left).toEqual([])
  await other.api.put(`/clients/${clientId}`, { instanceProviderId: null })
  expect((await remove(used.id))[0]).toBe(204)
})

test('a service provider that is off is given to no further client', async () => {
  const { id } = await provider('OFF', { type: 'ADMINISTRATOR' })
  const clientId = await clientIn(tenant, { serviceProviderId: id })
  const off = await api.put(`/service-providers/${id}`, { active: false })
  expect(off.body).toMatchObject({ code: 'OFF', active: false })
  const renamed = await api.put(`/service-providers/${id}`, { name: 'Off AB' })
  expect(renamed.body).toMatchObject({ name: 'Off AB', active: false, version: 3 })
  const put = (of: string, serviceProviderId: string | null) =>
    api.put(`/clients/${of}`, { serviceProviderId })
  expect((await put(clientId, id)).status).toBe(200)
  const refused = await put(await clientIn(tenant), id)
  expect([refused.status, refused.body.code]).toEqual([409, 'NOT_FOR_FURTHER_CLIENTS'])
  const { body } = await api.get(`/clients?serviceProviderId=${id}`)
  expect(body.data.map((each: { id: string }) => each.id)).toEqual([clientId])
  expect(
    (await api.post('/service-providers', { code: 'OFF', name: 'X', type: 'INSURER' })).status,
  ).toBe(409)
})

test('who takes over the funding is a financier that the tenant knows, and somebody else', async () => {
  const clientId = await financedClient(tenant)
  const debtor = newDebtor()
  const more = { debtor, serviceProviderCode: 'OWN' }
  const invoiceId = await activated(at, tenant, clientId, more)
  await asked(at, tenant, invoiceId)
  await provider('OWN')
  await provider('OTHER')
  const fund = async (toProviderCode: string) => {
    const body = { toProviderCode, amount: '100.00' }
    const answer = await api.put(`/invoice-refinancing/${invoiceId}`, body)
    return [answer.status, answer.body.errors?.[0].code]
  }
  expect(await fund('OWN')).toEqual([400, 'SAME_PROVIDER'])
  expect(await fund('NOBODY')).toEqual([400, 'UNKNOWN_PROVIDER'])
  await provider('SELF', { isInternal: true })
  expect(await fund('SELF')).toEqual([400, 'UNKNOWN_PROVIDER'])
  expect((await fund('OTHER'))[0]).toBe(200)
})
