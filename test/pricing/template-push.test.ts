import { expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { Rows } from '../support/rows.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const { api } = tenant
const path = '/client-financial-price-template'

async function templateWith(products: string[]) {
  const { body } = await api.post(path, { name: `Template ${Math.random()}`, products })
  return body.id as string
}

const rules = (id: string) => `${path}/${id}/clients/engine-rule`
const driftOf = async (templateId: string, clientId: string) =>
  (await api.get(rules(templateId))).body.data.find(({ id }: { id: string }) => id === clientId)

async function pushed(templateId: string, body: object = {}, dryRun = false) {
  const { status, body: task } = await api.put(`${rules(templateId)}?dryRun=${dryRun}`, body)
  expect(status, JSON.stringify(task)).toBe(202)
  const { runtime, clock } = at
  const work = { runtime, tenantId: tenant.id, entityId: task.id, now: clock.now }
  expect((await workOffTask({ ...work, workflowId: 'test' })).open).toBe(false)
  return (await api.get(`/background-task/${task.id}`)).body
}

async function logotype(more: object = {}) {
  const image = { status: 'STORED', mimeType: 'image/png', debtorId: null, invoiceId: null }
  const row = await new Rows(at, tenant.id).add('document', { ...image, clientId: null, ...more })
  return String(row['id'])
}

test('clients get what their template has and they lack, and keep what they have besides', async () => {
  const templateId = await templateWith(['INVOICE_SERVICE'])
  const [one, other] = [
    await clientIn(tenant, { templateId }),
    await clientIn(tenant, { templateId }),
  ]
  expect(await driftOf(templateId, one)).toMatchObject({ isDrifted: false, hasLogotype: true })
  await api.put(`${path}/${templateId}`, { products: ['COLLECTION', 'REMINDER'] })
  const documentId = await logotype()
  expect((await api.put(`${path}/${templateId}/logotype`, { documentId })).body).toMatchObject({
    logotypeId: documentId,
  })
  const drifted = {
    isDrifted: true,
    productsMissing: ['COLLECTION', 'REMINDER'],
    productsBeside: ['INVOICE_SERVICE'],
    hasLogotype: false,
  }
  expect(await driftOf(templateId, one)).toMatchObject(drifted)

  const dry = await pushed(templateId, {}, true)
  expect(dry).toMatchObject({ dryRun: true, total: 2, succeeded: 2 })
  expect(await driftOf(templateId, one)).toMatchObject(drifted)

  expect(await pushed(templateId, { clientIds: [one] })).toMatchObject({ total: 1, succeeded: 1 })
  expect(await driftOf(templateId, one)).toMatchObject({
    isDrifted: true,
    productsMissing: [],
    productsBeside: ['INVOICE_SERVICE'],
    hasLogotype: true,
  })
  expect(await driftOf(templateId, other)).toMatchObject(drifted)
  const settings = await api.get(`/clients/${one}/document-setting`)
  expect(settings.body.logoDocumentId).toBe(documentId)

  expect(await pushed(templateId, { parts: ['PRODUCTS'] })).toMatchObject({ succeeded: 2 })
  expect(await driftOf(templateId, other)).toMatchObject({
    productsMissing: [],
    hasLogotype: false,
  })
  const history = (await api.get(`${rules(templateId)}/history`)).body.data
  expect(history.map(({ total, dryRun }: Record<string, unknown>) => [total, dryRun])).toEqual([
    [2, false],
    [1, false],
    [2, true],
  ])
  expect((await api.get(`${rules(templateId)}/status`)).body).toEqual(history[0])
})

test('what a client chose and pays otherwise is shown beside its template', async () => {
  const templateId = await templateWith(['INVOICE_SERVICE'])
  const clientId = await clientIn(tenant, { templateId })
  const settings = { 'invoice.interestRateMargin': '10', 'invoice.paymentTermsDays': 20 }
  await api.put(`/settings/client-financial-price-template/${templateId}`, { settings })
  const own = { interestRateMargin: '12', paymentTermsDays: 20 }
  expect((await api.put(`/clients/${clientId}/settings/invoice`, own)).status).toBe(200)
  const list = { targetType: 'CLIENT', targetId: clientId, currency: 'SEK' }
  const prices = [{ chargeType: 'INVOICE_FEE', fixed: '12.50' }]
  await api.put('/price-lists/update', { ...list, prices })
  expect(await driftOf(templateId, clientId)).toMatchObject({
    isDrifted: true,
    settingsBeside: ['invoice.interestRateMargin'],
    pricesBeside: ['SEK'],
  })
  await api.put('/price-lists/update', { ...list, prices: [] })
  expect(await driftOf(templateId, clientId)).toMatchObject({ pricesBeside: [] })
})

test('a client of another template is told of, and one of nobody is not begun with', async () => {
  const templateId = await templateWith(['INVOICE_SERVICE'])
  const stranger = await clientIn(tenant)
  const task = await pushed(templateId, { clientIds: [stranger] })
  expect(task).toMatchObject({ succeeded: 0, failed: 1, errors: [{ code: 'NOT_OF_TEMPLATE' }] })
  const unknown = await api.put(rules(templateId), { clientIds: [newId('Client')] })
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([404, '/clientIds/0'])
  expect((await api.get(`${rules(await templateWith([]))}/status`)).status).toBe(404)
})

test('the logotype of a template is an image of the tenant, and pushed by nobody of a client', async () => {
  const templateId = await templateWith(['INVOICE_SERVICE'])
  const clientId = await clientIn(tenant, { templateId })
  const put = (documentId: string) => api.put(`${path}/${templateId}/logotype`, { documentId })
  expect((await put(await logotype({ clientId }))).status).toBe(404)
  const text = await put(await logotype({ mimeType: 'text/plain' }))
  expect([text.status, text.body.errors[0].code]).toEqual([400, 'NOT_AN_IMAGE'])
  const bound = await tenant.holding(['UpdateTemplateClients', 'ReadTemplateClients'], {
    kind: 'CLIENT',
    clientId,
  })
  expect((await bound.put(rules(templateId), {})).status).toBe(403)
  expect((await bound.get(rules(templateId))).status).toBe(404)
})
