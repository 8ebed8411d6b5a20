import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
const path = '/credit-decision-status'

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const create = (body: object) => tenant.api.post(path, { coreStatus: 'WAITING', ...body })

test('a sub-status is numbered, read, changed and deleted by its number', async () => {
  const made = await create({ name: 'Ask the bureau', grouping: 'Credit', slaHours: 24 })
  expect(made).toMatchObject({ status: 201, body: { number: 1, sortOrder: 0, isDefault: false } })
  expect(made.headers.get('location')).toBe(`${path}/1`)
  expect((await create({ name: 'Second' })).body.number).toBe(2)
  const changed = await tenant.api.put(`${path}/1`, {
    colour: '#1f7a4d',
    grouping: null,
    version: 1,
  })
  expect(changed.body).toMatchObject({ colour: '#1f7a4d', grouping: null, version: 2 })
  expect((await tenant.api.get(`${path}/1`)).body).toEqual(changed.body)
  expect((await tenant.api.delete(`${path}/1`)).status).toBe(204)
  expect((await tenant.api.get(`${path}/1`)).status).toBe(404)
})

test('its id names it as well', async () => {
  const made = (await create({ name: 'By its id' })).body
  expect((await tenant.api.get(`${path}/${made.id}`)).body).toEqual(made)
  const changed = await tenant.api.put(`${path}/${made.id}`, { name: 'Called otherwise' })
  expect(changed.body).toMatchObject({ number: made.number, name: 'Called otherwise' })
  expect((await (await tenantIn(at)).api.get(`${path}/${made.id}`)).status).toBe(404)
  expect((await tenant.api.delete(`${path}/${made.id}`)).status).toBe(204)
  expect((await tenant.api.get(`${path}/${made.number}`)).status).toBe(404)
})

test.each(['abc', '0', '1.5', '-1', '99999999999', '1e3'])('nothing is called %s', async (word) => {
  expect((await tenant.api.get(`${path}/${word}`)).status).toBe(404)
  expect((await tenant.api.put(`${path}/${word}`, { name: 'X' })).status).toBe(404)
  expect((await tenant.api.delete(`${path}/${word}`)).status).toBe(404)
})

test('one of a core status is the default, however it became so', async () => {
  const own = await tenantIn(at)
  const make = (name: string, coreStatus: string) =>
    own.api.post(path, { coreStatus, name, isDefault: true })
  await make('A', 'DECIDED')
  await make('B', 'DECIDED')
  await make('C', 'REFINANCE')
  const defaults = async () => {
    const { data } = (await own.api.get(`${path}?sort=number`)).body
    return data.map(({ isDefault }: { isDefault: boolean }) => isDefault)
  }
  expect(await defaults()).toEqual([false, true, true])
  await own.api.put(`${path}/1`, { isDefault: true })
  expect(await defaults()).toEqual([true, false, true])
  const both = await own.api.put(`${path}/bulk-update`, {
    items: [
      { number: 1, isDefault: true },
      { number: 2, isDefault: true },
    ],
  })
  expect(both.status).toBe(200)
  expect(await defaults()).toEqual([false, true, true])
})

test('many are put in order together, or none', async () => {
  const own = await tenantIn(at)
  for (const name of ['A', 'B']) await own.api.post(path, { coreStatus: 'PENDING', name })
  const many = (items: object[]) => own.api.put(`${path}/bulk-update`, { items })
  const done = await many([
    { number: 2, sortOrder: 1 },
    { number: 1, sortOrder: 2, version: 1 },
  ])
  expect(done.body.data).toMatchObject([{ number: 2 }, { number: 1, version: 2 }])
  const names = (await own.api.post(`${path}/search`, {})).body.data
  expect(names.map(({ name }: { name: string }) => name)).toEqual(['B', 'A'])
  const stale = await many([{ number: 1, version: 1, sortOrder: 9 }])
  expect(stale.body.code).toBe('VERSION_CONFLICT')
  expect((await many([{ number: 7, sortOrder: 1 }])).body).toMatchObject({
    code: 'NOT_FOUND',
    errors: [{ pointer: '/items/0/number' }],
  })
  const twice = await many([1, 2].map((sortOrder) => ({ number: 1, sortOrder })))
  expect(twice.body.errors[0].code).toBe('TWICE')
  const nothing = await many([{ number: 1, version: 1 }])
  expect([nothing.status, nothing.body.errors[0].pointer]).toEqual([400, '/items/0'])
})

test('twenty made at once have twenty numbers', async () => {
  const own = await tenantIn(at)
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      own.api.post(path, { coreStatus: 'WAITING', name: `S${n}` }),
    ),
  )
  const numbers = made.map(({ body }) => body.number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})
