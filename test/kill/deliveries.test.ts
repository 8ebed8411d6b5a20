import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workflowIdOf } from '../../src/domain/processes.ts'
import { receiver, type Receiver } from '../webhooks/receiver.ts'
import { apart, eventually, type Installation, type Part } from './installation.ts'
import { fractions } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

// Whatever dies, and when: at most two automatic POSTs, and a log that says what was made.
let at: Installation
let target: Receiver
/** What is answered at a path, in turn; the last answer is the one for all that follow. */
const answers = new Map<string, number[]>()

const minute = 60_000
const began = Date.now()
const say = (line: string) => {
  process.stderr.write(`  ${((Date.now() - began) / 1_000).toFixed(0).padStart(3)} s  ${line}\n`)
}

beforeAll(async () => {
  target = await receiver((response, { path }) => {
    const turns = answers.get(path) ?? [200]
    const status = turns.length > 1 ? turns.shift() : turns[0]
    if (status === 0) response.socket?.destroy()
    else response.writeHead(status ?? 200).end()
  })
  at = await apart({
    RECEIVABLES_WEBHOOK_ALLOWED_HOSTS: target.host,
    RECEIVABLES_RATE_LIMIT: '100000',
    NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../webhooks/certificates/authority.pem'),
  })
  await at.ready()
  say('ready')
}, 2 * minute)
afterAll(async () => {
  await at?.close()
  await target?.close()
})

interface Found {
  id: string
  path: string
  status: string
  automatic: number
  attempts: number
  unended: number
  lost: number
}

const logs = `
select l.id, regexp_replace(w.url, '^https://[^/]*', '') as path, l.status,
  l.automatic_attempts as automatic, (count(a.number) + u.under_way)::int as attempts,
  (count(a.number) filter (where a.ended_at is null) + u.under_way)::int as unended,
  count(a.number) filter (where a.error like '%stopped while it waited%')::int as lost
from webhook_log l join webhook w on w.tenant_id = l.tenant_id and w.id = l.webhook_id
left join webhook_attempt a on a.tenant_id = l.tenant_id and a.log_id = l.id
cross join lateral (select count(*) as under_way from webhook_taken t
  where t.tenant_id = l.tenant_id and l.id = any (t.log_ids) and not exists (
    select from webhook_attempt b where b.tenant_id = l.tenant_id and b.log_id = l.id)) u
group by l.tenant_id, l.id, w.url, u.under_way`

const found = (id: string) => async () =>
  (await at.rows<Found>(`select * from (${logs}) as found where id = $1`, [id]))[0]
/** What the interface says of it. */
const shown = async (id: string) => (await at.insist('GET', `/webhook/log/${id}`)).body['status']
const posts = (path: string) => target.arrived.filter((each) => each.path === path).length

async function subscribed(path: string): Promise<string> {
  const url = target.url.replace('/hook', path)
  const answer = await at.insist('POST', '/webhook', {
    title: path,
    url,
    type: 'REASON_CODE',
    trigger: 'PUSH',
    method: 'POST',
    key: 'a key of this test',
  })
  expect(answer.status).toBe(201)
  return String(answer.body['id'])
}

let codes = 0
const codeBody = (code = `KILL_${++codes}`) => ({ code, type: 'STOP', name: 'Kill' })

/** Something happens that one subscription alone is told of, which hears of nothing after it. */
async function happened(path: string, ...turns: number[]): Promise<string> {
  answers.set(path, turns)
  const webhookId = await subscribed(path)
  expect((await at.insist('POST', '/reason-code', codeBody())).status).toBe(201)
  await at.rows('delete from webhook_route where webhook_id = $1', [webhookId])
  const [log] = await at.rows<{ id: string }>('select id from webhook_log where webhook_id = $1', [
    webhookId,
  ])
  return log!.id
}

async function untilIn(id: string, status: string): Promise<void> {
  await eventually(`${id} in ${status}`, async () => (await found(id)())?.status === status)
}

/** What nobody has under way any more is taken for that at once, not when its lease has run out. */
const endLeases = (olderThanSeconds = 0) =>
  at.rows(
    `update webhook_taken set lease_until = now() - interval '1 second'
     where started_at < now() - make_interval(secs => $1)`,
    [olderThanSeconds],
  )

/** By its path, how often each was posted and what its log says when all is over. */
const expected: Record<string, Partial<Found> & { posts: number }> = {}

