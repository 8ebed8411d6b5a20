import { randomUUID } from 'node:crypto'
import type { WorkflowHandle } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workflowIdOf } from '../../../src/domain/processes.ts'
import { putBack as putBackIn, tasksOf } from '../../support/put-back.ts'
import { tenantIn } from '../../support/world.ts'
import { attemptsOf } from '../../webhooks/deliveries.ts'
import {
  close,
  coolingDown,
  delivered,
  firstOf,
  ground,
  lieFurtherBack,
  logOf,
  minuteMs,
  open,
  retry,
  says,
  status,
  type Delivery,
} from './ground.ts'

// Whoever puts a process back in time in Temporal's UI, and to wherever: its row knows what was
// posted, and when somebody may ask for more.
beforeAll(open)
afterAll(close)

/** Past the ten seconds by all that is known of it, so that its process has nothing to wait for. */
async function longSince({ id }: Delivery): Promise<void> {
  await ground.at.owner(
    `with attempts as (update webhook_attempt set started_at = started_at - interval '20 seconds',
       ended_at = ended_at - interval '20 seconds' where log_id = $1)
     update webhook_log set first_attempt_at = first_attempt_at - interval '20 seconds',
       last_attempt_at = last_attempt_at - interval '20 seconds' where id = $1`,
    [id],
  )
}

/** Its process begins with what the first attempt says of it, which ended twenty seconds ago. */
async function begun(delivery: Delivery, input: Record<string, unknown>): Promise<WorkflowHandle> {
  await delivery.handle.terminate('it is begun anew')
  return ground.temporal.client.workflow.start('webhookDelivery', {
    taskQueue: ground.temporal.taskQueue,
    workflowId: workflowIdOf('webhookDelivery', ground.tenant.id, delivery.id),
    args: [{ tenantId: ground.tenant.id, entityId: delivery.id, ...input }],
  })
}

async function failed(): Promise<{ delivery: Delivery; handle: WorkflowHandle }> {
  const delivery = await delivered(500)
  await longSince(delivery)
  const endedAt = (await attemptsOf(ground.at, delivery.id))[0]!.ended_at!.getTime()
  const given = { status: 'RETRYING', answer: '500', firstAttemptAt: endedAt, endedAt }
  const handle = await begun(delivery, given)
  await status(delivery, 'FAILED')
  await says(delivery, coolingDown)
  return { delivery, handle }
}

const putBack = (handle: WorkflowHandle, runId: string, eventId: string) =>
  putBackIn(ground.temporal, handle.workflowId, runId, eventId)

test('a failed delivery has few events, and is posted twice wherever its process begins again', async () => {
  const { delivery, handle } = await failed()
  const { runId } = (await handle.describe()) as { runId: string }
  const { events } = await handle.fetchHistory()
  expect(events!.length).toBeLessThanOrEqual(12)
  const tasks = await tasksOf(handle)
  expect(tasks).toHaveLength(2)
  for (const task of tasks) {
    await putBack(handle, runId, task)
    await says(delivery, coolingDown)
    expect((await retry(delivery)).body.code).toBe('WEBHOOK_RETRY_COOL_OFF')
    expect(delivery.target.arrived).toHaveLength(2)
  }
  expect(await logOf(delivery.id)).toMatchObject({ automatic_attempts: 2, manual_attempts: 0 })
})

test('a process that is put back waits the ten seconds that its row knows of', async () => {
  const always = await tenantIn(ground.at, 'Put back')
  await ground.at.owner(`update tenant set webhook_workflows = 'ALWAYS' where tenant_id = $1`, [
    always.id,
  ])
  const delivery = await delivered(500, always)
  await status(delivery, 'RETRYING')
  await says(delivery, /automatic retry follows/)
  const { runId } = (await delivery.handle.describe()) as { runId: string }
  const [first] = await tasksOf(delivery.handle)
  await putBack(delivery.handle, runId, first!)
  await says(delivery, /automatic retry follows/)
  expect(delivery.target.arrived).toHaveLength(1)
  await ground.temporal.advance(delivery.handle, 11_000)
  await status(delivery, 'FAILED')
  expect(delivery.target.arrived).toHaveLength(2)
  await delivery.handle.terminate('the test is done')
})

test('a manual retry is made once, wherever its process begins again', async () => {
  const { delivery, handle: before } = await failed()
  await before.terminate('its windows are over')
  await lieFurtherBack(delivery, 31)
  const key = { 'idempotency-key': randomUUID() }
  expect((await retry(delivery, key)).status).toBe(202)
  await expect.poll(() => delivery.target.arrived.length).toBe(3)
  await status(delivery, 'FAILED')
  await says(delivery, coolingDown)
  const { handle } = delivery
  const { runId } = (await handle.describe()) as { runId: string }
  for (const task of await tasksOf(handle)) {
    await putBack(handle, runId, task)
    await says(delivery, /No manual retry before|Failed/)
    expect((await retry(delivery)).body.code).toBe('WEBHOOK_RETRY_LOCKED')
  }
  // The lock is over as well, so that nothing but its key tells the retry from another one.
  await ground.at.owner(
    `update webhook_log set last_manual_at = last_manual_at - interval '6 minutes' where id = $1`,
    [delivery.id],
  )
  const first = ground.temporal.client.workflow.getHandle(handle.workflowId, runId)
  await putBack(handle, runId, (await tasksOf(first))[0]!)
  // No window runs any more, so that it ends as soon as it has asked for the retry again.
  expect(await handle.result()).toBe('FAILED')
  expect(delivery.target.arrived).toHaveLength(3)
  expect(await logOf(delivery.id)).toMatchObject({ manual_attempts: 1 })
})

test('windows are judged by the row, whatever its process knows', async () => {
  const { delivery } = await failed()
  // As a worker leaves it that dies between its commit and its answer: nothing of a first attempt.
  const endedAt = Date.now() + 3_600_000
  const handle = await begun(delivery, { status: 'RETRYING', answer: '500', endedAt })
  const { body } = await retry(delivery)
  expect(body.code).toBe('WEBHOOK_RETRY_COOL_OFF')
  expect(Date.parse(body.retryAllowedAt)).toBe((await firstOf(delivery)) + 30 * minuteMs)
  expect(delivery.target.arrived).toHaveLength(2)
  await handle.terminate('the test is done')
})

test('an answer that was lost is given again, also by what has failed or is delivered since', async () => {
  const { delivery, handle } = await failed()
  await handle.terminate('its windows are over')
  await lieFurtherBack(delivery, 31)
  delivery.target.answer(200)
  const { connected } = ground.at.runtime.engine
  ground.at.runtime.engine.connected = async () => {
    const engine = await connected()
    const { client } = engine
    const losing = new Proxy(client, {
      get: (of, name) =>
        name === 'withDeadline'
          ? async (_: number, work: () => Promise<unknown>) => {
              await work()
              throw new Error('the answer was lost')
            }
          : (Reflect.get(of, name) as unknown),
    })
    return { ...engine, client: losing }
  }
  const key = { 'idempotency-key': randomUUID() }
  const lost = await retry(delivery, key)
  ground.at.runtime.engine.connected = connected
  expect(lost.status).toBe(503)
  await status(delivery, 'DELIVERED')
  const again = await retry(delivery, key)
  expect({ code: again.status, manual: again.body.manualAttempts }).toEqual({
    code: 202,
    manual: 1,
  })
  expect((await retry(delivery, { 'idempotency-key': randomUUID() })).body.code).toBe(
    'WEBHOOK_LOG_NOT_FAILED',
  )
  expect(delivery.target.arrived).toHaveLength(3)
})
