import { afterAll, beforeAll, describe, test } from 'vitest'
import { dueJob } from '../../../src/activities/invoices/due-job.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import { dayIn } from '../../../src/domain/dates.ts'
import { newId } from '../../../src/kernel/write/ids.ts'
import type { Runtime } from '../../../src/kernel/write/runtime.ts'
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

  test('a job of two tenants, one of whom it breaks for, and one asked for by its name', async () => {
    const zone = 'Europe/Stockholm'
    const broken = await tenantIn(at)
    const { chunk } = dueJob
    const jobs = {
      ...at.runtime.registered.jobs,
      'invoice.due': {
        wanted: 'true',
        chunk: (unit, day, after) => {
          if (unit.tenantId === broken.id) throw new TypeError('nobody thought of this')
          return chunk(unit, day, after)
        },
      },
    } satisfies Runtime['registered']['jobs']
    const registered = { ...at.runtime.registered, jobs }
    const activities = createActivities({ ...at.runtime, registered })
    const engineOfJob = await engine({ keys: historyKeys, activities })
    const run = (workflowId: string, args: object) =>
      engineOfJob.client.workflow.start('runJob', {
        taskQueue: engineOfJob.taskQueue,
        workflowId,
        args: [args],
      })
    const scheduled = { job: 'invoice.due', timeZone: zone }
    await recordHistory(await run('run-job/scheduled', scheduled), 'runJob', 'one-broken')
    const day = dayIn(zone, at.clock.now)
    const again = { tenantId: broken.id, entityId: `invoice.due/${day}` }
    await recordHistory(await run('run-job/again', again), 'runJob', 'again')
    await engineOfJob.close()
  })

  test('a task of three chunks, of nothing, and one that was cancelled', async () => {
    await recorded(1_001, 'three-chunks')
    await recorded(0, 'nothing')
    await recorded(5, 'cancelled', true)
  })
})
