import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptManyForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { afterBooking } from '../../src/activities/invoices/after-booking.ts'
import { noticeToSend } from '../../src/activities/invoices/notices/notice-to-send.ts'
import { invoiceSettings } from '../../src/activities/clients/settings.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import type { InvoiceActivation } from '../../src/entities/invoice-activation.ts'
import { settingLevels, sharedLevels, type SettingLevel } from '../../src/domain/settings.ts'
import { settingsInForce } from '../../src/kernel/read/settings-in-force.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { Rows } from '../support/rows.ts'
import { newDebtor } from '../factoring/ground.ts'
import { soldClaim } from '../support/notices.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'
import { seed } from '../support/seed.ts'

const { at, tenant } = await worldWithTenant()
const { api } = tenant

const made = async (path: string, body: object, of: TestTenant = tenant): Promise<string> => {
  const answer = await of.api.post(path, body)
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body.id
}
let named = 0
const template = (of = tenant) =>
  made('/client-financial-price-template', { name: `Template ${++named}` }, of)
const instanceProvider = () => made('/instance-providers', { name: `Brand ${++named}` })
const serviceProvider = () =>
  made('/service-providers', { code: `SP-${++named}`, name: `SP ${named}`, type: 'FINANCIER' })

/** A client that follows one of each, with a debtor and an invoice. */
async function followed() {
  const ids = {
    templateId: await template(),
    serviceProviderId: await serviceProvider(),
    instanceProviderId: await instanceProvider(),
  }
  const clientId = await clientIn(tenant, ids)
  const invoiceId = await createdInvoice(tenant, clientId, { debtor: newDebtor() })
  const { debtorId } = (await api.get(`/invoices/${invoiceId}`)).body
  const { systemDebtorId } = (await api.get(`/debtors/${debtorId}`)).body
  return { ...ids, clientId, debtorId, invoiceId, systemDebtorId: String(systemDebtorId) }
}
type Ground = Awaited<ReturnType<typeof followed>>

/** Where a setting is chosen at each level. */
const pathAt: Readonly<Record<SettingLevel, (ground: Ground, key: string) => string>> = {
  DEBTOR: ({ debtorId }) => `/settings/debtor/flag/${debtorId}`,
  SYSTEM_DEBTOR: ({ systemDebtorId }) => `/settings/system-debtor/flag/${systemDebtorId}`,
  CLIENT: ({ clientId }) => `/settings/client/${clientId}`,
  TEMPLATE: ({ templateId }) => `/settings/client-financial-price-template/${templateId}`,
  SERVICE_PROVIDER: ({ serviceProviderId }) => `/settings/service-provider/${serviceProviderId}`,
  INSTANCE_PROVIDER: ({ instanceProviderId }) =>
    `/settings/instance-provider/${instanceProviderId}`,
  TENANT: (_, key) => `/system-setting/${key}`,
}

async function choose(level: SettingLevel, ground: Ground, key: string, value: unknown) {
  const body = level === 'TENANT' ? { value } : { settings: { [key]: value } }
  const answer = await api.put(pathAt[level](ground, key), body)
  expect([level, answer.status, answer.body.code]).toEqual([level, 200, undefined])
}

async function shownOf({ debtorId }: Ground, key: string) {
  const { body } = await api.get(`/settings/debtor/flag/${debtorId}`)
  const found = body.data.find((each: { key: string }) => each.key === key)
  return [found.value, found.source]
}

const resolvedOf = (unit: Unit, { clientId, debtorId }: Ground) =>
  settingsInForce(unit, [invoiceSettings], [clientId], [debtorId]).then((found) =>
    found.of(invoiceSettings, clientId, debtorId),
  )

test('each level says what it is where no nearer one does', async () => {
  const ground = await followed()
  const key = 'invoice.yourReferenceRequired'
  let value = false
  expect(await shownOf(ground, key)).toEqual([value, 'DEFAULT'])
  for (const level of settingLevels.toReversed()) {
    value = !value
    await choose(level, ground, key, value)
    expect(await shownOf(ground, key)).toEqual([value, level])
  }
  // From the nearest on each is taken back, and the next one holds again.
  for (const level of ['DEBTOR', 'SYSTEM_DEBTOR'] as const) {
    value = !value
    await choose(level, ground, key, null)
    expect((await shownOf(ground, key))[0]).toBe(value)
  }
  for (const level of settingLevels.slice(2, 6)) {
    value = !value
    const taken = await api.delete(`${pathAt[level](ground, key)}/${key}`)
    expect([level, taken.status]).toEqual([level, 204])
    expect((await shownOf(ground, key))[0]).toBe(value)
    const again = await api.delete(`${pathAt[level](ground, key)}/${key}`)
    expect(again.status).toBe(404)
  }
  await api.put(`/system-setting/${key}`, { value: null })
})

