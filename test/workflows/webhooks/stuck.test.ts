import { afterAll, beforeAll, expect, test } from 'vitest'
import { overdue } from '../../../src/activities/areas.ts'
import { leaveStuck, settleStuck } from '../../../src/activities/system/leave-stuck.ts'
import { Reconciler, type Stuck } from '../../../src/kernel/relay/reconcile.ts'
import { close, delivered, ground, open, says } from './ground.ts'

beforeAll(open)
afterAll(close)

test('what is overdue although its process is open is an errand, with what fails in it', async () => {
  const delivery = await delivered(500)
  await says(delivery, /automatic retry follows/)
  // In the place of the attempt that is to be made.
  await ground.at.owner(
    `insert into webhook_attempt (tenant_id, log_id, number, kind, started_at, ended_at)
     values ($1, $2, 2, 'AUTOMATIC', now(), now())`,
    [ground.tenant.id, delivery.id],
  )
  await ground.temporal.advance(delivery.handle, 11_000)
  const failed = async () => {
    const { events } = await delivery.handle.fetchHistory()
    return events!.some((each) => each.markerRecordedEventAttributes?.failure != null)
  }
  await expect.poll(failed, { timeout: 10_000 }).toBe(true)
  const lost = await delivered(500)
  await lost.handle.terminate('the engine lost its store')
  await ground.at.owner(
    `update webhook_log set status = 'RETRYING', last_attempt_at = now() - interval '3 minutes'
     where id = any ($1)`,
    [[delivery.id, lost.id]],
  )
  const { at, tenant, temporal } = ground
  const reconciler = new Reconciler({
    url: at.installed.relayUrl,
    client: temporal.client,
    documents: at.runtime.documents,
    log: at.runtime.log,
    overdue: { webhookDelivery: overdue.webhookDelivery },
    leave: (stuck: Stuck) => leaveStuck(at.runtime, stuck),
    settle: (tenantId, process) => settleStuck(at.runtime, tenantId, process),
  })
  const ended = (id: string) =>
    at.owner(`update webhook_log set status = 'FAILED' where id = $1`, [id])
  expect(await reconciler.reconcile()).toBe(1)
  await ended(lost.id)
  await reconciler.reconcile()
  const found = () =>
    at.owner(
      `select subject_id, status, title, data from system_errand
       where tenant_id = $1 and type = 'PROCESS'`,
      [tenant.id],
    )
  const errands = await found()
  expect(errands).toHaveLength(1)
  expect(errands[0]).toMatchObject({
    subject_id: delivery.id,
    status: 'OPEN',
    title: expect.stringMatching(/^Late and not moving: [a-z ]+ \(1\)/),
    data: {
      process: 'webhookDelivery',
      count: 1,
      reason: expect.stringContaining('Another one already holds this value'),
    },
  })
  const causes = (reason: string) =>
    at.owner(
      `update system_errand set data = data || jsonb_build_object('reason', $2::text)
      where tenant_id = $1 and type = 'PROCESS'`,
      [tenant.id, reason],
    )
  await causes('What failed before')
  await reconciler.reconcile()
  expect(await found()).toMatchObject([errands[0]])
  await ended(delivery.id)
  await reconciler.reconcile()
  expect(await found()).toMatchObject([{ status: 'RESOLVED' }])
  await reconciler.stop()
  await delivery.handle.terminate('the test is done')
  await lost.handle.terminate('the test is done')
})
