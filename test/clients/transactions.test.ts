import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { counterRoles } from '../../src/domain/bookkeeping/chart.ts'
import {
  bookedClient,
  enterByHand,
  postingsOf,
  type BookedClient,
} from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
let client: BookedClient
beforeEach(async () => {
  client = await bookedClient(tenant)
})

const enter = (more: object = {}, headers: Record<string, string> = {}) =>
  enterByHand(tenant.api, client.mainId, '100', { text: 'Paid in', ...more }, headers)

test('P19: a transaction by hand moves the account and both books', async () => {
  const made = await enter({ bookDate: '2026-01-15' })
  expect(made).toMatchObject({
    status: 201,
    body: {
      type: 'MANUAL',
      amount: '100.00',
      balanceAfter: '100.00',
      currency: 'SEK',
      clientAccountId: client.mainId,
      clientId: client.id,
      bookDate: '2026-01-15',
      sourceType: 'MANUAL',
      text: 'Paid in',
      reversesId: null,
      payoutId: null,
    },
  })
  const { id, financialEventId } = made.body
  expect(made.headers.get('location')).toBe(`/client-account-transactions/${id}`)
  expect(await postingsOf(at, financialEventId)).toEqual([
    'T 1940 10000',
    'T 2892 -10000',
    'C 1684 10000',
    'C 1930 -10000',
  ])
  const events = await at.owner(`select type, name from event where subject_id = $1`, [id])
  expect(events).toEqual([{ type: 'CLIENT_ACCOUNT', name: 'transactionCreated' }])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('below zero it takes, also more than there is', async () => {
  const fee = await enter({ amount: '-250.50', counterRole: 'FEE_REV', text: 'Fee' })
  expect(fee.body).toMatchObject({ amount: '-250.50', balanceAfter: '-250.50' })
  expect(await postingsOf(at, fee.body.financialEventId)).toEqual([
    'T 3041 -25050',
    'T 2892 25050',
    'C 1684 -25050',
    'C 6069 25050',
  ])
  const { body } = await tenant.api.get(`/client-accounts/${client.mainId}`)
  expect(body).toMatchObject({ balance: '-250.50', available: '0.00' })
})

test.each(Object.keys(counterRoles))('against %s both books balance', async (counterRole) => {
  expect((await enter({ counterRole })).status).toBe(201)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test.each([
  [{ counterRole: 'AR_PURCHASED' }, '/counterRole'],
  [{ amount: '0' }, '/amount'],
  [{ amount: '0.001' }, '/amount'],
  [{ amount: 100 }, '/amount'],
  [{ bookDate: '2099-01-01' }, '/bookDate'],
])('%j is refused at %s', async (more, pointer) => {
  const refused = await enter(more)
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
})

test('is refused for an unknown account, a missing one of a book, and a locked period', async () => {
  const unknown = await enter({ clientAccountId: 'CA06D7ZCEWYHZ8N17900AG7H8PR4' })
  expect(unknown).toMatchObject({
    status: 404,
    body: { errors: [{ pointer: '/clientAccountId' }] },
  })
  await at.owner(
    `update bookkeeping_account set role = null where owner_id = $1 and role = 'BANK'`,
    [client.id],
  )
  expect(await enter()).toMatchObject({ status: 409, body: { code: 'ACCOUNT_MISSING' } })
  await at.owner(
    `insert into locked_period (tenant_id, owner_type, owner_id, client_id, locked_until,
       version, created_at, updated_at)
     values ($1, 'CLIENT', $2, $2, '2026-06-30', 1, now(), now())`,
    [tenant.id, client.id],
  )
  const locked = await enter({ counterRole: 'ROUNDING', bookDate: '2026-06-30' })
  expect(locked).toMatchObject({ status: 409, body: { code: 'PERIOD_LOCKED' } })
  expect((await enter({ counterRole: 'ROUNDING', bookDate: '2026-07-01' })).status).toBe(201)
})

test('happens once under its key, however often it is sent', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const [first, again] = [await enter({}, key), await enter({}, key)]
  expect(again.body).toEqual(first.body)
  const { body } = await tenant.api.get(
    `/client-account-transactions?clientAccountId=${client.mainId}`,
  )
  expect(body.data).toEqual([first.body])
})

test('are read, listed and searched, each caller their own', async () => {
  const { id } = (await enter({ bookDate: '2026-02-01' })).body
  await enter({ bookDate: '2026-02-03' })
  const other = await bookedClient(tenant)
  await enter({ clientAccountId: other.mainId })
  const api = await tenant.holding(
    [
      'ReadClientAccountTransaction',
      'ReadClientAccountTransactions',
      'SearchClientAccountTransactions',
    ],
    { clientId: client.id },
  )
  expect((await api.get(`/client-account-transactions/${id}`)).body).toMatchObject({ id })
  const all = (await api.get('/client-account-transactions?sort=bookDate')).body.data
  expect(all.map(({ bookDate }: { bookDate: string }) => bookDate)).toEqual([
    '2026-02-01',
    '2026-02-03',
  ])
  const filters = { bookDate: { from: '2026-02-02' }, type: 'MANUAL' }
  const found = await api.post('/client-account-transactions/search', { filters })
  expect(found.body.data).toHaveLength(1)
})
