import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { makeDefault } from '../../src/activities/clients/make-default.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { firstTerms, sharesAfter } from '../../src/domain/clients/product.ts'
import { ClientProduct } from '../../src/entities/client-product.ts'
import { Rows } from '../support/rows.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let counter = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await client()
})
afterAll(() => at.close())

async function client(): Promise<string> {
  const identificationNumber = swedishNumber(559_900_100 + counter++)
  return (await tenant.api.post('/clients', { identificationNumber, name: 'Nord AB' })).body.id
}

async function product(productCode: string, of = clientId) {
  const { body } = await tenant.api.get(`/client-products?clientId=${of}`)
  return body.data.find((one: { productCode: string }) => one.productCode === productCode)
}

const put = async (code: string, path: string, body: object, of = clientId) =>
  tenant.api.put(`/client-products/${(await product(code, of)).id}${path}`, body)

/** A claim that was financed under the product and is not paid yet. */
async function financed(productCode: string): Promise<string> {
  const rows = new Rows(at, tenant.id)
  const { id } = await rows.add('invoice', {
    clientId,
    productCode,
    financingStatus: 'FINANCED',
    mainStatus: 'ACTIVATED',
    balance: 1000n,
    expireDate: '2026-03-31',
    dueDate: null,
    recourseDate: null,
  })
  return String(id)
}

test('invoicing is on and the default, everything else off and on sensible terms', async () => {
  const { body } = await tenant.api.get(`/client-products?clientId=${clientId}&sort=productCode`)
  const on = body.data.filter(({ enabled }: { enabled: boolean }) => enabled)
  expect(on).toMatchObject([{ productCode: 'INVOICE_SERVICE', isDefault: true }])
  expect(await product('INVOICE_FACTORING_SELL')).toMatchObject({
    enabled: false,
    advanceRate: '0.9',
    reserveRate: '0.1',
    commissionRate: '0.02',
    commissionVatRate: '0.25',
    recourse: true,
    recourseDays: null,
  })
  expect(firstTerms('REMINDER').enabled).toBe(false)
})

describe('the toggle of a factoring product', () => {
  test('asks for the days of recourse, at the field that lacks them', async () => {
    const refused = await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: true })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0]).toMatchObject({ pointer: '/recourseDays', code: 'REQUIRED' })
  })

  test('sets recourse by its days, or buys without recourse by none', async () => {
    const on = await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: true, recourseDays: 30 })
    expect(on.body).toMatchObject({ enabled: true, recourse: true, recourseDays: 30, version: 2 })
    const none = await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: true, recourseDays: 0 })
    expect(none.body).toMatchObject({ recourse: false, recourseDays: null })
    const again = await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: true })
    expect(again.body).toMatchObject({ enabled: true, recourse: false })
    const events = await at.owner(
      `select name from event where type = 'CLIENT_PRODUCT' and subject_id = $1 order by id`,
      [on.body.id],
    )
    expect(events.map(({ name }) => name)).toEqual(['created', 'toggled', 'updated'])
  })

  test('knows no recourse of other products', async () => {
    const refused = await put('REMINDER', '/toggle', { enabled: true, recourseDays: 30 })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].pointer).toBe('/recourseDays')
    expect((await put('REMINDER', '/toggle', { enabled: true })).body.enabled).toBe(true)
  })

  test('leaves on what financed claims are open under, unless it is to run off', async () => {
    await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: true, recourseDays: 30 })
    const id = await financed('INVOICE_FACTORING_SELL')
    const refused = await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: false })
    expect([refused.status, refused.body.code]).toEqual([409, 'PRODUCT_IN_USE'])
    const off = { enabled: false, runOff: true }
    expect((await put('INVOICE_FACTORING_SELL', '/toggle', off)).body.enabled).toBe(false)
    await at.owner('update invoice set balance = 0 where id = $1', [id])
    await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: true, recourseDays: 30 })
    const done = await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: false })
    expect(done.status).toBe(200)
  })
})