test(
  '8 to 11: a relay dies before the POST, after it, and after the start; then all die in the timer',
  async () => {
    await at.kill('relay')
    const taken = await happened('/taken', 200)
    await at.doomed('relay', 'delivery-claimed@REASON_CODE')
    expect(posts('/taken')).toBe(0)
    expect(await found(taken)()).toMatchObject({ status: 'QUEUED', attempts: 1, unended: 1 })
    expect(await shown(taken)).toBe('SENDING')
    expected['/taken'] = { posts: 1, status: 'DELIVERED', attempts: 2, lost: 1 }

    const posted = await happened('/posted', 200)
    await at.doomed('relay', 'delivery-answered@REASON_CODE')
    expect(posts('/posted')).toBe(1)
    expect(await found(posted)()).toMatchObject({ status: 'QUEUED', attempts: 1, unended: 1 })
    expect(await shown(posted)).toBe('SENDING')
    expected['/posted'] = { posts: 2, status: 'DELIVERED', attempts: 2, lost: 1 }

    const told = await happened('/told', 503)
    await at.doomed('relay', 'sent-to-engine@webhookDelivery')
    expect(posts('/told')).toBe(1)
    expect(await found(told)()).toMatchObject({ status: 'RETRYING', attempts: 1, unended: 0 })
    expected['/told'] = { posts: 2, status: 'FAILED', attempts: 2, lost: 0 }
    await endLeases()
    await at.start('relay')
    say('8 to 10, the relay')

    const waiting = await happened('/waiting', 500, 200)
    expected['/waiting'] = { posts: 2, status: 'DELIVERED', attempts: 2, lost: 0 }
    await untilIn(waiting, 'RETRYING')
    const isTold = `select 1 from outbox where input ->> 'entityId' = $1 and done_at is not null`
    await eventually('its process', async () => (await at.rows(isTold, [waiting])).length > 0)
    for (const part of ['worker', 'relay', 'temporal', 'postgres'] as const) await at.kill(part)
    expect(posts('/waiting')).toBe(1)
    for (const part of ['postgres', 'temporal', 'worker', 'relay'] as const) await at.start(part)
    for (const id of [taken, posted, waiting]) await untilIn(id, 'DELIVERED')
    await untilIn(told, 'FAILED')
    say('11, in the timer')
  },
  2 * minute,
)

test(
  '9, 10 and 12 of a retry: a worker that dies in it has made it',
  async () => {
    await at.kill('worker')
    const before = await happened('/before-retry', 500)
    await at.doomed('worker', `delivery-claimed@${before}@AUTOMATIC`)
    expect(posts('/before-retry')).toBe(1)
    expect(await found(before)()).toMatchObject({ automatic: 2, attempts: 2, unended: 1 })
    expected['/before-retry'] = { posts: 1, status: 'FAILED', attempts: 2, lost: 1 }

    const after = await happened('/after-retry', 500, 200)
    await at.doomed('worker', `delivery-answered@${after}@AUTOMATIC`)
    expect(posts('/after-retry')).toBe(2)
    expect(await found(after)()).toMatchObject({ automatic: 2, attempts: 2, unended: 1 })
    expected['/after-retry'] = { posts: 2, status: 'FAILED', attempts: 2, lost: 1 }

    const byHand = await happened('/by-hand', 404)
    await untilIn(byHand, 'FAILED')
    await withoutCoolOff(byHand)
    const asked = eventually('the retry to be taken', async () => {
      const { status } = await at.call('PUT', `/webhook/log/retry/${byHand}`)
      return status === 202 || (await found(byHand)())?.status === 'SENDING'
    })
    await at.doomed('worker', `delivery-answered@${byHand}@MANUAL`)
    await asked
    expect(posts('/by-hand')).toBe(2)
    expected['/by-hand'] = { posts: 2, status: 'FAILED', automatic: 1, attempts: 2, lost: 1 }
    await at.start('worker')
    say('9, 10 and 12, the worker')
  },
  2 * minute,
)

/** Its run is over, and its first attempt lies half an hour back. */
async function withoutCoolOff(id: string): Promise<void> {
  const { temporalAddress, temporalNamespace: namespace, tenantId } = at.facts()
  const connection = await Connection.connect({ address: temporalAddress })
  const workflowId = workflowIdOf('webhookDelivery', tenantId, id)
  await eventually('its process', async () => {
    await connection.workflowService.terminateWorkflowExecution({
      namespace,
      workflowExecution: { workflowId },
    })
    return true
  })
  await connection.close()
  await at.rows(
    `update webhook_log set first_attempt_at = now() - interval '31 minutes' where id = $1`,
    [id],
  )
}

const total = 1_000
const callers = 20

