import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/kernel/http/app.ts'
import { createKernel } from '../../src/kernel/http/kernel.ts'
import { areas } from '../../src/operations.ts'
import { apiAs, tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
/** Another process on the same database. */
let elsewhere: { app: World['app'] }

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const kernel = await createKernel(
    { ...at.runtime },
    { rateLimit: 0, bodyLimit: 1024 * 1024, checkAnswers: true, now: () => at.clock.now },
  )
  elsewhere = { app: buildApp(areas, kernel) }
})
afterAll(() => at.close())

const entries = async (api: Api, module: string) =>
  (await api.get('/cache/clear')).body.data.find(
    (cache: { module: string }) => cache.module === module,
  )

test('what is kept is listed with its size, for the tenant alone', async () => {
  const editor = await tenant.holding(['CacheEdit'])
  const own = await entries(editor, 'RIGHTS')
  expect(own).toMatchObject({ entries: expect.any(Number), lastClearedAt: null })
  expect(own.entries).toBeGreaterThan(0)
  const other = await tenantIn(at)
  const theirs = await other.holding(['CacheEdit'])
  expect((await entries(theirs, 'RIGHTS')).entries).toBe(1)
  expect((await entries(theirs, 'CALLERS')).entries).toBeGreaterThan(0)
})

test.each([
  ['/cache/clear', { module: 'RIGHTS' }],
  ['/cache/clear/all', undefined],
] as const)('after POST %s every process reads anew', async (path, body) => {
  const reader = await tenant.holding(['ReadReasonCodes'])
  const there = apiAs(elsewhere, reader.token)
  expect((await there.get('/reason-code')).status).toBe(200)
  // Behind the back of everybody: nothing tells the caches but the clear.
  await at.owner(`update token set rights = '{ReadUsers}' where $1 = any (rights)`, [
    'ReadReasonCodes',
  ])
  expect((await there.get('/reason-code')).status).toBe(200)
  const other = await tenantIn(at)
  expect((await other.api.post(path, body)).status).toBe(200)
  expect((await there.get('/reason-code')).status).toBe(200)

  const requestId = `clear ${path}`.replaceAll(/\W+/g, '-')
  const { status } = await tenant.api.post(path, body, { 'x-request-id': requestId })
  expect(status).toBe(200)
  expect((await there.get('/reason-code')).status).toBe(403)
  expect((await reader.get('/reason-code')).status).toBe(403)
  const trace = await at.owner(
    `select entity, action, principal_id from changelog where request_id = $1`,
    [requestId],
  )
  expect(trace.length).toBe(path === '/cache/clear' ? 1 : 2)
  expect(trace[0]).toMatchObject({ entity: 'CacheClear', action: 'CREATED' })
  const events = await at.owner(`select data from event where tenant_id = $1 and type = 'CACHE'`, [
    tenant.id,
  ])
  expect(events.length).toBeGreaterThan(0)
  expect((await entries(tenant.api, 'RIGHTS')).lastClearedAt).toBe(at.clock.now.toISOString())
})

test('callers of the last second are forgotten at once where it is asked', async () => {
  const editor = await tenant.holding(['CacheEdit'])
  await editor.get('/cache/clear')
  const { body } = await editor.post('/cache/clear', { module: 'CALLERS' })
  expect(body).toMatchObject({ module: 'CALLERS', entries: expect.any(Number) })
  expect(body.entries).toBeGreaterThan(0)
  expect((await entries(editor, 'CALLERS')).entries).toBe(1)
})

test('a cache that is not there cannot be cleared', async () => {
  for (const body of [{}, { module: 'WEATHER' }, { module: 'RIGHTS', more: 1 }]) {
    expect((await tenant.api.post('/cache/clear', body)).status).toBe(400)
  }
})
