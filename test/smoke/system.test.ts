import { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { javaTestServer } from '../../src/embedded/java-test-server.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
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

test('a background task is worked off', async () => {
  const clientId = await clientIn(tenant)
  const ids = [await createdInvoice(tenant, clientId), await createdInvoice(tenant, clientId)]
  const changes = { serviceProviderCode: 'INTERNAL' }
  const { body } = await tenant.api.put('/invoices/actions/bulk-update', { ids, changes })
  const result = await environment.client.workflow.execute('runTask', {
    taskQueue: 'smoke',
    workflowId: `task/${tenant.id}/${body.id}`,
    args: [{ tenantId: tenant.id, entityId: body.id }],
  })
  expect(result).toBe('COMPLETED')
  expect((await tenant.api.get(`/invoices/${ids[0]}`)).body.serviceProviderCode).toBe('INTERNAL')
})