test.each(settingLevels)('a reference is required where %s says so', async (level) => {
  const ground = await followed()
  await choose(level, ground, 'invoice.yourReferenceRequired', true)
  const body = { productCode: 'INVOICE_SERVICE' }
  const refused = await api.put(`/invoices/${ground.invoiceId}/activate`, body)
  expect(refused.body.errors?.map(({ code }: { code: string }) => code)).toContain(
    'REFERENCE_MISSING',
  )
  if (level === 'TENANT') {
    await api.put('/system-setting/invoice.yourReferenceRequired', { value: null })
  }
})

test.each(['DEBTOR', 'SYSTEM_DEBTOR'] as const)(
  'activation waits for a second person, and financing is asked for, where %s says so',
  async (level) => {
    const ground = await followed()
    await choose(level, ground, 'invoice.authorizationRequired', true)
    await choose(level, ground, 'invoice.autoFactoring', true)
    await choose(level, ground, 'invoice.reminderFeeAgreed', false)
    await tenant.work((unit) =>
      acceptManyForActivation(unit, [ground.invoiceId], { productCode: 'INVOICE_SERVICE' }),
    )
    const { body } = await api.get(`/invoices/${ground.invoiceId}`)
    expect(body.statuses.main).toBe('PENDING_AUTHORIZATION')
    const toDo = await tenant.work(async (unit) => {
      const invoice = await unit.load(Invoice, ground.invoiceId)
      const activation = { id: 'A', productCode: 'INVOICE_SERVICE' } as InvoiceActivation
      return afterBooking(unit, [{ activation, invoice }])
    })
    expect(toDo.get('A')).toMatchObject({ factoring: true })
    const { reminderFeeAgreed } = await tenant.work((unit) => resolvedOf(unit, ground))
    expect(reminderFeeAgreed).toBe(false)
  },
)

test('nothing is sent electronically to whom it is not to be', async () => {
  const { invoiceId, noticeId } = await soldClaim(at, tenant)
  const { debtorId } = (await api.get(`/invoices/${invoiceId}`)).body
  const settings = { 'invoice.electronicDistribution': false }
  await api.put(`/settings/debtor/flag/${debtorId}`, { settings })
  const standing = await tenant.work((unit) => noticeToSend(unit, noticeId))
  expect(standing).toMatchObject({ status: 'FAILED' })
  const [errand] = await at.owner(
    `select data from system_errand where tenant_id = $1 and subject_id = $2`,
    [tenant.id, noticeId],
  )
  expect(errand?.['data']).toMatchObject({ code: 'NOT_ELECTRONICALLY' })
})

test('the day of an invoice moves as the template of its client says', async () => {
  const ground = await followed()
  await choose('TEMPLATE', ground, 'dates.dueDateRoll', 'PRECEDING')
  const dates = { invoiceDate: '2026-11-02', expireDate: '2026-12-26' }
  const id = await createdInvoice(tenant, ground.clientId, { dates })
  expect((await api.get(`/invoices/${id}`)).body.dates.dueDate).toBe('2026-12-23')
  await choose('TEMPLATE', ground, 'dates.dueDateRoll', 'NONE')
  const changed = await api.put(`/invoices/${id}`, { dates: { expireDate: '2027-01-06' } })
  expect(changed.body.dates.dueDate).toBe('2027-01-06')
  await choose('INSTANCE_PROVIDER', ground, 'invoice.roundTotal', true)
  const rounded = await createdInvoice(tenant, ground.clientId, {
    articleRows: [{ description: 'Nails', quantity: '1', price: '99.60', vatPercentage: 0 }],
  })
  expect((await api.get(`/invoices/${rounded}`)).body.totals.gross).toBe('100.00')
})

test('a client without an instance provider follows the default one', async () => {
  const other = await tenantIn(at)
  const clientId = await clientIn(other)
  const id = await made('/instance-providers', { name: 'First' }, other)
  const settings = { 'invoice.paymentTermsDays': 17 }
  await other.api.put(`/settings/instance-provider/${id}`, { settings })
  const { body } = await other.api.get(`/clients/${clientId}/settings/invoice`)
  expect(body).toMatchObject({
    paymentTermsDays: 17,
    sources: { paymentTermsDays: 'INSTANCE_PROVIDER' },
  })
})