describe('the default product', () => {
  test('is set by one of two who have seen the same', async () => {
    const of = await client()
    await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: true, recourseDays: 30 }, of)
    const { id } = await product('INVOICE_FACTORING_SELL', of)
    const set = async (unit: Unit, meanwhile?: () => Promise<unknown>) => {
      const seen = await unit.load(ClientProduct, id)
      await meanwhile?.()
      return makeDefault(unit, seen)
    }
    const second = tenant.work((unit) => set(unit, () => tenant.work((other) => set(other))))
    await expect(second).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    const { isDefault, version } = await product('INVOICE_FACTORING_SELL', of)
    expect([isDefault, version]).toEqual([true, 3])
    expect((await product('INVOICE_SERVICE', of)).isDefault).toBe(false)
  })

  test('is one, enabled, for invoices, and the same in the invoice settings', async () => {
    const of = await client()
    const refused = await put('INVOICE_FACTORING_SELL', '/default', {}, of)
    expect(refused.body.code).toBe('PRODUCT_NOT_ENABLED')
    await put('REMINDER', '/toggle', { enabled: true }, of)
    expect((await put('REMINDER', '/default', {}, of)).body.code).toBe('PRODUCT_NOT_FOR_INVOICES')
    await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: true, recourseDays: 5 }, of)
    const made = await put('INVOICE_FACTORING_SELL', '/default', {}, of)
    expect(made.body.isDefault).toBe(true)
    expect((await product('INVOICE_SERVICE', of)).isDefault).toBe(false)
    const settings = await tenant.api.get(`/clients/${of}/settings/invoice`)
    expect(settings.body.defaultProductCode).toBe('INVOICE_FACTORING_SELL')
    const off = await put('INVOICE_FACTORING_SELL', '/toggle', { enabled: false }, of)
    expect(off.body).toMatchObject({ enabled: false, isDefault: true })
    const back = { defaultProductCode: 'INVOICE_SERVICE' }
    await tenant.api.put(`/clients/${of}/settings/invoice`, back)
    expect((await product('INVOICE_SERVICE', of)).isDefault).toBe(true)
  })

  test('cannot be one that the client does not have', async () => {
    const of = await client()
    await at.owner(`delete from client_product where client_id = $1 and product_code = $2`, [
      of,
      'INVOICE_FACTORING_PLEDGE',
    ])
    const refused = await tenant.api.put(`/clients/${of}/settings/invoice`, {
      defaultProductCode: 'INVOICE_FACTORING_PLEDGE',
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'PRODUCT_NOT_AVAILABLE'])
  })
})

describe('the terms', () => {
  test('are changed as far as they are sent; the reserve is the rest of the advance', async () => {
    const changed = await put('INVOICE_FACTORING_PLEDGE', '', { advanceRate: '0.85' })
    expect(changed.body).toMatchObject({ advanceRate: '0.85', reserveRate: '0.15' })
    const torn = await put('INVOICE_FACTORING_PLEDGE', '', { advanceRate: '1', reserveRate: '0.1' })
    expect(torn.body.errors[0].pointer).toBe('/reserveRate')
    const tenor = await put('INVOICE_FACTORING_PLEDGE', '', { minTenorDays: 200 })
    expect(tenor.body.errors[0].pointer).toBe('/maxTenorDays')
    const service = await put('INVOICE_SERVICE', '', { advanceRate: '0.5' })
    expect(service.body.errors[0].pointer).toBe('/advanceRate')
  })

  test.each([
    [{}, undefined],
    [{ advanceRate: '0.8' }, { advanceRate: '0.8', reserveRate: '0.2' }],
    [{ reserveRate: '0.25' }, { advanceRate: '0.75', reserveRate: '0.25' }],
  ])('%j are %j', (sent, shares) => {
    expect(sharesAfter(sent)).toEqual(shares)
  })

  test('are applied to what is open under them, in the background', async () => {
    const id = await financed('INVOICE_FACTORING_PLEDGE')
    await put('INVOICE_FACTORING_PLEDGE', '/toggle', { enabled: true, recourseDays: 20 })
    const accepted = await put('INVOICE_FACTORING_PLEDGE', '/apply', {})
    expect(accepted.status).toBe(202)
    expect(accepted.headers.get('location')).toBe(`/background-task/${accepted.body.id}`)
    expect(accepted.body).toMatchObject({ taskName: 'clientProduct.apply', clientId })
    const { id: entityId } = accepted.body
    const task = { runtime: at.runtime, tenantId: tenant.id, entityId, now: at.clock.now }
    const ended = await workOffTask({ ...task, workflowId: 'test' })
    expect(ended).toMatchObject({ status: 'COMPLETED', total: 1, failed: 0 })
    const [after] = await at.owner(`select recourse_date::text as day from invoice where id = $1`, [
      id,
    ])
    expect(after).toEqual({ day: '2026-04-20' })
  })
})
