import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptRetry } from '../../src/activities/webhooks/accept-retry.ts'
import { attemptDelivery } from '../../src/activities/webhooks/attempt-delivery.ts'
import { coolOffMs, lockMs, retryAfterMs } from '../../src/domain/webhooks/delivery.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { delivererOf, happens, logsOf, subscribed } from './deliveries.ts'
import { authority, receiver, type Receiver } from './receiver.ts'

// An engine whose clock is wrong, as its host's may be: windows are told by the database's.
let at: World
let tenant: TestTenant
let target: Receiver
const allowedHosts = new Set<string>()

beforeAll(async () => {
  at = await world({ poster: { allowedHosts, ca: authority } })
  at.runtime.skipsTime = false
  target = await receiver(500)
  allowedHosts.add(target.host)
  tenant = await tenantIn(at)
})
afterAll(async () => {
  await target.close()
  await at.runtime.poster.close()
  await at.close()
})

/** A delivery whose first attempt has just failed. */
async function failedOnce(): Promise<string> {
  const webhookId = await subscribed(tenant, target.url)
  await happens(tenant)
  const deliverer = delivererOf(at)
  while ((await deliverer.carry()) > 0) await deliverer.settled()
  await deliverer.stop()
  await at.owner('delete from webhook_route')
  return (await logsOf(at, webhookId)).at(-1)!.id
}

const minutes = [-10, 10]
const taskOf = (entityId: string, off: number, key = 'one') => ({
  runtime: at.runtime,
  tenantId: tenant.id,
  entityId,
  workflowId: `webhook-delivery/${tenant.id}/${entityId}`,
  now: new Date(Date.now() + off * 60_000),
  by: { kind: 'USER', id: 'U1', name: 'Alva', key } as const,
})

const earlier = (id: string, ms: number) =>
  at.owner(
    `with made as (update webhook_attempt set ended_at = ended_at - $2::interval where log_id = $1)
     update webhook_log set first_attempt_at = first_attempt_at - $2::interval,
       last_manual_at = last_manual_at - $2::interval where id = $1`,
    [id, `${ms} milliseconds`],
  )

test.each(minutes)('the retry is made ten seconds after the first attempt: %s', async (off) => {
  const id = await failedOnce()
  const posted = target.arrived.length
  const early = await attemptDelivery(taskOf(id, off))
  expect(early.status).toBe('RETRYING')
  expect(early.retryInMs).toBeGreaterThan(0)
  expect(early.retryInMs).toBeLessThanOrEqual(retryAfterMs)
  expect(target.arrived).toHaveLength(posted)
  await earlier(id, retryAfterMs)
  expect(await attemptDelivery(taskOf(id, off))).toMatchObject({ status: 'FAILED' })
  expect(target.arrived).toHaveLength(posted + 1)
})

test.each(minutes)('cool-off and lock run their time: %s', async (off) => {
  const id = await failedOnce()
  await earlier(id, retryAfterMs)
  await attemptDelivery(taskOf(id, off))
  expect(await acceptRetry(taskOf(id, off))).toMatchObject({ refused: {}, status: 'FAILED' })
  await earlier(id, coolOffMs)
  expect((await acceptRetry(taskOf(id, off))).refused).toBeUndefined()
  await at.owner(`update webhook_log set status = 'FAILED' where id = $1`, [id])
  expect((await acceptRetry(taskOf(id, off, 'two'))).refused).toBeDefined()
  await earlier(id, lockMs)
  expect((await acceptRetry(taskOf(id, off, 'two'))).refused).toBeUndefined()
})
