import { TestWorkflowEnvironment } from '@temporalio/testing'
import { WithStartWorkflowOperation } from '@temporalio/client'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { javaTestServer } from '../../src/embedded/java-test-server.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { delivererOf, happens, logsOf, subscribed } from '../webhooks/deliveries.ts'
import { authority, receiver, type Receiver } from '../webhooks/receiver.ts'

let at: World
let tenant: TestTenant
let target: Receiver
let environment: TestWorkflowEnvironment
let worker: Worker
let running: Promise<void>
const allowedHosts = new Set<string>()

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })
  const path = await javaTestServer((line) => process.stderr.write(`${line}\n`))
  environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  })
  at = await world({ poster: { allowedHosts, ca: authority } })
  target = await receiver(500)
  allowedHosts.add(target.host)
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
  await target?.close()
  await at?.runtime.poster.close()
  await at?.close()
})

const inputOf = (id: string, more = {}) => ({ tenantId: tenant.id, entityId: id, ...more })

/** A delivery whose first attempt has failed. */
async function failed(): Promise<string> {
  const webhookId = await subscribed(tenant, target.url)
  await happens(tenant)
  const deliverer = delivererOf(at)
  await deliverer.carry()
  await deliverer.stop()
  await at.owner('delete from webhook')
  return (await logsOf(at, webhookId))[0]!.id
}

const workflowId = (id: string) => `webhook-delivery/${tenant.id}/${id}`

test('a delivery is repeated after ten seconds and not before', async () => {
  const id = await failed()
  const before = target.arrived.length
  const handle = await environment.client.workflow.start('webhookDelivery', {
    taskQueue: 'smoke',
    workflowId: workflowId(id),
    args: [inputOf(id)],
  })
  await expect.poll(() => handle.query<string>('where')).toMatch(/automatic retry follows/)
  await environment.sleep('9 seconds')
  expect(target.arrived).toHaveLength(before)
  await environment.sleep('2 seconds')
  expect(await handle.result()).toBe('FAILED')
  // The subscription is gone, so it was not posted to; the log says so.
  const [log] = await at.owner('select * from webhook_log where id = $1', [id])
  expect(log).toMatchObject({ status: 'FAILED', automatic_attempts: 2 })
  expect(target.arrived).toHaveLength(before)
})

test('a manual retry waits for the cool-off and for the lock, to the second', async () => {
  const id = await failed()
  await at.owner(`update webhook_log set status = 'FAILED' where id = $1`, [id])
  const now = async () => environment.currentTimeMs()
  const minuteMs = 60_000
  const firstAttemptAt = (await now()) - 30 * minuteMs + 20_000
  await at.owner('update webhook_log set first_attempt_at = $2 where id = $1', [
    id,
    new Date(firstAttemptAt),
  ])
  const retry = async () => {
    const [row] = await at.owner('select last_manual_at from webhook_log where id = $1', [id])
    const lastManualAt = (row?.['last_manual_at'] as Date | null)?.getTime()
    const startWorkflowOperation = new WithStartWorkflowOperation('webhookDelivery', {
      workflowId: workflowId(id),
      taskQueue: 'smoke',
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [inputOf(id, { firstAttemptAt, ...(lastManualAt && { lastManualAt }) })],
    })
    return environment.client.workflow
      .executeUpdateWithStart('retry', { startWorkflowOperation })
      .then(
        () => 'accepted',
        (error: { cause?: { type?: string } }) => error.cause?.type,
      )
  }
  const isOver = async () =>
    (await at.owner('select status from webhook_log where id = $1', [id]))[0]?.['status']
  expect(await retry()).toBe('WEBHOOK_RETRY_COOL_OFF')
  await environment.sleep('10 seconds')
  expect(await retry()).toBe('WEBHOOK_RETRY_COOL_OFF')
  await environment.sleep('10 seconds')
  expect(await retry()).toBe('accepted')
  await expect.poll(isOver).toBe('FAILED')
  await environment.sleep('290 seconds')
  expect(await retry()).toBe('WEBHOOK_RETRY_LOCKED')
  await environment.sleep('10 seconds')
  expect(await retry()).toBe('accepted')
  await expect.poll(isOver).toBe('FAILED')
})
