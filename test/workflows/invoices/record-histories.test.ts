import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkflowHandle } from '@temporalio/client'
import { createActivities } from '../../../src/activities/registry.ts'
import { folderStore } from '../../../src/ports/documents/folder-store.ts'
import { historyKeys, recordHistory, recording } from '../../support/histories.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { startActivation, waitingInvoice } from '../../support/activations.ts'
import { debtorAddress, soldClaim, startNotice } from '../../support/notices.ts'
import { clientIn } from '../../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

describe.runIf(recording)('recording activations', () => {
  let at: World
  let tenant: TestTenant
  let clientId: string
  let temporal: Engine
  let broken = false

  beforeAll(async () => {
    at = await world()
    tenant = await tenantIn(at)
    clientId = await clientIn(tenant)
    const { documents: kept } = at.runtime
    const nowhere = folderStore('/dev/null/documents')
    const documents = { ...kept, put: (key: string, bytes: Uint8Array) => store().put(key, bytes) }
    const store = () => (broken ? nowhere : kept)
    const activities = createActivities({ ...at.runtime, documents })
    temporal = await engine({ keys: historyKeys, activities })
  })
  afterAll(async () => {
    await temporal.close()
    await at.close()
  })

  const timed = async (handle: WorkflowHandle) =>
    (await handle.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes)

  test('that goes through, that is refused, that breaks, that is reset', async () => {
    const through = await waitingInvoice(tenant, clientId)
    await recordHistory(await startActivation(temporal, tenant, through), 'activateInvoice', 'main')

    const refused = await waitingInvoice(tenant, clientId)
    await at.owner('delete from article where invoice_id = $1', [refused.invoiceId])
    const stopped = await startActivation(temporal, tenant, refused)
    await recordHistory(stopped, 'activateInvoice', 'refused')

    broken = true
    const breaking = await waitingInvoice(tenant, clientId)
    const breaks = await startActivation(temporal, tenant, breaking)
    await expect.poll(() => timed(breaks)).toBe(true)
    await temporal.advance(breaks, 60_000)
    await recordHistory(breaks, 'activateInvoice', 'broken')

    const withdrawn = await waitingInvoice(tenant, clientId)
    const resets = await startActivation(temporal, tenant, withdrawn)
    await expect.poll(() => timed(resets)).toBe(true)
    await tenant.api.put(`/invoices/${withdrawn.invoiceId}/reset`)
    await resets.signal('closed')
    await temporal.advance(resets, 60_000)
    await recordHistory(resets, 'activateInvoice', 'withdrawn')
    broken = false
  })

  test('that are many', async () => {
    const many = []
    for (let n = 0; n < 60; n++) many.push(await waitingInvoice(tenant, clientId))
    await at.owner(`update invoice_activation set batch_id = 'B' where id = any($1)`, [
      many.map(({ activationId }) => activationId),
    ])
    const batch = await temporal.client.workflow.start('activateBatch', {
      taskQueue: temporal.taskQueue,
      workflowId: `activate-batch/${tenant.id}/B`,
      args: [{ tenantId: tenant.id, entityId: 'B' }],
    })
    await recordHistory(batch, 'activateBatch', 'sixty')
  })
})

describe.runIf(recording)('recording notices of assignment', () => {
  let at: World
  let tenant: TestTenant
  let temporal: Engine
  let away = false

  beforeAll(async () => {
    at = await world()
    tenant = await tenantIn(at)
    const send = async () => {
      if (away) throw new Error('no server answers')
    }
    const activities = createActivities({ ...at.runtime, mail: { send } })
    temporal = await engine({ keys: historyKeys, activities })
  })
  afterAll(async () => {
    await temporal.close()
    await at.close()
  })

  const begun = async (email: string | null) =>
    startNotice(temporal, tenant, (await soldClaim(at, tenant, { email })).noticeId)
  const timed = async (handle: WorkflowHandle) =>
    (await handle.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes)

  test('that are sent, left to a person, sent late, damaged, called off', async () => {
    await recordHistory(await begun(debtorAddress), 'sendNotice', 'sent')
    await recordHistory(await begun(null), 'sendNotice', 'without-address')

    away = true
    const late = await begun(debtorAddress)
    await expect.poll(() => timed(late)).toBe(true)
    away = false
    await temporal.advance(late, 60_000)
    await recordHistory(late, 'sendNotice', 'late')

    const damaged = await soldClaim(at, tenant)
    await tenant.api.put(`/documents/${damaged.noticeId}/generate`)
    await at.owner(`update document set sha256 = 'other' where id = $1`, [damaged.noticeId])
    const failing = await startNotice(temporal, tenant, damaged.noticeId)
    await recordHistory(failing, 'sendNotice', 'damaged')

    away = true
    const off = await begun(debtorAddress)
    await expect.poll(() => timed(off)).toBe(true)
    await at.owner(`update document set distribution_status = 'CANCELLED' where status = 'STORED'`)
    await off.signal('closed')
    await recordHistory(off, 'sendNotice', 'called-off')
  })
})
