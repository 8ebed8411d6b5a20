import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkflowHandle } from '@temporalio/client'
import { createActivities } from '../../../src/activities/registry.ts'
import { requestExpiresAfterMs } from '../../../src/domain/automation/internal-request.ts'
import { historyKeys, recordHistory, recording } from '../../support/histories.ts'
import { reason } from '../../support/reason.ts'
import { planAt, runsOf, scheduled, startRun } from '../../support/schedules.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

describe.runIf(recording)('recording requests for a second person', () => {
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

  const path = '/vouchers/settings/locked-period'
  const right = 'UpdateVoucherSettingsLockedPeriod'

  async function asked(from: string, to: string): Promise<string> {
    await tenant.api.put(path, { lockedUntil: from })
    const { body } = await tenant.api.put(path, { lockedUntil: to })
    return body.internalRequestId
  }

  const start = (id: string) =>
    temporal.client.workflow.start('expireRequest', {
      taskQueue: temporal.taskQueue,
      workflowId: `expire-request/${tenant.id}/${id}`,
      args: [{ tenantId: tenant.id, entityId: id }],
    })

  const timed = async (handle: WorkflowHandle) =>
    (await handle.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes)

  test('that nobody answers, that a second answers, that was answered before it began', async () => {
    const expired = await start(await asked('2026-03-31', '2026-02-28'))
    await expect.poll(() => timed(expired)).toBe(true)
    await temporal.advance(expired, requestExpiresAfterMs + 60_000)
    await recordHistory(expired, 'expireRequest', 'expired')

    const second = await tenant.holding([right])
    const closed = await start(await asked('2026-05-31', '2026-04-30'))
    await expect.poll(() => timed(closed)).toBe(true)
    await second.put(path, { lockedUntil: '2026-04-30' })
    await closed.signal('closed')
    await recordHistory(closed, 'expireRequest', 'closed')

    const answered = await asked('2026-07-31', '2026-06-30')
    await second.put(path, { lockedUntil: '2026-06-30' })
    await recordHistory(await start(answered), 'expireRequest', 'closed-at-once')
  })

  test('an automation that does what its rules say', async () => {
    await tenant.api.post('/automation', { name: 'Nothing', type: 'REASON_CODE' })
    await tenant.api.post('/reason-code', reason('RECORDED'))
    const [run] = await at.owner('select id_text(id) as id from automation_run')
    const id = String(run?.['id'])
    const handle = await temporal.client.workflow.start('runAutomation', {
      taskQueue: temporal.taskQueue,
      workflowId: `run-automation/${tenant.id}/${id}/1`,
      args: [{ tenantId: tenant.id, entityId: id }],
    })
    await recordHistory(handle, 'runAutomation', 'not-met')
  })

  test('a schedule that comes due, and one that does not; its run, and one that is not mailed', async () => {
    const plan = (id: string) =>
      temporal.client.workflow.start('planSchedule', {
        taskQueue: temporal.taskQueue,
        workflowId: `plan-schedule/${tenant.id}/${id}`,
        args: [{ tenantId: tenant.id, entityId: id }],
      })
    const scheduleId = await scheduled(tenant.api)
    await recordHistory(await plan(scheduleId), 'planSchedule', 'nothing')
    await at.owner(`update schedule set next_run_at = now() - interval '1 minute' where id = $1`, [
      scheduleId,
    ])
    await recordHistory(await plan(scheduleId), 'planSchedule', 'planned')
    const [run] = await runsOf(at, scheduleId)
    await recordHistory(await startRun(temporal, tenant, String(run!['id'])), 'runSchedule', 'sent')

    const { mail } = at.runtime
    at.runtime.mail = { send: async () => Promise.reject(new Error('away')) }
    const failing = await scheduled(tenant.api)
    const { body } = await tenant.api.get(`/scheduler/query-report/${failing}`)
    await planAt(at, tenant, failing, body.nextRunAt)
    const [second] = await runsOf(at, failing)
    const handle = await startRun(temporal, tenant, String(second!['id']))
    await expect.poll(() => timed(handle)).toBe(true)
    await temporal.advance(handle, 26 * 3_600_000)
    await recordHistory(handle, 'runSchedule', 'not-taken')
    at.runtime.mail = mail
  })
})
