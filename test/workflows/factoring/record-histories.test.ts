import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkflowHandle } from '@temporalio/client'
import { createActivities } from '../../../src/activities/registry.ts'
import { activated, financedClient } from '../../factoring/ground.ts'
import { historyKeys, recordHistory, recording } from '../../support/histories.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

describe.runIf(recording)('recording factoring decisions', () => {
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

  async function begun(clientId: string): Promise<{ id: string; handle: WorkflowHandle }> {
    const invoiceId = await activated(at, tenant, clientId)
    const { body } = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
    const handle = await temporal.client.workflow.start('factoringDecision', {
      taskQueue: temporal.taskQueue,
      workflowId: `factoring-decision/${body.id}`,
      args: [{ tenantId: tenant.id, entityId: body.id }],
    })
    return { id: body.id, handle }
  }

  const stands = (handle: WorkflowHandle, status: string) =>
    expect.poll(async () => (await handle.query<{ status: string }>('where')).status).toBe(status)

  test('by the engine, by an operator, by an external financier', async () => {
    const byEngine = await begun(await financedClient(tenant))
    await recordHistory(byEngine.handle, 'factoringDecision', 'engine')

    const manual = await financedClient(tenant, { terms: { manualControl: true } })
    const byOperator = await begun(manual)
    await stands(byOperator.handle, 'WAITING')
    const path = (id: string, how = 'move') => `/factoring-decisions/${id}/${how}`
    const denial = { status: 'DECIDED', financeDecision: 'DENIED' }
    await tenant.api.put(path(byOperator.id), denial)
    await byOperator.handle.signal('moved')
    await recordHistory(byOperator.handle, 'factoringDecision', 'operator')

    const external = await begun(manual)
    await stands(external.handle, 'WAITING')
    await tenant.api.put(path(external.id), { status: 'READY_FOR_DECISION' })
    await external.handle.signal('moved')
    await stands(external.handle, 'WAITING')
    await tenant.api.put(path(external.id), { status: 'REFINANCE' })
    await external.handle.signal('moved')
    await stands(external.handle, 'REFINANCE')
    await tenant.api.put(path(external.id, 'move-external'), { decision: 'APPROVED' })
    await external.handle.signal('moved')
    await recordHistory(external.handle, 'factoringDecision', 'external')
  })
})
