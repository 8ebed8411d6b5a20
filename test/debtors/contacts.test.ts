import { expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

async function debtorOf(clientId: string): Promise<string> {
  const invoiceId = await createdInvoice(tenant, clientId)
  return (await tenant.api.get(`/invoices/${invoiceId}`)).body.debtorId
}

const clientId = await clientIn(tenant)
const debtorId = await debtorOf(clientId)
const add = (more: object) =>
  tenant.api.post('/contacts', { debtorId, name: 'Astrid Berg', ...more })
const names = async (query = '') =>
  (await tenant.api.get(`/debtors/${debtorId}/contacts${query}`)).body.data.map(
    ({ name }: { name: string }) => name,
  )

test('contacts of a debtor are added, found and removed, and the debtor’s changes tell', async () => {
  const { status, body } = await add({ role: 'Payables', email: 'Astrid@Example.com' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    clientId,
    debtorId,
    role: 'Payables',
    email: 'astrid@example.com',
    phone: null,
    preferred: false,
  })
  await add({ name: 'Björn Dahl', phone: '+46 90 12 34 56' })
  expect(await names()).toEqual(['Astrid Berg', 'Björn Dahl'])
  const filters = { name: { contains: 'dahl' } }
  const found = await tenant.api.post(`/debtors/${debtorId}/contacts/search`, { filters })
  expect(found.body.data).toMatchObject([{ name: 'Björn Dahl' }])
  expect((await tenant.api.delete(`/contacts/${body.id}`)).status).toBe(204)
  expect(await names()).toEqual(['Björn Dahl'])
  expect((await tenant.api.delete(`/contacts/${body.id}`)).status).toBe(404)
  expect((await traceOf(at, body.id)).log.map(({ action }) => action)).toEqual([
    'CREATED',
    'DELETED',
  ])
})

test('one of them is tried first, also where many become it at once', async () => {
  const all = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((name) => add({ name, preferred: true })),
  )
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(await names('?preferred=true')).toHaveLength(1)
})

test('nobody adds, reads or removes those of others', async () => {
  const { body: mine } = await add({ name: 'Mine' })
  const other = await clientIn(tenant)
  const rights = ['CreateContact', 'DeleteContact', 'ReadContacts', 'SearchContacts'] as const
  const bound = await tenant.holding([...rights], { clientId: other })
  for (const answer of [
    await bound.get(`/debtors/${debtorId}/contacts`),
    await bound.post(`/debtors/${debtorId}/contacts/search`, {}),
    await bound.delete(`/contacts/${mine.id}`),
    await bound.post('/contacts', { debtorId, name: 'Theirs' }),
  ]) {
    expect(answer.status).toBe(404)
  }
  for (const wrong of [{ email: 'nobody' }, { name: '' }, { name: 'See http://x.example' }]) {
    expect((await add(wrong)).status, JSON.stringify(wrong)).toBe(400)
  }
})
