import type { WorkflowHandle } from '@temporalio/client'
import { expect, test } from 'vitest'
import { newId } from '../../../src/kernel/write/ids.ts'
import { startTask } from '../../../src/activities/system/start-task.ts'
import { createActivities, type Activities } from '../../../src/activities/registry.ts'
import { engine, worldWithEngine } from '../../support/temporal.ts'

const { at, tenant, temporal } = await worldWithEngine()

/** Six events each, of which the engine suggests 4,096 at most. */
const chunksOfTwoRuns = 700

async function started(count: number): Promise<string> {
  const ids = Array.from({ length: count }, () => newId('Invoice'))
  const input = { changes: { serviceProviderCode: 'INTERNAL' } }
  const task = { taskName: 'invoices.bulkUpdate', ids, input } as const
  return (await tenant.work((unit) => startTask(unit, task))).id
}

const run = (taskId: string) =>
  temporal.client.workflow.start('runTask', {
    taskQueue: temporal.taskQueue,
    workflowId: `task/${tenant.id}/${taskId}`,
    args: [{ tenantId: tenant.id, entityId: taskId }],
  })

/** What the Temporal UI shows of it. */
const detailsOf = async (handle: Pick<WorkflowHandle, 'query'>) =>
  (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails

const read = async (taskId: string) => (await tenant.api.get(`/background-task/${taskId}`)).body

test('a task runs chunk by chunk to its end, and says where it stands', async () => {
  const taskId = await started(1_001)
  const handle = await run(taskId)
  expect(await handle.result()).toBe('FAILED')
  const shown = await read(taskId)
  expect(shown).toMatchObject({ status: 'FAILED', processed: 1_001, failed: 1_001, secondsLeft: 0 })
  expect(shown.itemsPerSecond).toBeGreaterThan(0)
  expect(await detailsOf(handle)).toMatch(
    /^1001 of 1001 worked on, 1001 of them refused, \S+ a second\. It is FAILED\.$/,
  )
  const { events } = await handle.fetchHistory()
  const chunks = events?.filter(({ activityTaskScheduledEventAttributes: it }) => it != null)
  expect(chunks?.length).toBe(3)
})

test('while it runs, its process says how fast it goes and how long it will take', async () => {
  const taskId = await started(1_001)
  const activities = createActivities(at.runtime)
  let chunks = 0
  const waits = Promise.withResolvers<void>()
  const workOffTask: Activities['workOffTask'] = async (input) => {
    if (++chunks === 2) await waits.promise
    return activities.workOffTask(input)
  }
  const slow = await engine({ keys: at.keys, activities: { ...activities, workOffTask } })
  const handle = await slow.client.workflow.start('runTask', {
    taskQueue: slow.taskQueue,
    workflowId: `task/${tenant.id}/${taskId}`,
    args: [{ tenantId: tenant.id, entityId: taskId }],
  })
  await expect
    .poll(() => detailsOf(handle), { timeout: 20_000 })
    .toMatch(/^500 of 1001 worked on, 500 of them refused, \S+ a second; \d+ s are left\.$/)
  const { itemsPerSecond, secondsLeft } = await read(taskId)
  expect([itemsPerSecond > 0, secondsLeft > 0]).toEqual([true, true])
  waits.resolve()
  expect(await handle.result()).toBe('FAILED')
  await slow.close()
}, 60_000)

test('a task of more chunks than a history should hold goes on in another run of its process', async () => {
  const taskId = await started(0)
  const activities = createActivities(at.runtime)
  let chunks = 0
  const workOffTask: Activities['workOffTask'] = async (input) => {
    const standing = await activities.workOffTask(input)
    return { ...standing, open: ++chunks < chunksOfTwoRuns }
  }
  const long = await engine({ keys: at.keys, activities: { ...activities, workOffTask } })
  const handle = await long.client.workflow.start('runTask', {
    taskQueue: long.taskQueue,
    workflowId: `task/${tenant.id}/${taskId}`,
    args: [{ tenantId: tenant.id, entityId: taskId }],
  })
  expect(await handle.result()).toBe('COMPLETED')
  expect(chunks).toBe(chunksOfTwoRuns)
  const runs = [handle.firstExecutionRunId, (await handle.describe()).runId]
  expect(runs[0]).not.toBe(runs[1])
  const { events } = await long.client.workflow.getHandle(handle.workflowId, runs[0]).fetchHistory()
  expect(events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes).toBeTruthy()
  await long.close()
}, 240_000)

test('a task of nothing ends at once', async () => {
  const handle = await run(await started(0))
  expect(await handle.result()).toBe('COMPLETED')
})

test('a task that was cancelled before it began does nothing', async () => {
  const taskId = await started(3)
  await tenant.api.put('/background-task/close', { ids: [taskId], cancel: true })
  const handle = await run(taskId)
  expect(await handle.result()).toBe('CANCELLED')
  expect(await read(taskId)).toMatchObject({ status: 'CANCELLED', processed: 0 })
})
