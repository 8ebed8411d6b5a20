import { expect, test } from 'vitest'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import type { Right } from '../../src/policy/rights.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant, type Api } from '../support/world.ts'
import { startTask } from '../../src/activities/system/start-task.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)
const rights: Right[] = [
  'GetBackgroundTaskId',
  'GetBackgroundTaskStatus',
  'CloseBackgroundTasks',
  'BulkUpdateInvoice',
]
const own = await tenant.holding(rights, { clientId })
const taskName = 'invoices.bulkUpdate'

const wanted = {
  taskName,
  filter: {},
  input: { changes: { serviceProviderCode: 'INTERNAL' } },
} as const

/** As it is for a task that finds its things about one client. */
const started = () => tenant.work((unit) => startTask(unit, { ...wanted, clientId }))

const seen = async (by: Api, id: string) => [
  (await by.get(`/background-task/${id}`)).status,
  (await by.get(`/background-task/latest-task-id/${taskName}`)).status,
  (await by.put('/background-task/close', { ids: [id], cancel: true })).status,
]

test('a task of the tenant about a client is not the client’s to see, end or hear of', async () => {
  await createdInvoice(tenant, clientId)
  const { id } = await started()
  expect(await seen(own, id)).toEqual([404, 404, 404])
  const byName = await own.put('/background-task/close', { taskName, cancel: true })
  expect(byName.body.data).toEqual([])
  const [row] = await at.owner('select status from background_task where id = $1', [id])
  expect(row).toEqual({ status: 'QUEUED' })
  const work = { runtime: at.runtime, tenantId: tenant.id, entityId: id, now: at.clock.now }
  while ((await workOffTask({ ...work, workflowId: 'test' })).open);
  expect((await tenant.api.get(`/background-task/${id}`)).body.status).toBe('COMPLETED')
  const heard = await at.owner('select client_id from event where subject_id = $1', [id])
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.filter((event) => event['client_id'] !== null)).toEqual([])
  // Nor does a client begin what would disturb it, or is told its id.
  const { id: again } = await started()
  const theirs = { ...platform(tenant.id, 'test'), clientId }
  const asked = inUnit(at.runtime, theirs, { now: at.clock.now }, (unit) => startTask(unit, wanted))
  await expect(asked).rejects.toMatchObject({ code: 'TASK_RUNNING' })
  await expect(asked).rejects.not.toMatchObject({ detail: expect.stringContaining(again) })
  await tenant.api.put('/background-task/close', { ids: [again], cancel: true })
})

test('a client’s own people see what they asked for', async () => {
  const sent = {
    ids: [await createdInvoice(tenant, clientId)],
    changes: { serviceProviderCode: 'INTERNAL' },
  }
  const { status, body } = await own.put('/invoices/actions/bulk-update', sent)
  expect([status, (await own.get(`/background-task/${body.id}`)).status]).toEqual([202, 200])
  const elsewhere = await tenant.holding(rights, { clientId: await clientIn(tenant) })
  expect((await elsewhere.get(`/background-task/${body.id}`)).status).toBe(404)
})
