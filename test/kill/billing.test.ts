import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '../../src/domain/dates.ts'
import { apart, eventually, type Installation } from './installation.ts'
import { say } from './say.ts'
import { verified } from './snapshots.ts'
import { activate, clientAt, invoiceAt, untilActivated } from './trade.ts'

// What is charged, billed and booked under kill -9 in each step: each invoice is charged
// once, each charge billed once, each bill booked and drawn once.
const minute = 60_000
const ofEach = 4

let at: Installation
let clients: string[]

beforeAll(async () => {
  at = await apart()
  await at.ready()
  clients = [await clientAt(at), await clientAt(at)]
  for (const targetId of clients) {
    const prices = [{ chargeType: 'INVOICE_FEE', fixed: '40' }]
    const list = { targetType: 'CLIENT', targetId, currency: 'SEK', prices }
    expect(await at.insist('PUT', '/price-lists/update', list)).toMatchObject({ status: 200 })
  }
  await invoiced()
  say('invoices are charged for')
}, 4 * minute)
afterAll(() => at?.close())

async function invoiced(): Promise<void> {
  const ids: string[] = []
  for (const clientId of clients) {
    for (let n = 0; n < ofEach; n++) ids.push(await invoiceAt(at, clientId))
  }
  for (const id of ids) await activate(at, id)
  await untilActivated(at, ids, minute)
}

/** Of these clients charges and bills by their status, what is booked of bills, and their documents. */
async function there() {
  const rows = await at.rows<{ what: string; n: number }>(
    `with of as (select id_of(client) as client_id from unnest($1::text[]) client)
     select 'charge ' || status as what, count(*)::int as n from charge join of using (client_id)
     group by 1
     union all select 'bill ' || status, count(*)::int from bill join of using (client_id)
     group by 1
     union all select 'event', count(*)::int from financial_event join of using (client_id)
     where type = 'CHARGES_BILLED'
     union all select 'document', count(*)::int from document join of using (client_id)
     where type = 'BILL'`,
    [clients],
  )
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ what, n }) => [what, n]))
}

/** What happened and stands on more than one charge. */
const chargedTwice = () =>
  at.rows(
    `select source_id, charge_type, count(*)::int as n from charge
     group by tenant_id, source_id, charge_type, period having count(*) > 1`,
  )

const begun = async (path: string, body: object) => {
  const answer = await at.insist('PUT', path, body)
  expect([201, 202], JSON.stringify(answer.body)).toContain(answer.status)
  return String(answer.body['id'])
}

const ended = (taskId: string) =>
  eventually(
    'its end',
    async () => (await at.call('GET', `/background-task/${taskId}`)).body['endedAt'] !== null,
    5 * minute,
  )

const twice = ['before-commit', 'after-activity@workOffTask'] as const

/** Dies at each of these points in turn, before anything of it is kept at the first. */
async function dies(path: string, body: object, points: readonly string[] = twice): Promise<void> {
  await at.kill('worker')
  const before = await there()
  const task = await begun(path, body)
  for (const [n, point] of points.entries()) {
    await at.doomed('worker', point)
    if (n === 0) expect(await there()).toEqual(before)
    say(`${path} at ${point}: ${JSON.stringify(await there())}`)
    expect(await chargedTwice()).toEqual([])
  }
  await at.start('worker')
  await ended(task)
  const { body: read } = await at.call('GET', `/background-task/${task}`)
  expect(read['failed'], JSON.stringify(read)).toBe(0)
}

const today = () => dayIn('Europe/Stockholm', new Date())

test(
  'in each step',
  async () => {
    const all = ofEach * clients.length
    await dies('/charges/generate', { toDate: today() })
    expect(await there()).toEqual({ 'charge GENERATED': all })
    await dies('/charges/authorize', { filter: { status: 'GENERATED' } })
    expect(await there()).toEqual({ 'charge AUTHORIZED': all })
    await dies('/charges/bill', { toDate: today() })
    expect(await there()).toEqual({ 'charge BILLED': all, 'bill CREATED': clients.length })
    await dies('/bills/bookkeep', { filter: { status: 'CREATED' } })
    const booked = { 'charge BILLED': all, event: clients.length }
    expect(await there()).toEqual({ ...booked, 'bill BOOKED': clients.length })
    await dies('/bills/export', { filter: { status: 'BOOKED' }, format: 'PDF' })
    const drawn = { 'bill EXPORTED': clients.length, document: clients.length }
    expect(await there()).toEqual({ ...booked, ...drawn })
    expect(await verified(at)).toEqual([])
  },
  10 * minute,
)

test(
  'in the nightly routine, which does all of them for each client',
  async () => {
    for (const id of clients) {
      const daily = { billingFrequency: 'DAILY' }
      const chosen = await at.insist('PUT', `/clients/${id}/settings/billing`, daily)
      expect(chosen, JSON.stringify(chosen.body)).toMatchObject({ status: 200 })
    }
    await invoiced()
    const all = 2 * ofEach * clients.length
    await dies('/bookkeeping-files/billing', { toDate: today() }, [
      'before-activity@workOffTask',
      'before-commit',
      'after-commit',
      'after-activity@workOffTask',
    ])
    const booked = { 'charge BILLED': all, event: 2 * clients.length }
    const exported = { 'bill EXPORTED': clients.length, document: clients.length }
    expect(await there()).toEqual({ ...booked, ...exported, 'bill BOOKED': clients.length })
    await dies('/bills/export', { filter: { status: 'BOOKED' }, format: 'PDF' }, [
      'before-activity@workOffTask',
      'file-half-written',
      'before-commit',
      'after-commit',
      'after-activity@workOffTask',
    ])
    const drawn = { 'bill EXPORTED': 2 * clients.length, document: 2 * clients.length }
    expect(await there()).toEqual({ ...booked, ...drawn })
    expect(await chargedTwice()).toEqual([])
    expect(await verified(at)).toEqual([])
  },
  10 * minute,
)
