import { afterAll, beforeAll, expect, test } from 'vitest'
import { paceOf } from '../../src/domain/system/background-task.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { triedIn } from './tried-first.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let workedOff: ReturnType<typeof triedIn>['workedOff']
let bothRuns: ReturnType<typeof triedIn>['bothRuns']

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  ;({ workedOff, bothRuns } = triedIn(at, tenant))
})
afterAll(() => at.close())

const rows = (price: string) => [
  { description: 'Planks', quantity: '1', unit: 'm', price, vatPercentage: 0 },
]

test('acceptance is tried without a trace: each gets the outcome that it then has', async () => {
  const ids = [
    await createdInvoice(tenant, clientId),
    await activatedInvoice(tenant, clientId),
    await createdInvoice(tenant, clientId),
  ]
  const body = { ids, productCode: 'INVOICE_SERVICE' }
  const tried = await bothRuns('post', '/invoices/actions/bulk-activate', body)
  expect(tried).toMatchObject({ succeeded: 2, failed: 1 })
  expect(tried.errors[0]).toMatchObject({ entityId: ids[1], code: 'INVOICE_NOT_CREATED' })
})

test('what the first would use up is not there for the second', async () => {
  const credit = () =>
    activatedInvoice(tenant, clientId, { type: 'CREDIT_INVOICE', articleRows: rows('100.00') })
  const notes = [await credit(), await credit()]
  const debit = await activatedInvoice(tenant, clientId, { articleRows: rows('100.00') })
  const links = notes.map((creditId) => ({ creditId, debits: [{ id: debit }] }))
  const tried = await bothRuns('put', '/invoices/link-multiple-bulk', { links })
  expect(tried).toMatchObject({ succeeded: 1, failed: 1 })
  expect(tried.errors[0]).toMatchObject({ entityId: notes[1], code: 'INVOICES_NOT_LINKABLE' })
})

test('a dry run stands in nobody’s way, and no second one stands beside it', async () => {
  const ids = [await createdInvoice(tenant, clientId)]
  const path = '/invoices/actions/bulk-update'
  const body = { ids, changes: { serviceProviderCode: 'INTERNAL' } }
  const dry = await tenant.api.put(`${path}?dryRun=true`, body)
  const again = await tenant.api.put(`${path}?dryRun=true`, body)
  expect([again.status, again.body.code]).toEqual([409, 'TASK_RUNNING'])
  const wet = await tenant.api.put(path, body)
  expect(wet.status).toBe(202)
  await workedOff(wet.body.id)
  expect(await workedOff(dry.body.id)).toMatchObject({ status: 'COMPLETED', succeeded: 1 })
  const wrong = await tenant.api.put(`${path}?dryRun=perhaps`, body)
  expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_FAILED'])
})

test('a task says how fast it goes, and how long it will take', () => {
  const startedAt = new Date('2026-11-24T10:00:00Z')
  const updatedAt = new Date('2026-11-24T10:00:05Z')
  const running = { total: 1500, processed: 500, startedAt, endedAt: null, updatedAt }
  expect(paceOf(running)).toEqual({ itemsPerSecond: 100, secondsLeft: 10 })
  expect(paceOf({ ...running, startedAt: null, processed: 0 })).toEqual({
    itemsPerSecond: null,
    secondsLeft: null,
  })
  expect(paceOf({ ...running, processed: 1500, endedAt: updatedAt })).toEqual({
    itemsPerSecond: 300,
    secondsLeft: 0,
  })
})

test('what others hold is waited for by trying again, and no outcome of its own', async () => {
  const id = await createdInvoice(tenant, clientId)
  const body = { ids: [id], changes: { serviceProviderCode: 'INTERNAL' } }
  const dry = await tenant.api.put('/invoices/actions/bulk-update?dryRun=true', body)
  const held = tenant.work(async (unit) => {
    await unit.transaction.query('select id from invoice where id = $1 for update', [id])
    await expect(workedOff(dry.body.id)).rejects.toMatchObject({ code: 'OVERLOADED' })
  })
  await held
  expect(await workedOff(dry.body.id)).toMatchObject({ status: 'COMPLETED', succeeded: 1 })
})