test(
  `1,000 events, a third of them taken back, outlive the death of every part (SEED=${seed})`,
  async () => {
    const next = fractions(seed)
    const ill = [500, 0, 503, 404, ...Array.from({ length: 20 }, () => 200)]
    const turns = Array.from({ length: 2 * total }, () => ill[Math.floor(next() * ill.length)]!)
    answers.set('/ill', turns)
    const webhooks = [await subscribed('/well'), await subscribed('/ill')]
    const taken = codeBody('TAKEN')
    await at.insist('POST', '/reason-code', taken)
    const accepted: string[] = ['TAKEN']
    // So many are kept for the kills that follow.
    let kept = total
    const asked = Array.from({ length: total }, () => (next() < 1 / 3 ? taken : codeBody()))
    const working = Array.from({ length: callers }, async () => {
      while (asked.length > 0) {
        if (asked.length <= kept) await sleep(10)
        if (asked.length <= kept) continue
        const body = asked.pop()!
        const { status } = await at.insist('POST', '/reason-code', body)
        expect(status).toBe(body === taken ? 409 : 201)
        if (status === 201) accepted.push(body.code)
      }
    })
    const parts: Part[] = ['api', 'worker', 'relay', 'temporal', 'postgres']
    const kills = [...parts, 'relay' as const]
      .map((part) => [next(), part] as const)
      .toSorted(([a], [b]) => a - b)
    for (const [n, [, part]] of kills.entries()) {
      kept = total - ((n + 1) * total) / kills.length
      await sleep(50 + 200 * next())
      await at.kill(part)
      await at.start(part)
      say(`${part} was killed with ${asked.length} to ask for, and is back`)
    }
    await Promise.all(working)
    const events = await at.rows<{ id: string; webhooks: string[] }>(
      `with e as materialized (select * from event where type = 'REASON_CODE')
       select e.id, array_agg(l.webhook_id order by l.webhook_id) as webhooks
       from e join reason_code c on c.tenant_id = e.tenant_id and c.id = id_of(e.subject_id)
       left join webhook_log l on l.tenant_id = e.tenant_id and l.event_id = e.id
       where c.code = any($1) group by e.tenant_id, e.id`,
      [accepted],
    )
    expect(events).toHaveLength(accepted.length)
    for (const event of events) expect(event.webhooks).toEqual(webhooks.toSorted())
    // The view of events is read once, and not once for each delivery.
    const phantoms = `select l.id from webhook_log l
      where (l.tenant_id, l.event_id) not in (select e.tenant_id, e.id from event e)`
    expect(await at.rows(phantoms)).toEqual([])
    const made = await at.rows<{ n: number }>(
      'select count(*)::int as n from webhook_log where webhook_id = any($1)',
      [webhooks],
    )
    expect(made[0]!.n).toBe(2 * accepted.length)
    say(`${accepted.length} events`)
  },
  2 * minute,
)

test(
  'all that was begun is over, with two automatic POSTs at most, and the log says so',
  async () => {
    const open = `select 1 from webhook_log where status not in ('DELIVERED', 'FAILED') limit 1`
    await eventually(
      'the ends',
      async () => {
        // Longer than any attempt takes: whoever had them is gone.
        await endLeases(16)
        return (await at.rows(open)).length === 0
      },
      2 * minute,
    )
    const all = await at.rows<Found>(logs)
    for (const [path, { posts: made, ...wanted }] of Object.entries(expected)) {
      expect({ path, posts: posts(path) }).toEqual({ path, posts: made })
      expect(all.find((each) => each.path === path)).toMatchObject({ ...wanted, unended: 0 })
    }
    const arrived = Map.groupBy(target.arrived, ({ headers }) => headers['x-webhook-id'] ?? '')
    const known = new Set(all.map(({ id }) => id))
    expect([...arrived.keys()].filter((id) => !known.has(id))).toEqual([])
    for (const { id, path, status, automatic, attempts, unended, lost } of all) {
      const made = arrived.get(id) ?? []
      expect(automatic).toBeLessThanOrEqual(2)
      expect(unended).toBe(0)
      // An attempt that nobody told the end of may have been made, or not; every other one was.
      expect(made.length).toBeLessThanOrEqual(attempts)
      expect(made.length).toBeGreaterThanOrEqual(attempts - lost)
      if (status === 'DELIVERED') expect(made.length).toBeGreaterThan(0)
      if (path !== '/by-hand') expect(attempts).toBe(automatic)
      expect(new Set(made.map(({ body }) => body)).size).toBeLessThanOrEqual(1)
    }
    const twice = all.filter(({ attempts }) => attempts > 1).length
    say(`${all.length} deliveries, ${twice} of them twice, ${target.arrived.length} POSTs`)
  },
  3 * minute,
)
