import { afterAll, beforeAll, expect, test } from 'vitest'
import { activated, financedClient } from '../factoring/ground.ts'
import { smoke, type Smoke } from '../support/smoke.ts'

let stage: Smoke

beforeAll(async () => {
  stage = await smoke()
}, 120_000)
afterAll(() => stage.close())

async function requested(manualControl: boolean): Promise<{ id: string; invoiceId: string }> {
  const clientId = await financedClient(stage.tenant, { terms: { manualControl } })
  const invoiceId = await activated(stage.at, stage.tenant, clientId)
  const { body } = await stage.tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
  return { id: body.id, invoiceId }
}

const start = (id: string) =>
  stage.client.workflow.start('factoringDecision', {
    taskQueue: 'smoke',
    workflowId: `factoring-decision/${stage.tenant.id}/${id}`,
    args: [{ tenantId: stage.tenant.id, entityId: id }],
  })

test('a request within all limits is approved by the engine and financed', async () => {
  const { id, invoiceId } = await requested(false)
  expect(await (await start(id)).result()).toBe('APPROVED')
  const { body } = await stage.tenant.api.get(`/invoices/${invoiceId}`)
  expect(body.productCode).toBe('INVOICE_FACTORING_SELL')
})

test('one under manual control waits for its operator', async () => {
  const { id } = await requested(true)
  const handle = await start(id)
  const where = async () => (await handle.query<{ status: string }>('where')).status
  await expect.poll(where).toBe('WAITING')
  const denial = { status: 'DECIDED', financeDecision: 'DENIED' }
  await stage.tenant.api.put(`/factoring-decisions/${id}/move`, denial)
  await handle.signal('moved')
  expect(await handle.result()).toBe('DENIED')
})