test.each([
  ['TEMPLATE', { 'no.such': true }, 400, 'UNKNOWN_SETTING'],
  ['TEMPLATE', { 'invoice.paymentTermsDays': '3' }, 400, 'INVALID_TYPE'],
  ['TEMPLATE', { 'invoice.paymentTermsDays': null }, 400, 'INVALID_TYPE'],
  ['TEMPLATE', { 'compliance.kycStatus': 'APPROVED' }, 409, undefined],
  ['TEMPLATE', { 'document.attachTerms': true }, 409, 'NOT_YET_IN_USE'],
  ['SERVICE_PROVIDER', { 'invoice.autoFactoring': true }, 409, undefined],
  ['INSTANCE_PROVIDER', { 'modules.factoring.enabled': false }, 409, undefined],
  ['DEBTOR', { 'invoice.roundTotal': true }, 409, undefined],
  ['DEBTOR', { 'invoice.yourReferenceRequired': 'yes' }, 400, 'INVALID_TYPE'],
  ['SYSTEM_DEBTOR', { 'no.such': true }, 400, 'UNKNOWN_SETTING'],
] as const)('%s refuses %j', async (level, settings, status, code) => {
  const ground = await followed()
  const path = pathAt[level](ground, '')
  const before = (await api.get(path)).body
  const refused = await api.put(path, { settings })
  expect([refused.status, refused.body.errors?.[0].code]).toEqual([status, code])
  expect((await api.get(path)).body).toEqual(before)
})

test('choices are logged with whom they are about, and told of', async () => {
  const ground = await followed()
  const headers = { 'x-request-id': `levels-${ground.clientId.slice(2)}` }
  const put = (level: SettingLevel, settings: object) =>
    api.put(pathAt[level](ground, ''), { settings }, headers)
  await put('DEBTOR', { 'invoice.autoFactoring': true })
  await put('TEMPLATE', { 'invoice.paymentTermsDays': 12 })
  await put('TEMPLATE', { 'invoice.paymentTermsDays': 12 })
  const trail = await at.owner(
    `select entity, action from changelog where tenant_id = $1 and request_id = $2`,
    [tenant.id, headers['x-request-id']],
  )
  expect(trail.map(({ entity, action }) => `${entity} ${action}`).toSorted()).toEqual([
    'DebtorSetting CREATED',
    'SettingChoice CREATED',
  ])
  const names = await at.owner(
    `select type, name from event where tenant_id = $1 and name = 'settingsCreated'
       and type in ('DEBTOR', 'TEMPLATE')`,
    [tenant.id],
  )
  expect(new Set(names.map(({ type }) => type))).toEqual(new Set(['DEBTOR', 'TEMPLATE']))
})

test('a client chooses for its own debtors, and for nobody else', async () => {
  const [own, foreign] = [await followed(), await followed()]
  const rights = ['ManageDebtorSettings', 'ManageSystemDebtorSettings', 'UpdateTemplate'] as const
  const client = await tenant.holding([...rights], { kind: 'CLIENT', clientId: own.clientId })
  const settings = { 'invoice.yourReferenceRequired': true }
  const put = async (path: string) => (await client.put(path, { settings })).status
  expect(await put(pathAt.DEBTOR(own, ''))).toBe(200)
  expect(await put(pathAt.DEBTOR(foreign, ''))).toBe(404)
  expect(await put(pathAt.SYSTEM_DEBTOR(own, ''))).toBe(404)
  expect(await put(pathAt.TEMPLATE(own, ''))).toBe(404)
  const other = await tenantIn(at)
  const theirs = await template(other)
  expect(await put(`/settings/client-financial-price-template/${theirs}`)).toBe(404)
  expect((await api.get(`/settings/client-financial-price-template/${theirs}`)).status).toBe(404)
})

test('many who choose at once lose nothing of each other', async () => {
  const ground = await followed()
  const keys = ['yourReferenceRequired', 'authorizationRequired', 'electronicDistribution']
  await Promise.all(
    keys.flatMap((key) => [
      choose('DEBTOR', ground, `invoice.${key}`, true),
      choose('TEMPLATE', ground, `invoice.${key}`, false),
    ]),
  )
  for (const key of keys) expect(await shownOf(ground, `invoice.${key}`)).toEqual([true, 'DEBTOR'])
})

test('templates are searched with all of their settings in two statements', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => template()))
  const settings = { 'invoice.paymentTermsDays': 7 }
  await api.put(`/settings/client-financial-price-template/${ids[1]}`, { settings })
  const { body } = await api.post('/settings/client-financial-price-template/search', {
    limit: 500,
  })
  const of = (id: string) =>
    body.data
      .find((each: { id: string }) => each.id === id)
      .settings.find(({ key }: { key: string }) => key === 'invoice.paymentTermsDays')
  expect(of(ids[1]!)).toMatchObject({ value: 7, source: 'TEMPLATE' })
  expect(of(ids[0]!)).toMatchObject({ value: 30, source: 'DEFAULT' })
})

const flags = ['yourReferenceRequired', 'authorizationRequired', 'reminderFeeAgreed'] as const

