import { workOffTask } from '../../src/activities/system/run-task.ts'
import type { TestTenant, World } from '../support/world.ts'

/** What the process of a task does, at once, and how it ended. */
export async function runTaskHere(at: World, tenant: TestTenant, taskId: string) {
  const { runtime, clock } = at
  const task = {
    runtime,
    tenantId: tenant.id,
    entityId: taskId,
    now: clock.now,
    workflowId: 'test',
  }
  while ((await workOffTask(task)).open);
  const [row] = await at.owner('select succeeded, failed from background_task where id = $1', [
    taskId,
  ])
  const items = await at.owner(
    'select code from background_task_item where task_id = $1 and code is not null',
    [taskId],
  )
  return { ...row, codes: items.map(({ code }) => code) }
}
