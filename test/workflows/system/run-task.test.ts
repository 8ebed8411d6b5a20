import { expect, test } from 'vitest'
import { newId } from '../../../src/kernel/write/ids.ts'
import { startTask } from '../../../src/activities/system/start-task.ts'
import { worldWithEngine } from '../../support/temporal.ts'

const { tenant, temporal } = await worldWithEngine()

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

const read = async (taskId: string) => (await tenant.api.get(`/background-task/${taskId}`)).body

test('a task runs chunk by chunk to its end, and says where it stands', async () => {
  const taskId = await started(1_001)
  const handle = await run(taskId)
  expect(await handle.result()).toBe('FAILED')
  expect(await read(taskId)).toMatchObject({ status: 'FAILED', processed: 1_001, failed: 1_001 })
  const { events } = await handle.fetchHistory()
  const chunks = events?.filter(({ activityTaskScheduledEventAttributes: it }) => it != null)
  expect(chunks?.length).toBe(3)
})

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
