import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pain002 } from '../payouts/pain002.ts'
import { nthId } from '../support/ids-inside.ts'
import { apart, eventually, type Answer, type Installation } from './installation.ts'
import { say } from './say.ts'
import { verified } from './snapshots.ts'
import { clientAt } from './trade.ts'

// A batch of payouts under kill -9, at each step of its life: nothing is lost or paid twice.
const clients = 4
const ofEach = 2_500
const total = clients * ofEach
const minute = 60_000

let at: Installation
let batchId: string

beforeAll(async () => {
  at = await apart()
  await at.ready()
  const facts = { name: 'Client funds', kind: 'IBAN', number: 'SE3550000000054910000003' }
  await done(
    at.insist('POST', '/system-bank-accounts', { ...facts, currency: 'SEK', active: true }),
  )
  for (let n = 1; n <= clients; n++) await payable(await clientAt(at), n)
  await at.rows('analyze')
  say(`${total} payouts wait`)
}, 5 * minute)
afterAll(() => at?.close())

async function done(call: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await call
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}

/** Money of a client, and as many payouts of 1.00 that wait, like the one that was asked for. */
async function payable(clientId: string, n: number): Promise<void> {
  await at.rows(
    `insert into client_bank_account (tenant_id, id, client_id, kind, number, holder_name, status,
       verified_at, version, created_at, updated_at)
     select tenant_id, ${nthId('BN', `${n}`)}, id, 'BANKGIRO', '9912346', name, 'VERIFIED',
       '2020-01-01', 1, now(), now() from client where id_text(id) = $1`,
    [clientId],
  )
  const known = await done(
    at.insist('POST', '/client-bank-account/search', { filters: { clientId } }),
  )
  const [{ id: clientBankAccountId }] = known['data'] as [{ id: string }]
  const profile = { clientId, purpose: 'PAYOUT', currency: 'SEK', clientBankAccountId }
  await done(at.insist('POST', '/client-bank-account-profile', profile))
  const of = await done(at.insist('GET', `/client-accounts?clientId=${clientId}&type=MAIN`))
  const [{ id: clientAccountId }] = of['data'] as [{ id: string }]
  const sent = { clientAccountId, amount: `${ofEach}`, counterRole: 'BANK', text: 'In' }
  await done(at.insist('POST', '/client-account-transactions', sent))
  await done(at.insist('PUT', `/client-accounts/${clientAccountId}/payout`, { amount: '1.00' }))
  await at.rows(
    `insert into payout select r.* from payout p, generate_series(1, ${ofEach - 1}) k
     cross join lateral jsonb_populate_record(p, jsonb_build_object(
       'id', ${nthId('PO', `(${n * 10_000} + k)`)},
       'reference', id_text(${nthId('PO', `(${n * 10_000} + k)`)}))) r
     where p.client_account_id = (select id from client_account where id_text(id) = $1)`,
    [clientAccountId],
  )
}

const put = (verb: string, sent: object = {}) =>
  at.insist('PUT', `/payout-batches/${batchId}/${verb}`, sent)
const started = async (call: Promise<Answer>) => String((await done(call))['id'])
const statusOf = async () =>
  (await at.insist('GET', `/payout-batches/${batchId}`)).body['status'] as string

