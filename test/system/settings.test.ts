import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registered } from '../../src/activities/areas.ts'
import { invoiceSettings, documentSettings } from '../../src/activities/clients/settings.ts'
import { settingsInForce } from '../../src/kernel/read/settings-in-force.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
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

const read = (key: string) => tenant.api.get(`/system-setting/${key}`)
const choose = (key: string, value: unknown, more: object = {}) =>
  tenant.api.put(`/system-setting/${key}`, { value, ...more })
const ofClient = async (path: string, of = clientId) =>
  (await tenant.api.get(`/clients/${of}${path}`)).body

describe('what the tenant can choose', () => {
  test('is listed with its default, its levels and whether anybody has chosen', async () => {
    const { body } = await tenant.api.get('/system-setting')
    const expected = registered.settings.flatMap(({ settings }) =>
      settings.flatMap(({ key, levels }) => (levels.includes('TENANT') ? [key] : [])),
    )
    expect(body.data.map(({ key }: { key: string }) => key)).toEqual(expected)
    expect(body.data).toContainEqual({
      key: 'dates.dueDateRoll',
      type: 'CHOICE',
      schema: expect.objectContaining({ enum: expect.arrayContaining(['FOLLOWING']) }),
      value: 'FOLLOWING',
      source: 'DEFAULT',
      default: 'FOLLOWING',
      levels: ['TEMPLATE', 'SERVICE_PROVIDER', 'INSTANCE_PROVIDER', 'TENANT'],
      waitsFor: null,
      version: null,
      updatedAt: null,
    })
    expect(
      body.data.flatMap(({ key, type }: Record<string, string>) => (type === 'OTHER' ? [key] : [])),
    ).toEqual(['payments.allocationOrder'])
    const terms = (await read('invoice.paymentTermsDays')).body
    expect(terms).toMatchObject({ type: 'NUMBER', schema: { type: 'integer' } })
    expect((await read('portal.hideBalanceDetails')).body).toMatchObject({ type: 'SWITCH' })
    expect((await read('document.attachTerms')).body.waitsFor).toBe('documents are sent')
  })

  test('is every client’s that chose nothing else, until it is taken back', async () => {
    const before = await ofClient('/settings/invoice')
    expect(before).toMatchObject({ paymentTermsDays: 30, sources: { paymentTermsDays: 'DEFAULT' } })
    const chosen = await choose('invoice.paymentTermsDays', 14)
    expect(chosen.body).toMatchObject({ value: 14, source: 'TENANT', default: 30, version: 1 })
    const inherited = await ofClient('/settings/invoice')
    expect(inherited).toEqual({
      ...before,
      paymentTermsDays: 14,
      sources: { ...before.sources, paymentTermsDays: 'TENANT' },
    })
    const other = await clientIn(tenant)
    await tenant.api.put(`/clients/${other}/settings/invoice`, { paymentTermsDays: 30 })
    expect(await ofClient('/settings/invoice', other)).toMatchObject({
      paymentTermsDays: 30,
      sources: { paymentTermsDays: 'CLIENT', roundTotal: 'DEFAULT' },
    })
    const back = await choose('invoice.paymentTermsDays', null, { version: 1 })
    expect(back.body).toMatchObject({ value: 30, source: 'DEFAULT', version: 2 })
    expect(await ofClient('/settings/invoice')).toEqual(before)
  })

  test('is no number because it looks like one, and one name of several by itself', async () => {
    expect((await choose('invoice.interestRateMargin', '12')).body.value).toBe('12')
    await choose('document.colours.primary', '#102030')
    await tenant.api.post(`/clients/${clientId}/document-setting`, { colours: { text: '#000000' } })
    expect(await ofClient('/document-setting')).toMatchObject({
      colours: { primary: '#102030', text: '#000000' },
      sources: { 'colours.primary': 'TENANT', 'colours.text': 'CLIENT' },
    })
    await choose('document.colours.primary', null)
    await choose('invoice.interestRateMargin', null)
  })

  test('is logged and sent as an event, by its key', async () => {
    const key = 'billing.combine'
    await choose(key, false)
    await choose(key, false)
    await choose(key, null)
    const { body } = await tenant.api.get(`/changelog/system-setting/${key}`)
    expect(body.data).toMatchObject([
      { action: 'UPDATED', entityId: key, changes: { value: { from: { is: false }, to: null } } },
      { action: 'CREATED', entityId: key, changes: { value: { to: { is: false } } } },
    ])
    const all = await tenant.api.get('/changelog/system-setting')
    expect(all.body.data).toEqual(expect.arrayContaining(body.data))
    const events = await at.owner(
      `select name, data from event where tenant_id = $1 and type = 'SETTING'
         and data ->> 'key' = $2`,
      [tenant.id, key],
    )
    expect(events.map(({ name }) => name)).toEqual(['chosen', 'chosen'])
    expect((await tenant.api.get('/changelog/system-setting/no.such')).status).toBe(404)
  })

  test.each([
    ['no.such', 1, 404, 'NOT_FOUND', undefined],
    ['invoice.paymentAccount', null, 409, 'SETTING_NOT_OF_LEVEL', undefined],
    ['compliance.kycStatus', 'APPROVED', 409, 'SETTING_NOT_OF_LEVEL', undefined],
    ['document.attachTerms', true, 409, 'NOT_YET_IN_USE', '/value'],
    ['dates.dueDateRoll', 'SIDEWAYS', 400, 'VALIDATION_FAILED', '/value'],
    ['invoice.paymentTermsDays', '14', 400, 'VALIDATION_FAILED', '/value'],
    ['invoice.paymentTermsDays', -1, 400, 'VALIDATION_FAILED', '/value'],
    ['invoice.paymentTermsDays', undefined, 400, 'VALIDATION_FAILED', '/value'],
  ] as const)('refuses %s as %j with %d %s', async (key, value, status, code, pointer) => {
    const before = await tenant.api.get('/system-setting')
    const refused = await choose(key, value)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    if (pointer !== undefined) expect(refused.body.errors).toMatchObject([{ pointer }])
    expect((await tenant.api.get('/system-setting')).body).toEqual(before.body)
  })
})

