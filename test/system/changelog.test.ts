import { expect, test } from 'vitest'
import { worldWithTenant } from '../support/world.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { personIn, roleIn } from '../access/people.ts'

const { at, tenant } = await worldWithTenant()

test('a created or deleted row is logged as it was, a change with both values', async () => {
  const roleId = await roleIn(tenant, ['ReadRole'])
  const { id, email } = await personIn(at, tenant)
  await tenant.api.put(`/users/${id}`, { name: 'Another' })
  await tenant.api.post(`/users/${id}/roles`, { roleId })
  await tenant.api.delete(`/users/${id}/roles/${roleId}`)
  const { body } = await tenant.api.get(`/changelog/user/${id}`)
  const told: { action: string; entityId: string; clientId: null; changes: object }[] = body.data
  expect(told.every(({ entityId, clientId }) => entityId === id && clientId === null)).toBe(true)
  const [went, came, named] = told
  const link = { userId: id, roleId }
  expect(went).toMatchObject({ action: 'DELETED', changes: { UserRole: { from: link } } })
  expect(came).toMatchObject({ action: 'CREATED', changes: { UserRole: { to: link } } })
  expect(named).toMatchObject({ action: 'UPDATED', changes: { name: { to: 'Another' } } })
  const made = told.at(-1)?.changes ?? {}
  expect(made).toMatchObject({ email: { to: email }, superUser: { to: false } })
  expect(Object.keys(made)).not.toContain('id')
  expect(JSON.stringify(made)).not.toContain('null')
})

test('each owner tells who changed it: alone, among all of its kind, and by a search', async () => {
  const clientId = await clientIn(tenant)
  const invoiceId = await createdInvoice(tenant, clientId)
  const { debtorId } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
  await tenant.api.put(`/clients/${clientId}`, { name: 'Renamed AB' })
  await tenant.api.put(`/debtors/${debtorId}`, { name: 'Renamed debtor' })
  await tenant.api.put(`/invoices/${invoiceId}`, { references: { yourReference: 'Astrid' } })
  const latest = async (path: string) => (await tenant.api.get(path)).body.data[0]
  const renamed = { action: 'UPDATED', changes: { name: { to: 'Renamed AB' } } }
  for (const path of [`/changelog/client/${clientId}`, '/changelog/client']) {
    expect(await latest(path)).toMatchObject({ entityId: clientId, clientId, ...renamed })
  }
  const found = await tenant.api.post('/changelog/search', {
    filters: { ownerId: clientId, action: 'UPDATED' },
  })
  expect(found.body.data[0]).toMatchObject(renamed)
  const others = found.body.data.filter(
    ({ entityId }: { entityId: string }) => entityId !== clientId,
  )
  expect(others).toEqual([])
  const changes = { name: { to: 'Renamed debtor' } }
  expect(await latest(`/changelog/debtor/${debtorId}`)).toMatchObject({ changes })
  expect(await latest(`/changelog/invoice/${invoiceId}`)).toMatchObject({ action: 'UPDATED' })
})

test('nobody reads what another client’s things were', async () => {
  const [mine, theirs] = [await clientIn(tenant), await clientIn(tenant)]
  const api = await tenant.holding(['ReadClientChangelog', 'SearchClientChangelog'], {
    clientId: mine,
  })
  expect((await api.get(`/changelog/client/${theirs}`)).status).toBe(404)
  for (const { body } of [
    await api.get('/changelog/client'),
    await api.post('/changelog/search', {}),
  ]) {
    expect(body.data.length).toBeGreaterThan(0)
    expect(body.data.every(({ clientId }: { clientId: string }) => clientId === mine)).toBe(true)
  }
  const other = await tenant.api.post('/changelog/search', { filters: { ownerId: theirs } })
  expect(other.body.data.length).toBeGreaterThan(0)
})

test('what a subscription is sealed with stands in no changelog', async () => {
  const made = await tenant.api.post('/webhook', {
    title: 'Books',
    trigger: 'PUSH',
    method: 'POST',
    key: 'canary-of-the-key-that-signs',
    url: 'https://receiver.example.com/hooks',
    type: 'REASON_CODE',
    customHeaders: { authorization: 'Bearer canary-of-the-receiver' },
  })
  expect(made.status).toBe(201)
  const { body } = await tenant.api.get(`/changelog/webhook/${made.body.id}`)
  expect(body.data[0]).toMatchObject({ action: 'CREATED', changes: { title: { to: 'Books' } } })
  expect(JSON.stringify(body)).not.toContain('canary')
  const all = (await tenant.api.get('/changelog/webhook')).body
  expect(all.data[0].entityId).toBe(made.body.id)
})
