import { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { javaTestServer } from '../../src/embedded/java-test-server.ts'
import { activated, financedClient } from '../factoring/ground.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let environment: TestWorkflowEnvironment
let worker: Worker
let running: Promise<void>

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })
  const path = await javaTestServer((line) => process.stderr.write(`${line}\n`))
  environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  })
  at = await world()
  tenant = await tenantIn(at)
  worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: 'smoke',
    workflowBundle: { codePath: inject('temporal').codePath },
    activities: { ...createActivities(at.runtime) },
  })
  running = worker.run()
}, 120_000)
afterAll(async () => {
  worker?.shutdown()
  await running
  await environment?.teardown()
  await at?.close()
})

async function requested(manualControl: boolean): Promise<{ id: string; invoiceId: string }> {
  const clientId = await financedClient(tenant, { terms: { manualControl } })
  const invoiceId = await activated(at, tenant, clientId)
  const { body } = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
  return { id: body.id, invoiceId }
}

const start = (id: string) =>
  environment.client.workflow.start('factoringDecision', {
    taskQueue: 'smoke',
    workflowId: `factoring-decision/${tenant.id}/${id}`,
    args: [{ tenantId: tenant.id, entityId: id }],
  })

test('a request within all limits is approved by the engine and financed', async () => {
  const { id, invoiceId } = await requested(false)
  expect(await (await start(id)).result()).toBe('APPROVED')
  const { body } = await tenant.api.get(`/invoices/${invoiceId}`)
  expect(body.productCode).toBe('INVOICE_FACTORING_SELL')
})

test('one under manual control waits for its operator', async () => {
  const { id } = await requested(true)
  const handle = await start(id)
  const where = async () => (await handle.query<{ status: string }>('where')).status
  await expect.poll(where, { timeout: 20_000 }).toBe('WAITING')
  const denial = { status: 'DECIDED', financeDecision: 'DENIED' }
  await tenant.api.put(`/factoring-decisions/${id}/move`, denial)
  await handle.signal('moved')
  expect(await handle.result()).toBe('DENIED')
})
