import { WithStartWorkflowOperation } from '@temporalio/client'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createActivities } from '../../../src/activities/registry.ts'
import { historyKeys, recordHistory, recording } from '../../support/histories.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'
import { delivererOf, happens, logsOf, subscribed } from '../../webhooks/deliveries.ts'
import { authority, receiver, type Receiver } from '../../webhooks/receiver.ts'

describe.runIf(recording)('recording what happens to deliveries', () => {
  let at: World
  let tenant: TestTenant
  let target: Receiver
  let temporal: Engine
  const allowedHosts = new Set<string>()
  const minuteMs = 60_000

  beforeAll(async () => {
    at = await world({ poster: { allowedHosts, ca: authority } })
    tenant = await tenantIn(at)
    target = await receiver(500)
    allowedHosts.add(target.host)
    temporal = await engine({ keys: historyKeys, activities: createActivities(at.runtime) })
  })
  afterAll(async () => {
    await temporal.close()
    await target.close()
    await at.runtime.poster.close()
    await at.close()
  })

  async function started(firstAnswer: number) {
    target.answer(firstAnswer)
    const webhookId = await subscribed(tenant, target.url)
    await happens(tenant)
    await at.owner('delete from webhook_route')
    const deliverer = delivererOf(at)
    await deliverer.carry()
    await deliverer.stop()
    const { id } = (await logsOf(at, webhookId))[0]!
    const [row] = await at.owner(`select input from outbox where input ->> 'entityId' = $1`, [id])
    return temporal.client.workflow.start('webhookDelivery', {
      taskQueue: temporal.taskQueue,
      workflowId: `webhook-delivery/${tenant.id}/${id}`,
      args: [row!['input']],
    })
  }

  test('one repeated and delivered, one that failed, one that was retried by hand', async () => {
    const well = await started(500)
    target.answer(200)
    await temporal.advance(well, 11_000)
    await recordHistory(well, 'webhookDelivery', 'local-delivered')
    const ill = await started(503)
    await temporal.advance(ill, 45 * minuteMs)
    await recordHistory(ill, 'webhookDelivery', 'local-failed')
    const manual = await started(404)
    await temporal.advance(manual, 29 * minuteMs)
    await manual.executeUpdate('retry').catch(() => undefined)
    await temporal.advance(manual, 10 * minuteMs)
    await recordHistory(manual, 'webhookDelivery', 'local-refused')
    const { workflowId } = manual
    const entityId = workflowId.split('/')[2] ?? ''
    await at.owner(
      `update webhook_log set first_attempt_at = first_attempt_at - interval '31 minutes'
       where id = $1`,
      [entityId],
    )
    // With its start, as who asks for a retry does: nothing keeps it open before that.
    const startWorkflowOperation = new WithStartWorkflowOperation('webhookDelivery', {
      taskQueue: temporal.taskQueue,
      workflowId,
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [
        {
          tenantId: tenant.id,
          entityId,
          status: 'FAILED',
          answer: '404',
          firstAttemptAt: Date.now() - 31 * minuteMs,
        },
      ],
    })
    await temporal.client.workflow.executeUpdateWithStart('retry', { startWorkflowOperation })
    const again = await startWorkflowOperation.workflowHandle()
    await temporal.advance(again, 6 * minuteMs)
    await recordHistory(again, 'webhookDelivery', 'local-by-hand')
  })
})
