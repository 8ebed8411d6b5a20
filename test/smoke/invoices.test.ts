import { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { javaTestServer } from '../../src/embedded/java-test-server.ts'
import { startActivation, waitingInvoice } from '../support/activations.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
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
  clientId = await clientIn(tenant)
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

test('an invoice is activated: ACTIVATED, with its bookedDate', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  const { client } = environment
  const handle = await startActivation({ client, taskQueue: 'smoke' }, tenant, waiting)
  expect(await handle.result()).toBe('ACTIVATED')
  const { body } = await tenant.api.get(`/invoices/${waiting.invoiceId}`)
  expect(body).toMatchObject({ statuses: { main: 'ACTIVATED' } })
  expect(body.bookedDate).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('many that wait at once are activated together', async () => {
  const many = []
  for (let n = 0; n < 10; n++) many.push(await waitingInvoice(tenant, clientId))
  await at.owner(`update invoice_activation set batch_id = 'B' where id = any($1)`, [
    many.map(({ activationId }) => activationId),
  ])
  const progress = await environment.client.workflow.execute('activateBatch', {
    taskQueue: 'smoke',
    workflowId: `activate-batch/${tenant.id}/B`,
    args: [{ tenantId: tenant.id, entityId: 'B' }],
  })
  expect(progress).toEqual({ open: false, total: 10, done: 10, failed: 0, alone: 0 })
})
