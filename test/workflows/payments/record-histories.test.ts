import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkflowHandle } from '@temporalio/client'
import { createActivities } from '../../../src/activities/registry.ts'
import { activated } from '../../factoring/ground.ts'
import { payableBy } from '../../payments/requests-ground.ts'
import { historyKeys, recordHistory, recording } from '../../support/histories.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { clientIn } from '../../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

describe.runIf(recording)('recording payment requests', () => {
  let at: World
  let tenant: TestTenant
  let temporal: Engine
  let clientId: string
  let methodId: string

  beforeAll(async () => {
    at = await world({ listens: true })
    tenant = await tenantIn(at)
    temporal = await engine({ keys: historyKeys, activities: createActivities(at.runtime) })
    clientId = await clientIn(tenant)
    ;({ methodId } = await payableBy(tenant, clientId))
  })
  afterAll(async () => {
    await temporal.close()
    await at.close()
  })

  async function begun(payerAlias: string, expiresInMinutes = 30): Promise<WorkflowHandle> {
    const claimId = await activated(at, tenant, clientId)
    const sent = { methodId, claimId, payerAlias, expiresInMinutes }
    const { id } = (await tenant.api.post('/payment-requests', sent)).body
    return temporal.client.workflow.start('paymentRequest', {
      taskQueue: temporal.taskQueue,
      workflowId: `payment-request/${tenant.id}/${id}/1`,
      args: [{ tenantId: tenant.id, entityId: id }],
    })
  }
  const timed = async (handle: WorkflowHandle) =>
    (await handle.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes)

  test('that is paid at once, when asked, never, by an event, and over a rail that is away', async () => {
    await recordHistory(await begun('46701234567'), 'paymentRequest', 'paid-at-once')
    for (const [alias, path, minutes] of [
      ['04', 'paid-later', 2],
      ['02', 'expired', 31],
      ['06', 'away', 31],
    ] as const) {
      const handle = await begun(`467012345${alias}`)
      await expect.poll(() => timed(handle)).toBe(true)
      await temporal.advance(handle, minutes * 60_000)
      await recordHistory(handle, 'paymentRequest', path)
    }
    const closed = await begun('46701234502')
    await expect.poll(() => timed(closed)).toBe(true)
    const paymentRequestId = closed.workflowId.split('/')[2]
    const event = { eventId: 'recorded', paymentRequestId, status: 'DECLINED' }
    await tenant.api.put('/events/payment-request-complete', event)
    await closed.signal('closed')
    await recordHistory(closed, 'paymentRequest', 'closed')
  })
})
