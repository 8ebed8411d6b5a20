import { describe, expect, it } from 'vitest'
import { bookOrRequest } from '../../src/activities/bookkeeping/book.ts'
import { bookedClient, bookIn, draft, worldWithClient } from '../support/booked-client.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { uuidOfId } from '../../src/domain/id-forms.ts'

const { at, tenant, client } = await worldWithClient()

const account = async (number: string, of = client.id) =>
  (await tenant.api.get(`/bookkeeping-accounts?number=${number}&clientId=${of}`)).body.data[0]

it('are made, changed and found; a number and a role stand once in a book', async () => {
  const wanted = { clientId: client.id, number: '3010', name: 'Export', type: 'INCOME' }
  const made = await tenant.api.post('/bookkeeping-accounts', wanted)
  expect(made).toMatchObject({ status: 201, body: { balance: '0.00', currency: 'SEK' } })
  expect(await tenant.api.post('/bookkeeping-accounts', wanted)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_EXISTS', errors: [{ pointer: '/number' }] },
  })
  const rival = { ...wanted, number: '3011', role: 'AR' }
  expect(await tenant.api.post('/bookkeeping-accounts', rival)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_EXISTS', errors: [{ pointer: '/role' }] },
  })
  expect(
    await tenant.api.put(`/bookkeeping-accounts/${made.body.id}`, { role: 'AR' }),
  ).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS', errors: [{ pointer: '/role' }] } })
  expect(
    await tenant.api.put(`/bookkeeping-accounts/${made.body.id}`, { name: 'Export 0 %' }),
  ).toMatchObject({ status: 200, body: { name: 'Export 0 %' } })
  expect(
    await tenant.api.post('/bookkeeping-accounts', { number: '1999', name: 'x', type: 'ASSET' }),
  ).toMatchObject({ status: 201, body: { ownerType: 'TENANT', clientId: null } })
  for (const number of ['1', '199', '0199', '123456789', '19A9', '1.99']) {
    const refused = await tenant.api.post('/bookkeeping-accounts', { ...wanted, number })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/number' }] } })
  }
})

it('play a role that postings know, or none', async () => {
  const wanted = { clientId: client.id, number: '3020', name: 'Books', type: 'INCOME' }
  expect(
    await tenant.api.post('/bookkeeping-accounts', { ...wanted, role: 'REVENEU_6' }),
  ).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/role', message: expect.stringContaining('A role of') }] },
  })
  const made = await tenant.api.post('/bookkeeping-accounts', { ...wanted, role: 'REVENUE_7.5' })
  expect(made).toMatchObject({ status: 201, body: { role: 'REVENUE_7.5' } })
  expect(
    await tenant.api.put(`/bookkeeping-accounts/${made.body.id}`, { role: 'BNAK' }),
  ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/role' }] } })
})

it('show their balance as of a day, and as it was known at an instant', async () => {
  const own = await bookedClient(tenant)
  const first = new Date('2026-11-20T08:00:00Z')
  const later = new Date('2026-11-21T08:00:00Z')
  const kept = at.clock.now
  at.clock.now = first
  await bookIn(tenant, draft(own.id, { bookDate: '2026-11-10' }))
  at.clock.now = later
  await bookIn(tenant, draft(own.id, { bookDate: '2026-11-05' }))
  at.clock.now = kept
  const { id } = await account('1510', own.id)
  const balance = async (query: string) =>
    (await tenant.api.get(`/bookkeeping-accounts/${id}?${query}`)).body.balance
  expect(await balance('')).toBe('25000.00')
  expect(await balance('asOf=2026-11-04')).toBe('0.00')
  expect(await balance('asOf=2026-11-05')).toBe('12500.00')
  expect(await balance('asOf=2026-11-10')).toBe('25000.00')
  expect(await balance('knownAt=2026-11-20T12:00:00Z')).toBe('12500.00')
  expect(await balance('knownAt=2026-11-21T06:33:00%2B18:33')).toBe('12500.00')
  expect(await balance('asOf=2026-11-09&knownAt=2026-11-20T12:00:00Z')).toBe('0.00')
  const list = await tenant.api.get(
    `/bookkeeping-accounts?clientId=${own.id}&number=1510&asOf=2026-11-05`,
  )
  expect(list.body.data).toMatchObject([{ balance: '12500.00', balanceAsOf: '2026-11-05' }])
})