test(`inheritance at random is that of the model (SEED=${seed})`, async () => {
  const grounds = [await followed(), await followed()]
  const chosen = fc.array(
    fc.record({
      ground: fc.nat(1),
      level: fc.constantFrom(...settingLevels),
      flag: fc.constantFrom(...flags),
      value: fc.boolean(),
    }),
    { maxLength: 24 },
  )
  await fc.assert(
    fc.asyncProperty(chosen, async (choices) => {
      const model = new Map<string, boolean>()
      await cleared(grounds)
      const placed = Map.groupBy(choices, ({ level, ground }) => targetAt(level, grounds[ground]!))
      for (const [target, of] of placed) {
        const by = Object.fromEntries(of.map(({ flag, value }) => [`invoice.${flag}`, value]))
        const { level, ground } = of[0]!
        for (const [key, value] of Object.entries(by)) model.set(`${target} ${key}`, value)
        await place(level, grounds[ground]!, by)
      }
      await tenant.work(async (unit) => {
        const clientIds = grounds.map(({ clientId }) => clientId)
        const debtorIds = grounds.map(({ debtorId }) => debtorId)
        const found = await settingsInForce(unit, [invoiceSettings], clientIds, debtorIds)
        for (const ground of grounds) {
          const { clientId, debtorId } = ground
          const { values, sources } = found.resolved(invoiceSettings, clientId, debtorId)
          for (const flag of flags) {
            const nearest = settingLevels.find((level) =>
              model.has(`${targetAt(level, ground)} invoice.${flag}`),
            )
            const usual = flag === 'reminderFeeAgreed'
            const expected =
              nearest === undefined
                ? usual
                : model.get(`${targetAt(nearest, ground)} invoice.${flag}`)
            expect([flag, values[flag], sources[flag]]).toEqual([
              flag,
              expected,
              nearest ?? 'DEFAULT',
            ])
          }
        }
      })
    }),
    { seed, numRuns: 25 },
  )
  await cleared(grounds)
})

/** Whose choice it is at a level; the tenant's is everybody's. */
const targetAt = (level: SettingLevel, ground: Ground): string =>
  ({
    DEBTOR: ground.debtorId,
    SYSTEM_DEBTOR: ground.systemDebtorId,
    CLIENT: ground.clientId,
    TEMPLATE: ground.templateId,
    SERVICE_PROVIDER: ground.serviceProviderId,
    INSTANCE_PROVIDER: ground.instanceProviderId,
    TENANT: tenant.id,
  })[level]

async function cleared(grounds: readonly Ground[]): Promise<void> {
  await at.owner('delete from setting_choice where tenant_id = $1', [tenant.id])
  await at.owner('delete from debtor_setting where tenant_id = $1', [tenant.id])
  await at.owner('delete from system_setting where tenant_id = $1', [tenant.id])
  for (const { clientId } of grounds) {
    await at.owner(`delete from client_setting where client_id = $1 and kind = 'INVOICE'`, [
      clientId,
    ])
  }
}

const rows = new Rows(at, tenant.id)

async function place(level: SettingLevel, ground: Ground, by: Record<string, boolean>) {
  const { clientId, debtorId } = ground
  const plain = Object.fromEntries(
    Object.entries(by).map(([key, value]) => [key.slice('invoice.'.length), value]),
  )
  const shared = sharedLevels.find((each) => each === level)
  if (shared !== undefined) {
    await rows.add('setting_choice', {
      level,
      targetId: targetAt(level, ground),
      value: by,
    })
  } else if (level === 'DEBTOR') {
    await rows.add('debtor_setting', { debtorId, clientId, value: by })
  } else if (level === 'CLIENT') {
    await rows.add('client_setting', { clientId, kind: 'INVOICE', value: plain })
  } else {
    for (const [key, is] of Object.entries(by))
      await rows.add('system_setting', { key, value: { is } })
  }
}

test('all levels of five hundred debtors are two statements at most, and one where nothing is chosen', async () => {
  const ground = await followed()
  const asked: string[] = []
  const statements = (many: number) =>
    tenant.work(async (unit) => {
      asked.length = 0
      const { transaction } = unit
      const prepared = transaction.prepared.bind(transaction)
      transaction.prepared = (text, values) => (asked.push(text), prepared(text, values))
      const others = Array.from({ length: many - 1 }, () => newId('Debtor'))
      const debtorIds = [ground.debtorId, ...others]
      const clientIds = [ground.clientId, ...others.map(() => newId('Client'))]
      await settingsInForce(unit, [invoiceSettings], clientIds, debtorIds)
      return asked.length
    })
  await cleared([ground])
  expect([await statements(1), await statements(500)]).toEqual([1, 1])
  await choose('DEBTOR', ground, 'invoice.autoFactoring', true)
  for (const level of settingLevels) {
    await choose(level, ground, 'invoice.yourReferenceRequired', level === 'DEBTOR')
  }
  expect([await statements(1), await statements(500)]).toEqual([2, 2])
})
