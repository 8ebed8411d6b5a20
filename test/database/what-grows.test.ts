import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balancesAt } from '../../src/activities/bookkeeping/balances-at.ts'
import { alike } from '../../src/activities/factoring/gather-facts.ts'
import { count } from '../../src/activities/system/run-task.ts'
import { claimDue } from '../../src/activities/webhooks/statements.ts'
import { claimOfOutbox, claimOfStarts } from '../../src/kernel/relay/claims.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { bookedClient, bookIn, draft } from '../support/booked-client.ts'
import { fill, visiting } from '../support/fill.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { clientOf } from '../../src/ports/database/connect.ts'
import { tenantOfNumber } from '../../src/domain/id-forms.ts'
import { exampleId } from '../../src/entities/ids.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { nthId } from '../support/ids-inside.ts'

// What is asked again and again comes to no more rows where there are very many.
let at: World
let tenant: TestTenant
let relay: pg.Client

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  relay = clientOf(at.installed.relayUrl)
  await relay.connect()
})
afterAll(async () => {
  await relay.end()
  await at.close()
})

const many = 20_000

/** How many rows of the table the relay came to by this, which is then taken back. */
async function relayVisits(table: string, text: string, values: unknown[]): Promise<number> {
  const query = async (sql: string, of: unknown[] = []) => (await relay.query(sql, of)).rows
  await relay.query('begin')
  const asking = { query } as Pick<Unit['transaction'], 'query'>
  const { rows } = await visiting(asking, table, () => query(text, values))
  await relay.query('rollback')
  return rows
}

test('the balance of an account as of a day comes to its days and not to its postings', async () => {
  const client = await bookedClient(tenant)
  await bookIn(tenant, draft(client.id, { bookDate: '2026-11-10' }))
  const [{ id, posted } = {}] = await at.owner(
    `select account_id as id, sum(amount)::text as posted from voucher_posting
     where client_id = $1 and role = 'AR' group by 1`,
    [client.id],
  )
  await fill(
    at,
    'voucher_posting',
    {
      tenant_id: `'${tenant.id}'`,
      account_id: `'${id}'`,
      client_id: `'${client.id}'`,
      amount: '1',
      date: `date '2026-01-01' + n % 200`,
      recorded_at: `timestamptz '2026-01-01T12:00Z' + n % 200 * interval '1 day'`,
    },
    many,
  )
  await at.owner(
    `insert into account_day select tenant_id, account_id, date,
       (recorded_at at time zone 'UTC')::date, client_id, sum(amount) from voucher_posting
     where account_id = $1 and account_number like 'x%' group by 1, 2, 3, 4, 5`,
    [id],
  )
  const asked = (moment: Parameters<typeof balancesAt>[2]) =>
    tenant.work(async (unit) => {
      const ask = () => balancesAt(unit, [String(id)], moment)
      const { rows: days } = await visiting(unit.transaction, 'account_day', ask)
      const { result, rows: postings } = await visiting(unit.transaction, 'voucher_posting', ask)
      return { balance: result.get(String(id)), postings, days }
    })
  const all = BigInt(String(posted)) + BigInt(many)
  expect(await asked({})).toEqual({ balance: all, postings: 0, days: 201 })
  const day = { asOf: '2026-01-10' }
  expect(await asked(day)).toEqual({ balance: BigInt(many / 20), postings: 0, days: 10 })
  const known = await asked({ knownAt: '2026-01-10T12:00:00Z' })
  expect(known).toMatchObject({ balance: BigInt(many / 20), postings: many / 200 })
  const before = await asked({ knownAt: '2026-01-10T11:59:59Z' })
  expect(before).toMatchObject({ balance: (BigInt(many) * 9n) / 200n })
})

test('what looks like a claim is found among very many of its debtor', async () => {
  const [debtor, client] = [newId('Debtor'), newId('Client')]
  const claims = {
    tenant_id: `'${tenant.id}'`,
    debtor_id: `'${debtor}'`,
    client_id: `'${client}'`,
    invoice_date: `date '2026-01-01' + n % 300`,
    gross_amount: 'n % 500',
    invoice_currency: `'SEK'`,
    financing_status: `'FINANCED'`,
  }
  await fill(at, 'invoice', claims, many)
  await fill(
    at,
    'debtor',
    { tenant_id: `'${tenant.id}'`, id: `'${debtor}'`, client_id: `'${client}'` },
    1,
  )
  const values = [debtor, null, exampleId('Invoice'), client, '2026-01-02', '1', 'SEK', 'x1']
  const { result: found, rows } = await tenant.work((unit) =>
    visiting(unit.transaction, 'invoice', () =>
      unit.transaction.prepared(alike, [tenant.id, ...values]),
    ),
  )
  const same = Array.from({ length: many }, (_, n) => n + 1).filter(
    (n) => n % 300 === 1 && n % 500 === 1,
  )
  expect(found).toEqual([{ duplicates: same.length, of_others: 0 }])
  expect(rows).toBeLessThanOrEqual(same.length + 1)
})