it('find their balance again, and leave an errand where it had drifted', async () => {
  const own = await bookedClient(tenant)
  await bookIn(tenant, draft(own.id))
  const { id } = await account('1510', own.id)
  const calculate = () => tenant.api.put(`/bookkeeping-accounts/${id}/calculate-balance`)
  expect((await calculate()).body).toMatchObject({ drift: '0.00', after: '12500.00' })
  await at.owner('update bookkeeping_account set balance = 1 where id = $1', [id])
  expect((await calculate()).body).toMatchObject({
    before: '0.01',
    after: '12500.00',
    drift: '12499.99',
    balance: '12500.00',
  })
  const errand = () => at.owner('select status from system_errand where subject_id = $1', [id])
  expect(await errand()).toEqual([{ status: 'OPEN' }])
  await calculate()
  expect(await errand()).toEqual([{ status: 'RESOLVED' }])
})

it('are not held while their postings are added up, and keep what is booked meanwhile', async () => {
  const own = await bookedClient(tenant)
  await bookIn(tenant, draft(own.id))
  const { id } = await account('1510', own.id)
  await at.owner('begin')
  await at.owner('select from bookkeeping_account where id = $1 for update', [id])
  const sums = () => [...at.statements].filter((text) => text.includes('sum(p.amount)'))
  for (const earlier of sums()) at.statements.delete(earlier)
  const calculated = tenant.api.put(`/bookkeeping-accounts/${id}/calculate-balance`)
  const waits = 'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))'
  await expect.poll(() => at.owner(waits)).not.toEqual([])
  expect(sums()).toHaveLength(1)
  await at.owner('set local session_replication_role = replica')
  await at.owner('update bookkeeping_account set balance = balance + 5 where id = $1', [id])
  await at.owner(
    `insert into voucher_posting
     select r.* from voucher_posting p, json_populate_record(p, $2) r where p.account_id = $1`,
    [id, { id: uuidOfId(newId('VoucherPosting')), line: 9, amount: 5 }],
  )
  await at.owner('commit')
  expect((await calculated).body).toMatchObject({ drift: '0.00', after: '12500.05' })
})

describe('a voucher request', () => {
  it('makes the voucher once its cause is gone, in the first open period', async () => {
    const own = await bookedClient(tenant)
    const facts = { net: [{ rate: '25', amount: '1250000', accountNumber: '3055' }], vat: [] }
    const [event] = await tenant.work((unit) => bookOrRequest(unit, [draft(own.id, { facts })]))
    const [request] = await at.owner(
      'select id from voucher_request where financial_event_id = $1',
      [event!.id],
    )
    const retry = () => tenant.api.post(`/voucher-request/${request!['id']}/retry`)
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'ACCOUNT_MISSING' } })
    await tenant.api.post('/bookkeeping-accounts', {
      clientId: own.id,
      number: '3055',
      name: 'Konsulttjänster',
      type: 'INCOME',
    })
    await tenant.api.put('/vouchers/settings/locked-period', {
      clientId: own.id,
      lockedUntil: '2026-11-30',
    })
    const retried = await retry()
    expect(retried).toMatchObject({ status: 200, body: { status: 'CREATED', error: null } })
    expect((await tenant.api.get(`/vouchers/${retried.body.voucherId}`)).body).toMatchObject({
      date: '2026-12-01',
      rule: 'P1',
      financialEventId: event!.id,
      number: 1,
    })
    expect(await retry()).toMatchObject({ body: { code: 'VOUCHER_REQUEST_NOT_FAILED' } })
    expect(
      await at.owner(`select status from system_errand where type = 'VOUCHER' and client_id = $1`, [
        own.id,
      ]),
    ).toEqual([{ status: 'RESOLVED' }])
  })
})
