import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Message } from '../../src/ports/database/statements.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { attemptsOf, delivererOf, happens, logsOf, subscribed } from './deliveries.ts'
import { authority, receiver, type Receiver } from './receiver.ts'

// What waits for its first attempt stands in a queue of its own, and is gone from it when taken.
let at: World
let tenant: TestTenant
let target: Receiver
let holds = false
/** Each answers one that was held. */
const held: (() => unknown)[] = []
const allowedHosts = new Set<string>()

beforeAll(async () => {
  at = await world({ poster: { allowedHosts, ca: authority } })
  target = await receiver((response) => {
    const answer = () => response.writeHead(200).end()
    return holds ? held.push(answer) : answer()
  })
  allowedHosts.add(target.host)
})
afterEach(() => letGo())
afterAll(async () => {
  await at.runtime.poster.close()
  await at.close()
  await target.close()
})

function letGo(): void {
  holds = false
  for (const answer of held.splice(0)) answer()
}

async function subscription(): Promise<string> {
  tenant = await tenantIn(at)
  return subscribed(tenant, target.url)
}

const queued = async (webhookId: string) =>
  (await at.owner('select log_id from webhook_queue where webhook_id = $1', [webhookId])).map(
    ({ log_id }) => String(log_id),
  )

const taken = ({ id }: TestTenant) =>
  at.owner('select * from webhook_taken where tenant_id = $1', [id])

const found = async (status: string) => {
  const { body } = await tenant.api.post('/webhook/log/search', { filters: { status } })
  return (body.data as { id: string }[]).map(({ id }) => id)
}

test('is shown as under way by its detail at once, and by its log if it takes long', async () => {
  const webhookId = await subscription()
  const deliverer = delivererOf(at)
  holds = true
  await happens(tenant)
  const [log] = await logsOf(at, webhookId)
  const id = log!.id
  expect(await queued(webhookId)).toEqual([id])
  expect((await tenant.api.get(`/webhook/log/${id}`)).body).toMatchObject({
    status: 'QUEUED',
    automaticAttempts: 0,
    firstAttemptAt: null,
    attempts: [],
  })
  expect(await deliverer.carry()).toBe(1)
  expect(await queued(webhookId)).toEqual([])
  const { body } = await tenant.api.get(`/webhook/log/${id}`)
  expect(body).toMatchObject({ status: 'SENDING', automaticAttempts: 1, attempts: [{ number: 1 }] })
  expect(body.firstAttemptAt).toBe(body.attempts[0].startedAt)
  await expect.poll(() => found('SENDING')).toEqual([id])
  expect((await logsOf(at, webhookId))[0]).toMatchObject({ status: 'SENDING' })
  letGo()
  await deliverer.stop()
  const [over] = await logsOf(at, webhookId)
  expect(over).toMatchObject({ status: 'DELIVERED', automatic_attempts: 1 })
  const [attempt] = await attemptsOf(at, id)
  expect(attempt).toMatchObject({ number: 1, response_status: 200 })
  expect(attempt!.started_at.toISOString()).toBe(body.firstAttemptAt)
  expect(await taken(tenant)).toEqual([])
  expect(await queued(webhookId)).toEqual([])
})

const proof = 64

test('is given back unmade by a process that stops before its turn', async () => {
  const webhookId = await subscription()
  const deliverer = delivererOf(at)
  await happens(tenant, proof)
  // A target that has answered so often has so many places, and some more are taken for it.
  while ((await deliverer.carry()) > 0) await deliverer.settled()
  const before = target.arrived.length
  holds = true
  await happens(tenant, proof + 3)
  expect(await deliverer.carry()).toBe(proof + 3)
  await expect.poll(() => held.length).toBe(proof)
  expect(await queued(webhookId)).toEqual([])
  const stopped = deliverer.stop()
  await expect.poll(async () => (await queued(webhookId)).length).toBe(3)
  letGo()
  await stopped
  expect(target.arrived.length - before).toBe(proof)
  const waiting = (await logsOf(at, webhookId)).filter(({ status }) => status !== 'DELIVERED')
  expect(waiting).toHaveLength(3)
  for (const log of waiting) {
    expect(log).toMatchObject({ status: 'QUEUED', automatic_attempts: 0 })
    expect(await attemptsOf(at, log.id)).toEqual([])
  }
  expect(await taken(tenant)).toEqual([])
  const next = delivererOf(at)
  expect(await next.carry()).toBe(3)
  await next.stop()
  const ids = target.arrived.slice(before).map(({ headers }) => headers['x-webhook-id'])
  expect(new Set(ids).size).toBe(proof + 3)
  expect(ids).toHaveLength(proof + 3)
})

test('wakes who delivers, by no word within the commit', async () => {
  const listener = new pg.Client({ connectionString: at.installed.relayUrl })
  await listener.connect()
  const heard: string[] = []
  listener.on('notification', ({ channel }) => heard.push(channel))
  await listener.query('listen receivables_deliveries; listen receivables_outbox')
  await subscription()
  await happens(tenant)
  await expect.poll(() => heard).toContain('receivables_deliveries')
  await listener.end()
  const told = [...at.statements].filter((text) => text.includes('pg_notify'))
  expect(told.filter((text) => /insert|update|delete/i.test(text))).toEqual([])
})

test('many are claimed as one message, and their ends are written as hardly more', async () => {
  await subscription()
  const deliverer = delivererOf(at)
  const { submit } = Message.prototype
  let messages = 0
  const costOf = async (work: () => Promise<unknown>) => {
    messages = 0
    await work()
    return messages
  }
  const round = async () => {
    await happens(tenant, 20)
    holds = true
    let taken = 0
    const claimed = await costOf(async () => void (taken = await deliverer.carry()))
    await expect.poll(() => held.length).toBe(taken)
    const ended = await costOf(() => {
      letGo()
      return deliverer.settled()
    })
    return { claimed, taken, ended }
  }
  // Who is woken after a commit is told by nobody's message.
  const wake = vi.spyOn(at.runtime.pool, 'wake').mockReturnValue(undefined)
  Message.prototype.submit = function (connection) {
    messages++
    return submit.call(this, connection)
  }
  try {
    const rounds = [await round(), await round(), await round(), await round()]
    for (const { taken } of rounds) expect(taken).toBeGreaterThan(4)
    // What is described is so by the first, and of others' messages some come between.
    expect(Math.min(...rounds.map(({ claimed }) => claimed))).toBe(1)
    for (const { taken, ended } of rounds.slice(1)) expect(ended).toBeLessThan(taken)
  } finally {
    Message.prototype.submit = submit
    wake.mockRestore()
    await deliverer.stop()
  }
})
