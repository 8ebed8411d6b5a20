import { expect, test } from 'vitest'
import { areaOrder } from '../../src/domain/areas.ts'
import { core, moduleCodes, moduleOf, modules } from '../../src/domain/system/modules.ts'
import { Message } from '../../src/ports/database/statements.ts'
import { isOpen } from '../../src/kernel/http/operation.ts'
import { pathOf, routeOf, served } from '../support/served.ts'
import { clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
import { specified } from '../support/specification.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const { api } = tenant
const set = (code: string, value: boolean | null, of = tenant) =>
  of.api.put(`/system-setting/modules.${code}.enabled`, { value })
const enabled = async () => {
  const { body } = await api.get('/modules')
  return body.data.flatMap((each: { code: string; enabled: boolean }) =>
    each.enabled ? [each.code] : [],
  )
}

test('every room is of one module, or of those that all need', () => {
  const rooms = new Map(specified.map(({ path, area }) => [path.split('/')[1]!, area]))
  const of = (room: string) =>
    moduleCodes.filter((code) => (modules[code].rooms as readonly string[]).includes(room))
  for (const [room, area] of rooms) {
    const isCore =
      (core.areas as readonly string[]).includes(area) ||
      (core.rooms as readonly string[]).includes(room)
    expect([room, of(room).length]).toEqual([room, isCore ? 0 : 1])
  }
  expect(new Set(areaOrder)).toContain('factoring')
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
  const on = await enabled()
  expect(on).not.toContain('factoring')
  expect(on).toContain('credit')
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
  await set('invoicing', null)
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
  const off = served.filter(({ area }) => area === 'access' || area === 'system')
  expect(off.map(({ operation }) => moduleOf(operation.path))).toEqual(off.map(() => undefined))
  expect((await set('system', false)).status).toBe(404)
})
