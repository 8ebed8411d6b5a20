import type { WorkflowHandle } from '@temporalio/client'
import { beforeAll, expect, test } from 'vitest'
import { invite } from '../../src/activities/access/invite.ts'
import { startTask } from '../../src/activities/system/start-task.ts'
import { workflowIdOf, type ProcessName } from '../../src/domain/processes.ts'
import { activated, financedClient, type Business } from '../factoring/ground.ts'
import { payableBy } from '../payments/requests-ground.ts'
import { startActivation, waitingInvoice } from '../support/activations.ts'
import { invitedUser } from '../support/people.ts'
import { effectsOf, putBackToEach } from '../support/put-back.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { worldWithEngine } from '../support/temporal.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'

// Whoever puts a process back in Temporal's UI, to wherever: nothing is booked or mailed twice.
const { at, tenant, temporal } = await worldWithEngine({ listens: true })
let clientId: string

beforeAll(async () => {
  clientId = await clientIn(tenant)
})

const run = (name: ProcessName, id: string, key = id) =>
  temporal.client.workflow.start(name, {
    taskQueue: temporal.taskQueue,
    workflowId: workflowIdOf(name, tenant.id, key),
    args: [{ tenantId: tenant.id, entityId: id }],
  })
/** It comes to the same each time. */
async function putBack(handle: WorkflowHandle): Promise<void> {
  const [first, ...others] = await putBackToEach(temporal, handle, () => effectsOf(at, tenant))
  for (const other of others) expect(other).toEqual(first)
}

test('an activation books once', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  const handle = await startActivation(temporal, tenant, waiting)
  await putBack(handle)
  const booked = await at.owner('select 1 from financial_event where claim_id = $1', [
    waiting.invoiceId,
  ])
  expect(booked).toHaveLength(1)
})

test('an activation that is refused leaves one errand', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  await at.owner('delete from article where invoice_id = $1', [waiting.invoiceId])
  const handle = await startActivation(temporal, tenant, waiting)
  const outcomes = await putBackToEach(temporal, handle, () => effectsOf(at, tenant))
  // It failed by what it found; put back, it finds that it has failed.
  const stopped =
    'INVOICE_WITHOUT_ROWS: The invoice has no rows. ' +
    'Give it at least one row at `PUT /invoices/{id}` first.'
  expect(new Set(outcomes)).toEqual(new Set([stopped, 'FAILED']))
  const errands = await at.owner('select status from system_errand where subject_id = $1', [
    waiting.invoiceId,
  ])
  expect(errands).toEqual([{ status: 'OPEN' }])
})

test('a batch of activations books each once', async () => {
  const all = [await waitingInvoice(tenant, clientId), await waitingInvoice(tenant, clientId)]
  await at.owner(`update invoice_activation set batch_id = 'back' where id = any ($1)`, [
    all.map(({ activationId }) => activationId),
  ])
  const handle = await run('activateBatch', 'back')
  expect(await handle.result()).toMatchObject({ total: 2, done: 2 })
  await putBack(handle)
})

async function decisionOf(business: Business) {
  const financed = await financedClient(tenant, business)
  const invoiceId = await activated(at, tenant, financed)
  const { body } = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
  return { id: String(body.id), handle: await run('factoringDecision', body.id) }
}

test('a decision of the engine finances once', async () => {
  const { handle } = await decisionOf({})
  expect(await handle.result()).toBe('APPROVED')
  await putBack(handle)
})

test('one that an operator made is made once', async () => {
  const { id, handle } = await decisionOf({ terms: { manualControl: true } })
  const where = () => handle.query<{ status: string }>('where')
  await expect.poll(async () => (await where()).status).toBe('WAITING')
  const moved = { status: 'DECIDED', financeDecision: 'APPROVED' }
  expect((await tenant.api.put(`/factoring-decisions/${id}/move`, moved)).status).toBe(200)
  await handle.signal('moved')
  await putBack(handle)
})

test('a task changes each of its things once', async () => {
  const ids = [await createdInvoice(tenant, clientId), await createdInvoice(tenant, clientId)]
  const input = { changes: { serviceProviderCode: 'INTERNAL' } }
  const task = { taskName: 'invoices.bulkUpdate', ids, input } as const
  const { id } = await tenant.work((unit) => startTask(unit, task))
  const handle = await run('runTask', id)
  expect(await handle.result()).toBe('COMPLETED')
  await putBack(handle)
  const { body } = await tenant.api.get(`/background-task/${id}`)
  expect(body).toMatchObject({ status: 'COMPLETED', processed: 2, succeeded: 2, failed: 0 })
})

test('an onboarding makes each account, limit and reference once', async () => {
  const sent = { identificationNumber: swedishNumber(556_077_100), name: 'Nord AB' }
  const { body } = await tenant.api.post('/clients', sent)
  const handle = await run('onboardClient', body.id)
  await putBack(handle)
})

test('a payment request is booked once, whatever its process asks again', async () => {
  const { methodId } = await payableBy(tenant, clientId)
  const claimId = await activated(at, tenant, clientId)
  const sent = { methodId, claimId, payerAlias: '46701234567', amount: '100.00' }
  const { body } = await tenant.api.post('/payment-requests', sent)
  const handle = await run('paymentRequest', body.id, `${body.id}/1`)
  expect(await handle.result()).toBe('COMPLETED')
  await putBack(handle)
  expect((await tenant.api.get(`/payment-requests/${body.id}`)).body).toMatchObject({ attempts: 1 })
})

test('an invitation is mailed once, however often it is put back before it', async () => {
  const { id } = await tenant.work((unit) => invite(unit, invitedUser(unit)))
  const handle = await run('inviteUser', id)
  await expect.poll(() => at.letters.filter((one) => one.messageId.startsWith(id))).toHaveLength(1)
  await at.owner(`update user_invitation set status = 'WITHDRAWN' where id = $1`, [id])
  await handle.signal('closed')
  await putBack(handle)
})
