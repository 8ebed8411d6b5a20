import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientIn } from '../access/people.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const add = (body: object, api = tenant.api) =>
  api.post('/clients/articles', { description: 'Planks', ...body })

test('an article is added, read and changed; its price and rate stay exact', async () => {
  const made = await add({
    clientId,
    articleNumber: 'P-22',
    unit: 'm',
    price: '100.125',
    vatPercentage: 12.5,
    accountNumber: '3001',
  })
  expect(made).toMatchObject({
    status: 201,
    body: { clientId, articleNumber: 'P-22', price: '100.125', vatPercentage: 12.5, active: true },
  })
  const path = `/clients/articles/${made.body.id}`
  expect(made.headers.get('location')).toBe(path)
  expect((await tenant.api.get(path)).body).toEqual(made.body)
  const changed = await tenant.api.put(path, { price: null, vatPercentage: 6, active: false })
  expect(changed.body).toMatchObject({
    price: null,
    vatPercentage: 6,
    active: false,
    unit: 'm',
    description: 'Planks',
    version: 2,
  })
  const events = await at.owner('select type, name from event where subject_id = $1 order by id', [
    made.body.id,
  ])
  expect(events).toEqual([
    { type: 'CLIENT', name: 'articleCreated' },
    { type: 'CLIENT', name: 'articleUpdated' },
  ])
  expect((await tenant.api.delete(path)).status).toBe(204)
  expect((await tenant.api.get(path)).status).toBe(404)
})

test('a number stands once in a register, and each client has its own', async () => {
  const other = await clientIn(tenant)
  const first = await add({ clientId, articleNumber: 'ONE' })
  const again = await add({ clientId, articleNumber: 'ONE' })
  expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
  expect((await add({ clientId: other, articleNumber: 'ONE' })).status).toBe(201)
  const { id } = (await add({ clientId, articleNumber: 'TWO' })).body
  const taken = await tenant.api.put(`/clients/articles/${id}`, { articleNumber: 'ONE' })
  expect(taken).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
  const found = await tenant.api.post('/clients/articles/search', {
    filters: { articleNumber: 'ONE', clientId },
  })
  expect(found.body.data).toEqual([first.body])
})

test('it is of the client of the token, or of the one that is named', async () => {
  const none = await add({ articleNumber: 'X' })
  expect(none.body.errors[0]).toMatchObject({ pointer: '/clientId', code: 'REQUIRED' })
  const unknown = await add({ articleNumber: 'X', clientId: 'C.06D7ZCEWYHZ8N17900207H8PR4' })
  expect(unknown.status).toBe(404)
  const other = await clientIn(tenant)
  const api = await tenant.holding(
    ['CreateClientArticle', 'ReadClientArticle', 'UpdateClientArticle', 'DeleteClientArticle'],
    { clientId: other },
  )
  const own = await add({ articleNumber: 'X' }, api)
  expect(own).toMatchObject({ status: 201, body: { clientId: other } })
  const named = await add({ articleNumber: 'Y', clientId: other }, api)
  expect(named.body.errors[0]).toMatchObject({ pointer: '/clientId', code: 'COMES_FROM_TOKEN' })
  expect((await api.get('/clients/articles')).body.data).toEqual([own.body])
  const { id } = (await add({ clientId, articleNumber: 'THEIRS' })).body
  expect((await api.put(`/clients/articles/${id}`, { active: false })).status).toBe(404)
  expect((await api.delete(`/clients/articles/${id}`)).status).toBe(404)
})

test.each([
  [{ price: 100 }, '/price'],
  [{ price: '1e3' }, '/price'],
  [{ vatPercentage: 101 }, '/vatPercentage'],
  [{ articleNumber: ' ' }, '/articleNumber'],
  [{ colour: 'red' }, '/colour'],
])('%j is refused at %s', async (more, pointer) => {
  const refused = await add({ clientId, articleNumber: 'BAD', ...more })
  expect(refused.body.errors[0].pointer).toBe(pointer)
})
