import { beforeAll, expect, test } from 'vitest'
import { activated, financedClient } from '../factoring/ground.ts'
import { payableBy } from '../payments/requests-ground.ts'
import { waitingInvoice } from '../support/activations.ts'
import { planAt, scheduled } from '../support/schedules.ts'
import { worldWithTenant, type TestTenant, type World } from '../support/world.ts'

// An answer names the process that drives what it shows, by the id under which that is begun.

const engineUi = 'https://temporal.example/namespaces/receivables/workflows'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  ;({ at, tenant } = await worldWithTenant({ listens: true }))
  at.runtime.engineUi = engineUi
  clientId = await financedClient(tenant)
})

const linked = (id: string) => ({ id, url: `${engineUi}/${encodeURIComponent(id)}` })

async function begunFor(entityId: string): Promise<string> {
  const [row] = await at.owner(
    `select workflow_id from outbox where kind = 'start' and input ->> 'entityId' = $1`,
    [entityId],
  )
  return String(row?.['workflow_id'])
}

test('an invoice names that which activates it', async () => {
  const { invoiceId, workflowId } = await waitingInvoice(tenant, clientId)
  const { body } = await tenant.api.get(`/invoices/${invoiceId}`)
  expect(body.workflow).toEqual(linked(workflowId))

  await at.owner(`update invoice_activation set batch_id = 'B1' where invoice_id = $1`, [invoiceId])
  const together = await tenant.api.get(`/invoices/${invoiceId}`)
  expect(together.body.workflow.id).toBe(`activate-batch/${tenant.id}/B1`)
})

test('a decision, a task, a payment request, a request for a second person and a run name theirs', async () => {
  const invoiceId = await activated(at, tenant, clientId)
  const decision = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
  expect(decision.body.workflow).toEqual(linked(await begunFor(decision.body.id)))

  const changes = { serviceProviderCode: 'INTERNAL' }
  const sent = { ids: [invoiceId], changes }
  const task = await tenant.api.put('/invoices/actions/bulk-update', sent)
  expect(task.body.workflow).toEqual(linked(await begunFor(task.body.id)))

  const { methodId } = await payableBy(tenant, clientId)
  const claimId = await activated(at, tenant, clientId)
  const asked = { methodId, claimId, payerAlias: '46701234502', expiresInMinutes: 30 }
  const request = await tenant.api.post('/payment-requests', asked)
  expect(request.body.workflow).toEqual(linked(await begunFor(request.body.id)))

  const period = '/vouchers/settings/locked-period'
  await tenant.api.put(period, { lockedUntil: '2026-03-31' })
  const second = (await tenant.api.put(period, { lockedUntil: '2026-02-28' })).body
  const waiting = await tenant.api.get(`/internal-request/${second.internalRequestId}`)
  expect(waiting.body.workflow).toEqual(linked(await begunFor(waiting.body.id)))

  const scheduleId = await scheduled(tenant.api)
  const path = `/scheduler/query-report/${scheduleId}`
  const { nextRunAt } = (await tenant.api.get(path)).body
  await planAt(at, tenant, scheduleId, nextRunAt)
  const [run] = (await tenant.api.get(`${path}/runs`)).body.data
  expect(run.workflow).toEqual(linked(await begunFor(run.id)))
})

test('who is bound to a client is told of none, and without an address there is the id alone', async () => {
  const { invoiceId, workflowId } = await waitingInvoice(tenant, clientId)
  const bound = await tenant.holding(['ReadInvoice'], { kind: 'CLIENT', clientId })
  const read = await bound.get(`/invoices/${invoiceId}`)
  expect(read.status).toBe(200)
  expect(read.body.workflow).toBeNull()
  delete at.runtime.engineUi
  const { body } = await tenant.api.get(`/invoices/${invoiceId}`)
  expect(body.workflow).toEqual({ id: workflowId, url: null })
  at.runtime.engineUi = engineUi
})