test('the relay passes over what Temporal will never take', async () => {
  const dead = { dead_at: 'now()', due_at: `now() - interval '1 day'` }
  await fill(at, 'outbox', { ...dead, id: nthId('OB') }, many)
  await fill(
    at,
    'outbox',
    { id: nthId('OB', `n + ${many}`), due_at: `now() - interval '1 second'` },
    10,
  )
  // Each is found and then changed.
  expect(await relayVisits('outbox', claimOfOutbox, [100, 30, [], []])).toBeLessThan(3 * 10 + 20)
})

test('a round of the relay comes to as many rows, however many wait of one tenant', async () => {
  const claimOfActivations = claimOfStarts('invoice_activation', 'tenant_id, id')
  const asked = [100, 30, [], []]
  const wait = async (from: number, count: number) => {
    const soon = `now() - interval '1 second'`
    const id = (prefix: 'OB' | 'IA') => nthId(prefix, `(n + ${from})`)
    const ofOne = { tenant_id: '1001' }
    await fill(at, 'outbox', { ...ofOne, id: id('OB'), workflow: `'runTask'`, due_at: soon }, count)
    const start = { ...ofOne, id: id('IA'), number: `n + ${from}`, starts_at: soon }
    await fill(at, 'invoice_activation', start, count)
  }
  await wait(100_000, 300)
  const few = await relayVisits('outbox', claimOfOutbox, asked)
  const fewStarts = await relayVisits('invoice_activation', claimOfActivations, asked)
  await wait(200_000, many)
  expect(await relayVisits('outbox', claimOfOutbox, asked)).toBeLessThan(1.5 * few)
  const starts = await relayVisits('invoice_activation', claimOfActivations, asked)
  expect(starts).toBeLessThan(1.5 * fewStarts)
  expect(few + fewStarts).toBeLessThan(1_500)
})

test('of a task the things that have ended since are counted, however many wait', async () => {
  const task = newId('BackgroundTask')
  const item = { tenant_id: `'${tenant.id}'`, task_id: `'${task}'`, position: 'n' }
  const status = `case when n <= 400 then 'DONE' when n <= 500 then 'FAILED' else 'WAITING' end`
  await fill(at, 'background_task_item', { ...item, status }, many)
  const { result: counts, rows } = await tenant.work((unit) =>
    visiting(unit.transaction, 'background_task_item', () =>
      unit.transaction.query(count, [tenant.id, task, 300]),
    ),
  )
  expect(counts).toEqual([{ done: 100, failed: 100, to: 500, waits: true }])
  expect(rows).toBeLessThanOrEqual(201)
})

test('as many subscriptions are looked at as there are places for, however many wait', async () => {
  const places = 20
  const asked = [[], [], 8, [], [], 320, places, 45, '', '', places, newId('WebhookTaken')]
  const queue = { tenant_id: '1000 + n % 7', due_at: `now() - interval '1 second'` }
  await fill(at, 'webhook_queue', { ...queue, webhook_id: nthId('WH'), log_id: nthId('WHRL') }, 100)
  const few = await relayVisits('webhook_queue', claimDue, asked)
  await fill(
    at,
    'webhook_queue',
    { ...queue, webhook_id: nthId('WH', '(n + 1000)'), log_id: nthId('WHRL', '(n + 1000)') },
    many,
  )
  expect(await relayVisits('webhook_queue', claimDue, asked)).toBeLessThan(1.5 * few)
  // Of tenants that have no places left, one each.
  const full = [1000, 1001, 1002, 1003, 1004, 1005].map(tenantOfNumber)
  const none = full.map(() => 0)
  const busy = [[], [], 8, full, none, 320, places, 45, '', '', places, newId('WebhookTaken')]
  expect(await relayVisits('webhook_queue', claimDue, busy)).toBeLessThan(1.5 * few)
})
