import type { WorkflowHandle } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import { describe, expect, inject, test } from 'vitest'
import type { Standing } from '../../../src/domain/factoring/decision.ts'
import { dataConverter } from '../../../src/ports/temporal/connect.ts'
import { activated, financedClient, type Business } from '../../factoring/ground.ts'
import { worldWithEngine } from '../../support/temporal.ts'

const { at, tenant, temporal } = await worldWithEngine()

const start = (id: string) =>
  temporal.client.workflow.start('factoringDecision', {
    taskQueue: temporal.taskQueue,
    workflowId: `factoring-decision/${tenant.id}/${id}`,
    args: [{ tenantId: tenant.id, entityId: id }],
  })

async function asked(business: Business) {
  const clientId = await financedClient(tenant, business)
  const invoiceId = await activated(at, tenant, clientId)
  const { body } = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
  return { id: String(body.id), invoiceId, handle: await start(body.id) }
}

const where = (handle: WorkflowHandle) => handle.query<Standing>('where')
const stands = (handle: WorkflowHandle, status: string) =>
  expect.poll(async () => (await where(handle)).status).toBe(status)
const move = (id: string, body: object) => tenant.api.put(`/factoring-decisions/${id}/move`, body)
const sold = async (invoiceId: string) =>
  (await at.owner('select product_code from invoice where id = $1', [invoiceId]))[0]?.[
    'product_code'
  ] === 'INVOICE_FACTORING_SELL'

const manual = { terms: { manualControl: true } }

describe('a factoring decision', () => {
  test('is made by the engine where every criterion passes', async () => {
    const { invoiceId, handle, id } = await asked({})
    expect(await handle.result()).toBe('APPROVED')
    expect(await sold(invoiceId)).toBe(true)
    expect(await where(handle)).toEqual({
      status: 'DECIDED',
      financeDecision: 'APPROVED',
      decidedBy: 'ENGINE',
      sentence: 'The request was approved and financed by the engine.',
    })
    const log = await at.owner(
      `select distinct workflow_id from changelog where entity_id = $1 and workflow_id is not null`,
      [id],
    )
    expect(log).toEqual([{ workflow_id: handle.workflowId }])
  })

  test('waits for an operator, shows that, and ends with their decision', async () => {
    const { id, invoiceId, handle } = await asked(manual)
    await stands(handle, 'WAITING')
    expect((await where(handle)).sentence).toBe('Waiting for an operator to decide.')
    await move(id, { status: 'DECIDED', financeDecision: 'APPROVED' })
    await handle.signal('moved')
    expect(await handle.result()).toBe('APPROVED')
    expect(await sold(invoiceId)).toBe(true)
  })

  test('lets the engine try again when it is moved back to it', async () => {
    const { id, handle, invoiceId } = await asked(manual)
    await stands(handle, 'WAITING')
    await at.owner(
      `update client_product set manual_control = false where tenant_id = $1
       and client_id = (select client_id from invoice where id = $2)`,
      [tenant.id, invoiceId],
    )
    await move(id, { status: 'READY_FOR_DECISION' })
    await handle.signal('moved')
    expect(await handle.result()).toBe('APPROVED')
  })

  test('waits for the external financier and ends with theirs', async () => {
    const { id, handle } = await asked(manual)
    await stands(handle, 'WAITING')
    await move(id, { status: 'REFINANCE' })
    await handle.signal('moved')
    await stands(handle, 'REFINANCE')
    expect((await where(handle)).sentence).toBe('Waiting for the external financier to decide.')
    await tenant.api.put(`/factoring-decisions/${id}/move-external`, { decision: 'DENIED' })
    await handle.signal('moved')
    expect(await handle.result()).toBe('DENIED')
  })

  test('does not mind a signal that says nothing new, nor a wait of months', async () => {
    const { id, handle } = await asked(manual)
    await stands(handle, 'WAITING')
    await handle.signal('moved')
    await temporal.advance(handle, 90 * 86_400_000)
    expect(await where(handle)).toMatchObject({ status: 'WAITING' })
    await move(id, { status: 'DECIDED', financeDecision: 'DENIED_SERVICE' })
    await handle.signal('moved')
    expect(await handle.result()).toBe('DENIED_SERVICE')
  })

  test('that lost its process goes on where its row stands', async () => {
    const { id, handle } = await asked(manual)
    await stands(handle, 'WAITING')
    await handle.terminate('the engine lost its store')
    const again = await start(id)
    await stands(again, 'WAITING')
    await move(id, { status: 'DECIDED', financeDecision: 'DENIED' })
    await again.terminate('and once more')
    expect(await (await start(id)).result()).toBe('DENIED')
    const denied = await at.owner(`select 1 from event where subject_id = $1 and name = 'denied'`, [
      id,
    ])
    expect(denied).toHaveLength(1)
  })

  test('replays from its own history', async () => {
    const { id, handle } = await asked(manual)
    await stands(handle, 'WAITING')
    await move(id, { status: 'DECIDED', financeDecision: 'APPROVED' })
    await handle.signal('moved')
    await handle.result()
    await Worker.runReplayHistory(
      {
        workflowBundle: { codePath: inject('temporal').codePath },
        dataConverter: dataConverter(at.keys),
      },
      await handle.fetchHistory(),
      handle.workflowId,
    )
  })
})
