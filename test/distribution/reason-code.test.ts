import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

test('a reason code is created, read, changed and logged', async () => {
  const { api } = tenant
  const created = await api.post('/reason-code', { code: 'LATE', type: 'DISPUTE', name: 'Late' })
  expect(created.body).toMatchObject({ code: 'LATE', active: true, description: '', version: 1 })
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toBe('/reason-code/LATE')

  const changed = await api.put('/reason-code/LATE', { name: 'Too late', version: 1 })
  expect(changed.body).toMatchObject({ name: 'Too late', version: 2 })
  expect((await api.get('/reason-code/LATE')).body).toEqual(changed.body)

  const log = await at.owner('select * from changelog where entity = $1 order by id', [
    'ReasonCode',
  ])
  expect(log.map(({ action }) => action)).toEqual(['CREATED', 'UPDATED'])
  expect(log[1]?.['changes']).toEqual({ name: { from: 'Late', to: 'Too late' } })
  const events = await at.owner(`select name from event where type = 'REASON_CODE' order by id`)
  expect(events.map(({ name }) => name)).toEqual(['created', 'updated'])
})

test('a second one with the same code is refused and points at the code', async () => {
  const reason = { code: 'TWICE', type: 'CREDIT', name: 'Twice' }
  await tenant.api.post('/reason-code', reason)
  const refused = await tenant.api.post('/reason-code', reason)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ pointer: '/code' }] })
})

test('lists filter, sort and page', async () => {
  const other = await tenantIn(at)
  for (const n of [3, 1, 2]) {
    await other.api.post('/reason-code', { code: `C${n}`, type: 'DENY', name: `Name ${n % 2}` })
  }
  const codes = (answer: { body: { data: { code: string }[] } }) =>
    answer.body.data.map(({ code }) => code)
  expect(codes(await other.api.get('/reason-code'))).toEqual(['C1', 'C2', 'C3'])
  expect(codes(await other.api.get('/reason-code?sort=-name,code'))).toEqual(['C1', 'C3', 'C2'])
  const first = await other.api.post('/reason-code/search', { limit: 2, count: true })
  expect(first.body).toMatchObject({ hasMore: true, count: 3 })
  const next = { limit: 2, cursor: first.body.nextCursor }
  expect(codes(await other.api.post('/reason-code/search', next))).toEqual(['C3'])
  expect(codes(await other.api.get('/reason-code?name.contains=NAME%201'))).toEqual(['C1', 'C3'])
  expect(codes(await other.api.get('/reason-code/type/DENY?code=C1&code=C2'))).toEqual(['C1', 'C2'])
  expect((await other.api.get('/reason-code?nonsense=1')).body.errors[0].pointer).toBe('?nonsense')
})

test('another tenant sees nothing of it', async () => {
  await tenant.api.post('/reason-code', { code: 'MINE', type: 'STOP', name: 'Mine' })
  const other = await tenantIn(at)
  expect((await other.api.get('/reason-code/MINE')).status).toBe(404)
})