describe('a choice of the tenant', () => {
  test('is compared with what the caller saw before it is judged', async () => {
    await choose('invoice.defaultChannel', 'LETTER')
    const stale = await choose('invoice.defaultChannel', 'PIGEON', { version: 7 })
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT'])
    const never = await choose('invoice.reminderFeeAgreed', false, { version: 1 })
    expect([never.status, never.body.code]).toEqual([409, 'VERSION_CONFLICT'])
  })

  test('is chosen once by many who choose at once', async () => {
    const days = [11, 12, 13, 14, 15, 16]
    const answers = await Promise.all(days.map((n) => choose('billing.paymentTermsDays', n)))
    expect(answers.map(({ status }) => status)).toEqual(days.map(() => 200))
    const rows = await at.owner(
      `select value, version from system_setting where tenant_id = $1 and key = $2`,
      [tenant.id, 'billing.paymentTermsDays'],
    )
    expect(rows).toMatchObject([{ version: days.length }])
  })

  test('is one tenant’s, and takes the right to choose', async () => {
    const other = await tenantIn(at)
    await other.api.put('/system-setting/billing.setOff', { value: false })
    expect((await read('billing.setOff')).body).toMatchObject({ value: true, source: 'DEFAULT' })
    const reader = await tenant.holding(['ReadSystemSetting'])
    expect((await reader.get('/system-setting/billing.setOff')).status).toBe(200)
    const refused = await reader.put('/system-setting/billing.setOff', { value: false })
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCESS_DENIED'])
  })

  test('is neither shown to a client’s people nor chosen by them, whatever right they have', async () => {
    const rights = ['ReadSystemSetting', 'UpdateSystemSetting'] as const
    const theirs = await tenant.holding([...rights], { kind: 'CLIENT', clientId })
    const path = '/system-setting/invoice.paymentTermsDays'
    for (const answer of [
      await theirs.get('/system-setting'),
      await theirs.get(path),
      await theirs.put(path, { value: 3 }),
      await theirs.put(path, { value: null }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
    }
    const { body } = await tenant.api.get(path)
    expect(body.value).not.toBe(3)
  })

  test('hides the details of balances from portals', async () => {
    const hidden = () => tenant.api.get('/system-setting/hide-balance-details/enabled')
    expect((await hidden()).body).toEqual({ enabled: false })
    await choose('portal.hideBalanceDetails', true)
    expect((await hidden()).body).toEqual({ enabled: true })
  })
})

describe('the day to which a due date moves', () => {
  const made = async (expireDate: string, invoiceDate = '2026-11-02', of = clientId) => {
    const id = await createdInvoice(tenant, of, { dates: { invoiceDate, expireDate } })
    return { id, due: (await tenant.api.get(`/invoices/${id}`)).body.dates.dueDate }
  }

  test.each([
    ['FOLLOWING', '2026-12-26', '2026-11-02', '2026-12-28'],
    ['PRECEDING', '2026-12-26', '2026-11-02', '2026-12-23'],
    ['NONE', '2026-12-26', '2026-11-02', '2026-12-26'],
    ['PRECEDING', '2026-12-22', '2026-11-02', '2026-12-22'],
    ['PRECEDING', '2026-12-27', '2026-12-24', '2026-12-28'],
  ])('%s: %s of an invoice of %s is %s', async (roll, expireDate, invoiceDate, due) => {
    await choose('dates.dueDateRoll', roll)
    expect((await made(expireDate, invoiceDate)).due).toBe(due)
  })

  test('is followed by changes from then on, and by no invoice that is left alone', async () => {
    await choose('dates.dueDateRoll', 'NONE')
    const { id, due } = await made('2026-12-26')
    await choose('dates.dueDateRoll', 'PRECEDING')
    expect((await tenant.api.get(`/invoices/${id}`)).body.dates.dueDate).toBe(due)
    const changed = await tenant.api.put(`/invoices/${id}`, { dates: { expireDate: '2027-01-06' } })
    expect(changed.body.dates).toMatchObject({ expireDate: '2027-01-06', dueDate: '2027-01-05' })
    await choose('dates.dueDateRoll', null)
  })

  test('is followed where somebody moves the ledger event by hand', async () => {
    const id = await activatedInvoice(tenant, clientId, {
      dates: { invoiceDate: '2026-11-02', expireDate: '2027-01-07' },
    })
    await choose('dates.dueDateRoll', 'PRECEDING')
    const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&type=DUE`)
    await tenant.api.put(`/invoices/events/ledger/${body.data[0].id}`, {
      plannedDate: '2027-02-06',
    })
    const moved = await tenant.api.get(`/invoices/${id}`)
    expect(moved.body.dates).toMatchObject({ expireDate: '2027-01-07', dueDate: '2027-02-05' })
    await choose('dates.dueDateRoll', null)
  })
})

test('the settings of many clients come in one statement', async () => {
  const ids = [clientId, ...(await Promise.all([1, 2, 3].map(() => clientIn(tenant))))]
  await Promise.all(
    ids.map((id, n) => tenant.api.put(`/clients/${id}/settings/invoice`, { paymentTermsDays: n })),
  )
  await choose('invoice.defaultChannel', 'LETTER')
  await choose('document.pdfLayout', 'COMPACT')
  await tenant.work(async (unit) => {
    const asked: string[] = []
    const { transaction } = unit
    const prepared = transaction.prepared.bind(transaction)
    transaction.prepared = (text, values) => (asked.push(text), prepared(text, values))
    const settings = await settingsInForce(unit, [invoiceSettings, documentSettings], ids)
    expect(asked).toHaveLength(1)
    ids.forEach((id, n) => {
      const { paymentTermsDays, defaultChannel } = settings.of(invoiceSettings, id)
      expect([paymentTermsDays, defaultChannel]).toEqual([n, 'LETTER'])
      expect(settings.of(documentSettings, id).pdfLayout).toBe('COMPACT')
      expect(settings.resolved(invoiceSettings, id).sources['paymentTermsDays']).toBe('CLIENT')
    })
  })
})
