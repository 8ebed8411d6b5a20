import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { checksOfMotion } from '../../src/activities/motion.ts'
import { attemptDelivery } from '../../src/activities/webhooks/attempt-delivery.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { delivererOf, happens, logsOf, subscribed } from './deliveries.ts'
import { authority, receiver, type Receiver } from './receiver.ts'

// What `npx receivables verify` says of deliveries: made by the real deliverer, then broken by hand.
let at: World
let tenant: TestTenant
let webhookId: string
const receivers: Receiver[] = []
const allowedHosts = new Set<string>()

beforeAll(async () => {
  at = await world({ poster: { allowedHosts, ca: authority } })
  tenant = await tenantIn(at)
  const urls = await Promise.all(
    [200, 500].map(async (status) => {
      const target = await receiver(status)
      receivers.push(target)
      allowedHosts.add(target.host)
      return target.url
    }),
  )
  webhookId = await subscribed(tenant, urls[0]!)
  const failing = await subscribed(tenant, urls[1]!)
  await at.owner(`update webhook set updated_at = updated_at - interval '2 minutes'`)
  await happens(tenant, 3)
  const deliverer = delivererOf(at)
  while ((await deliverer.carry()) > 0) await deliverer.settled()
  await deliverer.stop()
  const [failed] = await logsOf(at, failing)
  await earlier(failed!.id, '10 seconds')
  const task = { runtime: at.runtime, tenantId: tenant.id, entityId: failed!.id }
  const now = new Date()
  expect(await attemptDelivery({ ...task, now, workflowId: 'x' })).toMatchObject({
    status: 'FAILED',
  })
  await at.owner('delete from outbox')
})
afterAll(async () => {
  await Promise.all(receivers.map((each) => each.close()))
  await at.runtime.poster.close()
  await at.close()
})

const earlier = (id: string, by: string) =>
  at.owner(
    `with made as (update webhook_attempt set ended_at = ended_at - $2::interval,
       started_at = started_at - $2::interval where log_id = $1)
     update webhook_log set first_attempt_at = first_attempt_at - $2::interval where id = $1`,
    [id, by],
  )

const found = async () =>
  (await verifyBooks(at.runtime.pool, tenant.id, undefined, checksOfMotion)).map(
    ({ check, subject, found: what }) => `${check} ${subject} ${what}`,
  )

test('nothing is found of what was delivered, has failed twice and waits for its retry', async () => {
  const statuses = await at.owner('select distinct status from webhook_log order by 1')
  expect(statuses.map(({ status }) => status)).toEqual(['DELIVERED', 'FAILED', 'RETRYING'])
  expect(await found()).toEqual([])
})

const one = `(select id from webhook_log where status = 'FAILED' limit 1)`

test.each([
  ['deliveries', `delete from webhook_log where webhook_id = $1`, /no delivery of it to W/],
  ['deliveries', 'delete from webhook_payload', /what it sends is not there/],
  ['delivery-attempts', 'delete from webhook_attempt where number = 1', /made are 0 and 0/],
  [
    'delivery-attempts',
    `update webhook_attempt set started_at = started_at - interval '5 seconds' where number = 2`,
    /says 2 and 0 attempts, made are 2 and 0, after/,
  ],
  [
    'delivery-attempts',
    `with more as (insert into webhook_attempt (tenant_id, log_id, number, kind, started_at)
       select tenant_id, id, 3, 'AUTOMATIC', now() from webhook_log where id = ${one})
     update webhook_log set automatic_attempts = 3 where id = ${one}`,
    /says 3 and 0 attempts, made are 3/,
  ],
  [
    'delivery-windows',
    `with made as (insert into webhook_attempt (tenant_id, log_id, number, kind, started_at)
       select tenant_id, id, 3, 'MANUAL', now() from webhook_log where id = ${one})
     update webhook_log set manual_attempts = 1, last_manual_at = now() where id = ${one}`,
    /1 by hand/,
  ],
  [
    'still-retries',
    `update webhook_log set last_attempt_at = now() - interval '1 minute'
     where status = 'RETRYING'`,
    /the first since/,
  ],
  [
    'late-webhookDelivery',
    `update webhook_log set last_attempt_at = now() - interval '3 minutes'
     where status = 'RETRYING'`,
    /should have moved on/,
  ],
])('%s is found: %s', async (check, breaks, words) => {
  const kept = await Promise.all(
    ['webhook_log', 'webhook_payload', 'webhook_attempt'].map(
      async (table) =>
        [table, await at.owner(`select to_jsonb(t) as row from ${table} t`)] as const,
    ),
  )
  await at.owner(breaks, breaks.includes('$1') ? [webhookId] : [])
  const faults = (await found()).filter((each) => each.startsWith(`${check} `))
  expect(faults.join()).toMatch(words)
  for (const [table, rows] of kept) {
    await at.owner(`delete from ${table}`)
    await at.owner(
      `insert into ${table} select r.* from jsonb_array_elements($1::jsonb) e
       cross join lateral jsonb_populate_record(null::${table}, e) r`,
      [JSON.stringify(rows.map(({ row }) => row))],
    )
  }
  expect(await found()).toEqual([])
})
