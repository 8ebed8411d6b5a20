import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createActivities, type Activities } from '../../../src/activities/registry.ts'
import { failureOf } from '../../../src/activities/failure-of.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { ProcessName } from '../../../src/domain/processes.ts'
import { historyKeys, recordHistory, recording } from '../../support/histories.ts'
import { Rows } from '../../support/rows.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { swedishNumber } from '../../support/swedish-number.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

describe.runIf(recording)('recording what happens to clients', () => {
  let at: World
  let tenant: TestTenant
  let temporal: Engine
  let refuses = false
  let counter = 0

  beforeAll(async () => {
    at = await world()
    tenant = await tenantIn(at)
    const activities = createActivities(at.runtime)
    const copyReminderProfile: Activities['copyReminderProfile'] = async (input) => {
      if (refuses) throw failureOf(new Refusal('PERIOD_LOCKED'))
      return activities.copyReminderProfile(input)
    }
    const changed = { ...activities, copyReminderProfile }
    temporal = await engine({ keys: historyKeys, activities: changed })
  })
  afterAll(async () => {
    await temporal.close()
    await at.close()
  })

  const started = (workflow: ProcessName, entityId: string) =>
    temporal.client.workflow.start(workflow, {
      taskQueue: temporal.taskQueue,
      workflowId: `${workflow}/${entityId}`,
      args: [{ tenantId: tenant.id, entityId }],
    })

  async function taken(): Promise<string> {
    const identificationNumber = swedishNumber(559_500_100 + counter++)
    return (await tenant.api.post('/clients', { identificationNumber, name: 'Nord' })).body.id
  }

  test('an onboarding that goes through, and one that is refused', async () => {
    const through = await started('onboardClient', await taken())
    await recordHistory(through, 'onboardClient', 'active')
    refuses = true
    const refused = await started('onboardClient', await taken())
    await recordHistory(refused, 'onboardClient', 'failed')
  })

  test('a configuration that is committed, and one that cannot be', async () => {
    const { id: clientId } = await new Rows(at, tenant.id).add('client')
    const path = `/clients/${String(clientId)}/connect-to-git`
    expect((await tenant.api.put(path, {})).status).toBe(200)
    const through = await started('commitConfiguration', String(clientId))
    await recordHistory(through, 'commitConfiguration', 'committed')
    const commit = vi.spyOn(at.runtime.git, 'commit').mockRejectedValue(new Error('full'))
    const handle = await temporal.client.workflow.start('commitConfiguration', {
      taskQueue: temporal.taskQueue,
      workflowId: `commitConfiguration/${String(clientId)}/late`,
      args: [{ tenantId: tenant.id, entityId: clientId }],
    })
    await expect.poll(() => commit.mock.calls.length, { timeout: 20_000 }).toBe(1)
    await temporal.advance(handle, 61 * 60_000)
    await recordHistory(handle, 'commitConfiguration', 'failed')
  })

  test('invoices handed to a business system, one round and another', async () => {
    const rows = new Rows(at, tenant.id)
    const erp = await rows.add('erp', { active: true, connector: 'FILE', target: 'books' })
    const { id: clientId } = await rows.add('client', { invoiceErpId: erp['id'] })
    for (let n = 0; n < 12; n++) {
      const currencies = { invoiceCurrency: 'SEK', baseCurrency: 'SEK' }
      const { id: invoiceId } = await rows.add('invoice', { clientId, ...currencies })
      const queued = { clientId, invoiceId, direction: 'EXPORT', status: 'PENDING', attempts: 0 }
      await rows.add('client_sync_invoice', queued)
    }
    const handle = await started('exportInvoices', String(clientId))
    await recordHistory(handle, 'exportInvoices', 'two-rounds')
  })
})