/** How many payouts there are of each status. */
async function counts(): Promise<Record<string, number>> {
  const rows = await at.rows<{ status: string; n: number }>(
    'select status, count(*)::int as n from payout group by 1',
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

const ended = (taskId: string) =>
  eventually(
    'its end',
    async () => (await at.call('GET', `/background-task/${taskId}`)).body['endedAt'] !== null,
    5 * minute,
  )

/** Not before a worker takes up what a dead one had begun. */
const worker = () => at.start('worker')

async function diesHalfway(isPart: (now: Record<string, number>) => boolean): Promise<void> {
  await worker()
  await eventually('some to be done', async () => isPart(await counts()), 2 * minute)
  await at.kill('worker')
  const now = await counts()
  say(JSON.stringify(now))
  expect(isPart(now) || now['IN_BATCH'] === total).toBe(true)
}

test(
  'while it is put together',
  async () => {
    await at.kill('worker')
    const task = await started(at.insist('PUT', '/payout-batches/generate', {}))
    await at.doomed('worker', 'before-commit')
    expect(await counts()).toEqual({ CREATED: total })
    await at.doomed('worker', 'after-activity@workOffTask')
    await worker()
    await ended(task)
    expect(await counts()).toEqual({ IN_BATCH: total })
    const batches = await at.rows<{ id: string; count: number; total: string }>(
      'select id_text(id) as id, count, total::text as total from payout_batch',
    )
    expect(batches).toMatchObject([{ count: total, total: `${total}00` }])
    batchId = batches[0]!.id
    say('it is put together')
  },
  4 * minute,
)

test(
  'while it is authorized',
  async () => {
    await at.kill('api')
    for (const point of ['before-commit', 'after-commit']) {
      const asked = put('authorize')
      asked.catch(() => undefined)
      await at.doomed('api', point)
      const now = await counts()
      expect(now).toEqual({ [point === 'before-commit' ? 'IN_BATCH' : 'AUTHORIZED']: total })
      await at.start('api')
      expect(await asked).toMatchObject({ status: 200, body: { status: 'AUTHORIZED' } })
      if (point === 'before-commit') break
      await at.kill('api')
    }
    expect(await counts()).toEqual({ AUTHORIZED: total })
    const authorized = `select 1 from event where type = 'PAYOUT_BATCH' and name = 'authorized'`
    expect(await at.rows(authorized)).toHaveLength(1)
    say('it is authorized')
  },
  4 * minute,
)

test(
  'while it is exported: one file of the same bytes',
  async () => {
    await at.kill('worker')
    const began = Date.now()
    const task = await started(put('export'))
    for (const point of ['file-half-written', 'before-commit']) {
      await at.doomed('worker', point)
      expect(await counts()).toEqual({ AUTHORIZED: total })
    }
    await at.doomed('worker', 'after-activity@workOffTask')
    expect(await counts()).toEqual({ EXPORTED: total })
    await worker()
    await ended(task)
    say(`three deaths and the file took ${Date.now() - began} ms`)
    const read = async () => {
      const [file] = await at.rows<{ sha: string; times: number; document: string }>(
        `select sha256 as sha, times_exported as times, id_text(document_id) as document
         from payout_file`,
      )
      return file!
    }
    const first = await read()
    expect(first.times).toBe(1)
    const path = `/documents/${first.document}/file`
    const bytes = await fetch(at.facts().api + path, {
      headers: { authorization: `Bearer ${at.facts().tokens.system}` },
    }).then(async (answer) => Buffer.from(await answer.arrayBuffer()))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(first.sha)
    const ids = bytes.toString().match(/(?<=<EndToEndId>)[^<]+/g) ?? []
    expect([ids.length, new Set(ids).size]).toEqual([total, total])

    expect((await put('export')).body['code']).toBe('PAYOUT_BATCH_EXPORTED')
    const alone = Date.now()
    await ended(await started(put('export', { again: true })))
    const tookMs = Date.now() - alone
    say(`the file alone took ${tookMs} ms`)
    expect(tookMs).toBeLessThan(100_000)
    expect(await read()).toEqual({ ...first, times: 2 })
  },
  5 * minute,
)

test(
  'while it is booked: each leaves its account once',
  async () => {
    await at.kill('worker')
    const task = await started(put('bookkeep'))
    await at.doomed('worker', 'after-activity@workOffTask')
    await diesHalfway((now) => (now['BOOKED'] ?? 0) > 0 && (now['EXPORTED'] ?? 0) > 0)
    await at.doomed('worker', 'before-commit')
    await worker()
    await ended(task)
    expect(await counts()).toEqual({ BOOKED: total })
    expect(await statusOf()).toBe('BOOKED')
    const [sums] = await at.rows(
      `select count(*)::int as events, count(distinct source_id)::int as payouts
       from financial_event where type = 'PAYOUT_BOOKED'`,
    )
    expect(sums).toEqual({ events: total, payouts: total })
    const left = await at.rows(
      `select 1 from client_account a join payout p on p.client_account_id = a.id
       where a.balance <> 0`,
    )
    expect(left).toEqual([])
    expect(await verified(at)).toEqual([])
    say('it is booked')
  },
  8 * minute,
)

test(
  'while the bank answers: each has arrived or come back once, and it is closed',
  async () => {
    const rows = await at.rows<{ id: string }>('select id_text(id) as id from payout order by id')
    const rejected = new Set(rows.filter((_, n) => n % 100 === 0).map(({ id }) => id))
    const said = rows.map(({ id }) =>
      rejected.has(id) ? { id, status: 'RJCT', reason: 'AC04' } : { id, status: 'ACSC' },
    )
    const content = Buffer.from(pain002(said)).toString('base64')
    const file = await done(at.insist('POST', '/payment-files', { filename: 'a.xml', content }))
    await at.kill('worker')
    await done(at.insist('PUT', `/payment-files/${String(file['id'])}/import`))
    await at.doomed('worker', 'after-activity@workOffTask')
    await diesHalfway((now) => (now['CONFIRMED'] ?? 0) > 0 && (now['BOOKED'] ?? 0) > 0)
    await worker()
    await eventually('it to be closed', async () => (await statusOf()) === 'CLOSED', 8 * minute)
    expect(await counts()).toEqual({ CONFIRMED: total - rejected.size, REJECTED: rejected.size })
    const variants = await at.rows(
      `select facts ->> 'variant' as variant, count(*)::int as n from financial_event
       where type = 'PAYOUT_BOOKED' group by 1 order by 1`,
    )
    expect(variants).toEqual([
      { variant: 'CONFIRMED', n: total - rejected.size },
      { variant: 'REJECTED', n: rejected.size },
      { variant: 'SENT', n: total },
    ])
    expect(await verified(at)).toEqual([])
    say('it is closed')
  },
  12 * minute,
)
