import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registered } from '../../src/activities/areas.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let id: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  id = await clientIn(tenant)
})
afterAll(() => at.close())

interface Shown {
  key: string
  value: unknown
  source: string
}

const all = async (of = id) => (await tenant.api.get(`/settings/client/${of}`)).body
const one = async (key: string, of = id): Promise<Shown | undefined> =>
  (await all(of)).data.find((each: Shown) => each.key === key)
const put = (settings: object, of = id) => tenant.api.put(`/settings/client/${of}`, { settings })
const clear = (key: string, of = id) => tenant.api.delete(`/settings/client/${of}/${key}`)

describe('the settings of a client by their keys', () => {
  test('are all that clients choose, as their own rooms show them', async () => {
    const { clientId, data } = await all()
    expect(clientId).toBe(id)
    const keys = registered.settings.flatMap(({ settings }) =>
      settings.flatMap(({ key, levels }) => (levels.includes('CLIENT') ? [key] : [])),
    )
    expect(data.map(({ key }: Shown) => key)).toEqual(keys)
    const invoice = (await tenant.api.get(`/clients/${id}/settings/invoice`)).body
    for (const { key, value, source } of data as Shown[]) {
      const [group, name = ''] = key.split('.')
      if (group !== 'invoice') continue
      expect([value, source]).toEqual([invoice[name], invoice.sources[name]])
    }
  })

  test('change in several rooms at once, each logged as a change of its own', async () => {
    const requestId = `by-keys-${id.slice(2)}`
    const sent = {
      'compliance.kycStatus': 'APPROVED',
      'bookkeeping.fiscalYearStart': '05-01',
      'bookkeeping.export.voucherSeries': 'K',
      'invoice.paymentTermsDays': 20,
      'document.colours.text': '#000000',
    }
    const headers = { 'x-request-id': requestId }
    const body = { settings: sent }
    const changed = await tenant.api.put(`/settings/client/${id}`, body, headers)
    expect(changed.status).toBe(200)
    for (const [key, value] of Object.entries(sent)) {
      expect(await one(key)).toMatchObject({ value, source: 'CLIENT' })
    }
    const { body: books } = await tenant.api.get(`/clients/${id}/settings/bookkeeping`)
    expect(books.export).toEqual({ method: 'SIE_FILE', voucherSeries: 'K' })
    const trail = await at.owner(
      `select entity, action from changelog where request_id = $1 and entity = 'ClientSetting'`,
      [requestId],
    )
    expect(trail).toHaveLength(4)
    const events = await at.owner(
      `select name from event where client_id = $1 and name = 'settingsUpdated'`,
      [id],
    )
    expect(events.length).toBeGreaterThanOrEqual(4)
  })

  test('are all changed, or none', async () => {
    const before = await all()
    const account = { kind: 'BANKGIRO', number: '991-2345' }
    const refused = await put({
      'invoice.paymentTermsDays': 3,
      'invoice.paymentAccount': account,
    })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([
      400,
      '/settings/invoice.paymentAccount/number',
    ])
    expect(await all()).toEqual(before)
  })
})

describe('choices of a client by their keys', () => {
  test.each([
    [{ 'no.such': 1 }, 400, 'UNKNOWN_SETTING', '/settings/no.such'],
    [{ 'dates.dueDateRoll': 'NONE' }, 409, undefined, undefined],
    [
      { 'invoice.paymentTermsDays': '3' },
      400,
      'INVALID_TYPE',
      '/settings/invoice.paymentTermsDays',
    ],
    [{ 'bookkeeping.basis': 'CASH' }, 409, 'NOT_YET_IN_USE', '/settings/bookkeeping.basis'],
    [
      { 'invoiceText.sv.footer': '{x}' },
      400,
      'UNKNOWN_PLACEHOLDER',
      '/settings/invoiceText.sv.footer',
    ],
    [{ 'invoice.defaultProductCode': 'INVOICE_FACTORING_SELL' }, 409, undefined, undefined],
  ])('refuse %j', async (sent, status, code, pointer) => {
    const before = await all()
    const refused = await put(sent)
    expect([
      refused.status,
      refused.body.errors?.[0].code,
      refused.body.errors?.[0].pointer,
    ]).toEqual([status, code, pointer])
    expect(await all()).toEqual(before)
    expect((await put(sent, newId('Client'))).status).toBe(404)
  })

  test('are what the tenant chose again, once the client’s choice is taken back', async () => {
    const key = 'billing.minBillAmount'
    await tenant.api.put(`/system-setting/${key}`, { value: '50.00' })
    await put({ [key]: '10.00' })
    expect(await one(key)).toMatchObject({ value: '10.00', source: 'CLIENT' })
    expect((await clear(key)).status).toBe(204)
    expect(await one(key)).toMatchObject({ value: '50.00', source: 'TENANT' })
    expect((await clear(key)).status).toBe(404)
    expect((await clear('no.such')).status).toBe(404)
    const [row] = await at.owner(
      `select value from client_setting where client_id = $1 and kind = 'BILLING'`,
      [id],
    )
    expect(row?.['value']).toEqual({})
  })

  test('are taken back by the rules of what they become', async () => {
    const of = await clientIn(tenant)
    await put({ 'invoice.defaultProductCode': 'INVOICE_SERVICE' }, of)
    const { body } = await tenant.api.get(`/client-products?clientId=${of}&limit=100`)
    const service = body.data.find(
      ({ productCode }: { productCode: string }) => productCode === 'INVOICE_SERVICE',
    )
    await tenant.api.put(`/client-products/${service.id}/toggle`, { enabled: false })
    const refused = await clear('invoice.defaultProductCode', of)
    expect([refused.status, refused.body.code]).toEqual([409, 'PRODUCT_NOT_ENABLED'])
    expect(await one('invoice.defaultProductCode', of)).toMatchObject({ source: 'CLIENT' })
  })
})

describe('the switches of a client', () => {
  test('are its settings that are true or false', async () => {
    const { body } = await tenant.api.get(`/settings/client/flag/${id}`)
    expect(body.data.length).toBeGreaterThan(5)
    for (const { value } of body.data) expect(typeof value).toBe('boolean')
    const path = `/settings/client/flag/${id}`
    const settings = { 'invoice.roundTotal': true, 'compliance.pepChecked': true }
    expect((await tenant.api.put(path, { settings })).status).toBe(200)
    expect(await one('invoice.roundTotal')).toMatchObject({ value: true, source: 'CLIENT' })
    const other = await tenant.api.put(path, { settings: { 'document.fTax': 'yes' } })
    expect(other.status).toBe(400)
  })

  test('are its own to set, but for what the tenant says of it', async () => {
    const own = await tenant.holding(['ManageOwnClientSettings'], { kind: 'CLIENT', clientId: id })
    const { body } = await own.get('/settings/client/flag')
    expect(body.clientId).toBe(id)
    expect(body.data.map(({ key }: Shown) => key)).not.toContain('compliance.pepChecked')
    const settings = { 'invoice.yourReferenceRequired': true }
    expect((await own.put('/settings/client/flag', { settings })).status).toBe(200)
    expect(await one('invoice.yourReferenceRequired')).toMatchObject({ value: true })
    const refused = await own.put('/settings/client/flag', {
      settings: { 'compliance.pepChecked': false },
    })
    expect([refused.status, refused.body.errors[0].code]).toEqual([400, 'NOT_CHOSEN_HERE'])
    expect((await own.get(`/settings/client/${id}`)).status).toBe(403)
    expect((await tenant.api.get('/settings/client/flag')).status).toBe(404)
  })
})
