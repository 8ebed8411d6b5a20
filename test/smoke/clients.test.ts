import { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { javaTestServer } from '../../src/embedded/java-test-server.ts'
import { Rows } from '../support/rows.ts'
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

const result = (workflow: string, prefix: string, id: string): Promise<unknown> =>
  environment.client.workflow.execute(workflow, {
    taskQueue: 'smoke',
    workflowId: `${prefix}/${tenant.id}/${id}`,
    args: [{ tenantId: tenant.id, entityId: id }],
  })

test('a client that is taken on becomes active', async () => {
  const sent = { identificationNumber: '559400-1000', name: 'Nordlund AB' }
  const { id } = (await tenant.api.post('/clients', sent)).body
  expect(await result('onboardClient', 'onboard-client', id)).toBe('ACTIVE')
  const { body } = await tenant.api.get(`/clients/${id}`)
  expect(body).toMatchObject({ status: 'ACTIVE', onboarding: { state: 'DONE' } })
})

test('an invoice that no business system takes is tried three times, a minute apart', async () => {
  const rows = new Rows(at, tenant.id)
  const { id: clientId } = await rows.add('client', { invoiceErpId: null })
  const currencies = { invoiceCurrency: 'SEK', baseCurrency: 'SEK' }
  const { id: invoiceId } = await rows.add('invoice', { clientId, ...currencies })
  const queued = { clientId, invoiceId, direction: 'EXPORT', status: 'PENDING', attempts: 0 }
  const { id } = await rows.add('client_sync_invoice', queued)
  expect(await result('exportInvoices', 'export-invoices', String(clientId))).toBe('DONE')
  const [row] = await at.owner('select status, attempts from client_sync_invoice where id = $1', [
    id,
  ])
  expect(row).toEqual({ status: 'FAILED', attempts: 3 })
})
