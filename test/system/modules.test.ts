import { expect, test } from 'vitest'
import { produceScheduled } from '../../src/activities/automation/produce-scheduled.ts'
import { areaOrder } from '../../src/domain/areas.ts'
import { familyNames } from '../../src/entities/events.ts'
import { core, moduleCodes, moduleOf, modules } from '../../src/domain/system/modules.ts'
import { Message } from '../../src/ports/database/statements.ts'
import { isOpen } from '../../src/kernel/http/operation.ts'
import { pathOf, routeOf, served } from '../support/served.ts'
import { clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
import { planAt, runsOf, scheduled } from '../support/schedules.ts'
import { specified } from '../support/specification.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const { api } = tenant
const set = (code: string, value: boolean | null, of = tenant) =>
  of.api.put(`/system-setting/modules.${code}.enabled`, { value })
/** On again, as whoever calls next finds it: what has a body is refused by what was seen last. */
const on = async (code: string) => {
  await set(code, null)
  await api.get('/modules')
}
const enabled = async () => {
  const { body } = await api.get('/modules')
  return body.data.flatMap((each: { code: string; enabled: boolean }) =>
    each.enabled ? [each.code] : [],
  )
}

const all = moduleCodes.flatMap((code) => [...modules[code].rooms] as string[])

test('every room is of one module, or of those that all need', () => {
  const rooms = new Map(specified.map(({ path, area }) => [path.split('/')[1]!, area]))
  for (const [room, area] of rooms) {
    const isCore =
      (core.areas as readonly string[]).includes(area) ||
      (core.rooms as readonly string[]).includes(room)
    const of = all.filter((each) => each === room).length
    expect([room, of]).toEqual([room, isCore && room !== 'client-invoice-request' ? 0 : 1])
  }
  expect(new Set(areaOrder)).toContain('factoring')
})

test('a corner is one of a room that all share, and somebody works there', () => {
  const paths = served.map(({ operation }) => `${operation.path}/`)
  for (const corner of all.filter((room) => room.includes('/'))) {
    expect(all).not.toContain(corner.split('/')[0])
    expect([corner, paths.some((path) => path.startsWith(`/${corner}/`))]).toEqual([corner, true])
  }
})

test('the events of a family are of one module at most', () => {
  const named = moduleCodes.flatMap((code) => [...modules[code].families] as string[])
  expect(new Set(named).size).toBe(named.length)
  expect(familyNames).toEqual(expect.arrayContaining(named))
})

test('a module is read by its code', async () => {
  const { body } = await api.get('/modules/factoring')
  expect(body).toMatchObject({
    id: 'factoring',
    name: 'Factoring',
    enabled: true,
    dependsOn: ['invoicing', 'credit'],
  })
  expect((await api.get('/modules/no-such')).status).toBe(404)
})

const ofFactoring = served.filter(
  ({ operation }) => !isOpen(operation.requires) && moduleOf(operation.path) === 'factoring',
)

test('each operation of a module that is off is refused to whoever has its right', async () => {
  await set('factoring', false)
  const nobody = await tenant.holding(['ReadRoles'])
  for (const one of ofFactoring) {
    const { method, params } = one.operation
    const path = pathOf(one.operation.path, Object.fromEntries(params.map((name) => [name, 'x'])))
    const refused = await api.send(method, path, method === 'GET' ? {} : { body: '{' })
    expect([routeOf(one), refused.status, refused.body.code]).toEqual([
      routeOf(one),
      404,
      'FEATURE_DISABLED',
    ])
    const without = await nobody.send(method, path, {})
    expect([routeOf(one), without.status]).toEqual([routeOf(one), 403])
  }
  expect(ofFactoring.length).toBeGreaterThan(10)
  expect((await api.get('/invoices')).status).toBe(200)
  await set('factoring', null)
  expect((await api.get('/invoice-refinancing')).status).toBe(200)
})

test('what cannot do without it is off as well, and no tenant’s but the one that chose', async () => {
  await set('invoicing', false)
  const enabledNow = await enabled()
  expect(enabledNow).not.toContain('factoring')
  expect(enabledNow).toContain('credit')
  expect((await api.get('/invoice-refinancing')).body.code).toBe('FEATURE_DISABLED')
  const other = await tenantIn(at)
  expect((await other.api.get('/invoices')).status).toBe(200)
  await set('invoicing', true)
  expect(await enabled()).toEqual(moduleCodes)
})

test('what is under way goes on, and a request that is known to the process learns of it at once', async () => {
  const clientId = await clientIn(tenant)
  const id = await createdInvoice(tenant, clientId)
  expect((await api.get(`/invoices/${id}`)).status).toBe(200)
  await set('invoicing', false)
  const refused = await Promise.all([
    api.get(`/invoices/${id}`),
    api.post('/invoices', invoiceBody({ clientId })),
  ])
  expect(refused.map(({ body }) => body.code)).toEqual(['FEATURE_DISABLED', 'FEATURE_DISABLED'])
  await on('invoicing')
})

test('through a room that all share nothing leads into a module that is off', async () => {
  const clientId = await clientIn(tenant)
  const invoiceId = await createdInvoice(tenant, clientId)
  const report = {
    name: 'Weekly',
    recipients: ['a@b.example'],
    cron: '0 7 * * 1',
    reportId: 'open-claims-by-age',
  }
  const doing = (type: string) => ({
    name: type,
    type: 'CLIENT',
    rules: [{ actions: [{ type, params: {} }] }],
  })
  const note = [{ type: 'CREATE_NOTE', params: { text: 'Look' } }]
  const about = (type: string) => ({ name: type, type, rules: [{ actions: note }] })
  const asked = (type: string) => ({ invoiceId, type })
  const tried = [
    ['reports', '/scheduler/query-report', report],
    ['reports', '/scheduler/query-report/search', {}],
    ['invoicing', '/client-invoice-request', asked('OTHER')],
    ['reminders', '/client-invoice-request', asked('STOP_REMINDERS')],
    ['invoicing', '/automation', about('INVOICE')],
    ['invoicing', '/automation', { ...doing('PAUSE_INVOICE'), type: 'INVOICE' }],
    ['factoring', '/automation', { ...doing('REQUEST_FACTORING'), type: 'INVOICE' }],
  ] as const
  for (const [code, path, body] of tried) {
    await set(code, false)
    const refused = await api.post(path, body)
    expect([path, refused.status, refused.body.code]).toEqual([path, 404, 'FEATURE_DISABLED'])
    await on(code)
  }
  await set('webhooks', false)
  expect((await api.get('/changelog/webhook')).body.code).toBe('FEATURE_DISABLED')
  expect((await api.get('/changelog/client')).status).toBe(200)
  await on('webhooks')
  await set('invoicing', false)
  expect((await api.post('/automation', about('CLIENT'))).status).toBe(201)
  await on('invoicing')
})

test('an automation whose events are of a module that is off is not switched on again', async () => {
  const made = await api.post('/automation', { name: 'Later', type: 'INVOICE', enabled: false })
  const path = `/automation/${made.body.id}`
  await set('invoicing', false)
  expect((await api.put(path, { enabled: true })).body.code).toBe('FEATURE_DISABLED')
  expect((await api.put(path, { enabled: false })).status).toBe(200)
  await on('invoicing')
  expect((await api.put(path, { enabled: true })).status).toBe(200)
})

test('nothing is made at set times of a module that is off, and the run says so', async () => {
  const now = new Date('2026-11-25T12:00:00Z')
  at.clock.now = now
  const scheduleId = await scheduled(api)
  await planAt(at, tenant, scheduleId, '2026-11-26T06:30:00Z')
  const [run] = await runsOf(at, scheduleId)
  const task = { runtime: at.runtime, tenantId: tenant.id, now, workflowId: 'test' }
  await set('reports', false)
  const standing = await produceScheduled({ ...task, entityId: String(run!['id']) })
  expect(standing).toMatchObject({ status: 'NOTHING', says: 'The module reports is switched off.' })
  await on('reports')
  const { body } = await api.get(`/scheduler/query-report/${scheduleId}/runs`)
  expect(body.data).toMatchObject([
    { status: 'NOTHING', error: 'FEATURE_DISABLED: The module reports is switched off.' },
  ])
  const schedule = (await api.get(`/scheduler/query-report/${scheduleId}`)).body
  expect(schedule).toMatchObject({ enabled: true, lastOutcome: 'NOTHING' })
  const errands = await at.owner(`select type from system_errand where type = 'SCHEDULE'`)
  expect(errands).toEqual([])
})

test('where nothing is switched off, it costs no message', async () => {
  const { submit } = Message.prototype
  let messages = 0
  Message.prototype.submit = function (connection) {
    messages++
    return submit.call(this, connection)
  }
  try {
    const costOf = async (path: string) => {
      await api.get(path)
      messages = 0
      await api.get(path)
      return messages
    }
    expect(await costOf('/invoice-refinancing')).toBe(await costOf('/client-groups'))
  } finally {
    Message.prototype.submit = submit
  }
})

test('who administers the tenant cannot be switched off', async () => {
  const paths = served
    .filter(({ area }) => area === 'access' || area === 'system')
    .map(({ operation }) => operation.path)
  const corners =
    /^\/(changelog\/(invoice|webhook|business-loan)|notes\/client-invoice|settings\/[^/]*-template)/
  for (const path of paths) {
    expect([path, moduleOf(path) === undefined]).toEqual([path, !corners.test(path)])
  }
  expect((await set('system', false)).status).toBe(404)
})
