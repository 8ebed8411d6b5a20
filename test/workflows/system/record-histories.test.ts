import { afterAll, beforeAll, describe, test } from 'vitest'
import { createActivities } from '../../../src/activities/registry.ts'
import { newId } from '../../../src/kernel/write/ids.ts'
import { startTask } from '../../../src/activities/system/start-task.ts'
import { historyKeys, recordHistory, recording } from '../../support/histories.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

describe.runIf(recording)('recording, when RECORD_HISTORIES=1,', () => {
  let at: World
  let tenant: TestTenant
  let temporal: Engine

  beforeAll(async () => {
    at = await world()
    tenant = await tenantIn(at)
    temporal = await engine({ keys: historyKeys, activities: createActivities(at.runtime) })
  })
  afterAll(async () => {
    await temporal.close()
    await at.close()
  })

  async function recorded(count: number, path: string, cancel = false): Promise<void> {
    const ids = Array.from({ length: count }, () => newId('Invoice'))
    const input = { changes: { serviceProviderCode: 'INTERNAL' } }
    const task = await tenant.work((unit) =>
      startTask(unit, { taskName: 'invoices.bulkUpdate', ids, input }),
    )
    if (cancel) await tenant.api.put('/background-task/close', { ids: [task.id], cancel })
    const handle = await temporal.client.workflow.start('runTask', {
      taskQueue: temporal.taskQueue,
      workflowId: `task/${tenant.id}/${task.id}`,
      args: [{ tenantId: tenant.id, entityId: task.id }],
    })
    await recordHistory(handle, 'runTask', path)
  }

  test('a task of three chunks, of nothing, and one that was cancelled', async () => {
    await recorded(401, 'three-chunks')
    await recorded(0, 'nothing')
    await recorded(5, 'cancelled', true)
  })
})
