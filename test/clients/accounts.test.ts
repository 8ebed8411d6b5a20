import { beforeEach, describe, expect, test } from 'vitest'
import {
  bookedClient,
  bookIn,
  draft,
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

const read = async (id: string) => (await tenant.api.get(`/client-accounts/${id}`)).body

const enter = (clientAccountId: string, amount: string, api = tenant.api) =>
  enterByHand(api, clientAccountId, amount)

const payOut = (id: string, body: object, api = tenant.api) =>
  api.put(`/client-accounts/${id}/payout`, body)

const move = (body: object, api = tenant.api) =>
  api.put('/client-accounts/transfer', { text: 'Moved', ...body })

const moveOn = (body: object, api = tenant.api) =>
  api.put('/client-accounts/transfer-from-transaction', body)

const bound = (clientId: string) =>
  tenant.holding(
    [
      'CreatePayoutForClientAccounts',
      'TransferBetweenClientAccounts',
      'TransferBetweenClientAccountsFromTransaction',
      'ReadClientAccounts',
      'CreateClientAccount',
    ],
    { clientId },
  )

const refusedWith = (code: string) => ({ status: 409, body: { code } })

describe('an account', () => {
  test('is opened once of a type and currency, and its terms are changed', async () => {
    const wanted = { clientId: client.id, type: 'MAIN', currency: 'EUR', minPayout: '100' }
    const made = await tenant.api.post('/client-accounts', wanted)
    expect(made).toMatchObject({
      status: 201,
      body: { balance: '0.00', available: '0.00', minPayout: '100.00', payoutSchedule: null },
    })
    expect(made.headers.get('location')).toBe(`/client-accounts/${made.body.id}`)
    const refused = await tenant.api.post('/client-accounts', wanted)
    expect(refused).toMatchObject(refusedWith('ALREADY_EXISTS'))
    const changed = await tenant.api.put(`/client-accounts/${made.body.id}`, {
      payoutSchedule: 'WEEKLY',
      minPayout: null,
      minBalance: '20.5',
      version: 1,
    })
    expect(changed.body).toMatchObject({ payoutSchedule: 'WEEKLY', minPayout: null, version: 2 })
    expect(changed.body.minBalance).toBe('20.50')
    const tooFine = await tenant.api.put(`/client-accounts/${made.body.id}`, { minPayout: '0.001' })
    expect(tooFine.body.errors[0]).toMatchObject({ pointer: '/minPayout', code: 'TOO_PRECISE' })
    const events = await at.owner(`select name from event where subject_id = $1 order by id`, [
      made.body.id,
    ])
    expect(events).toEqual([{ name: 'created' }, { name: 'updated' }])
  })

  test('is of the client of the token, or of the one that is named', async () => {
    const api = await bound(client.id)
    const own = await api.post('/client-accounts', { type: 'LOAN', currency: 'SEK' })
    expect(own).toMatchObject({ status: 201, body: { clientId: client.id } })
    const none = await tenant.api.post('/client-accounts', { type: 'LOAN', currency: 'SEK' })
    expect(none.body.errors[0]).toMatchObject({ pointer: '/clientId', code: 'REQUIRED' })
  })

  test('shows what is available: less payouts on their way, and what has to stay', async () => {
    await enter(client.mainId, '1000')
    await tenant.api.put(`/client-accounts/${client.mainId}`, { minBalance: '100' })
    await payOut(client.mainId, { amount: '250.50' })
    const shown = { balance: '1000.00', available: '649.50', minBalance: '100.00' }
    expect(await read(client.mainId)).toMatchObject(shown)
    const { body } = await tenant.api.get(`/client-accounts?clientId=${client.id}&type=MAIN`)
    expect(body.data).toMatchObject([shown])
    const found = await tenant.api.post('/client-accounts/search', {
      filters: { clientId: client.id, type: 'MAIN' },
    })
    expect(found.body.data).toMatchObject([shown])
  })
})

describe('the balance', () => {
  test('is calculated from the transactions; a drift leaves an errand', async () => {
    await enter(client.mainId, '1000')
    const calculate = () => tenant.api.put(`/client-accounts/${client.mainId}/calculate-balance`)
    const errands = () =>
      at.owner('select type, status, data from system_errand where subject_id = $1', [
        client.mainId,
      ])
    expect((await calculate()).body).toMatchObject({ drift: '0.00', balance: '1000.00' })
    expect(await errands()).toEqual([])
    await at.owner('update client_account set balance = 100001 where id = $1', [client.mainId])
    expect((await calculate()).body).toMatchObject({
      before: '1000.01',
      after: '1000.00',
      drift: '-0.01',
      balance: '1000.00',
      available: '1000.00',
    })
    expect(await errands()).toEqual([
      { type: 'RECONCILIATION', status: 'OPEN', data: { before: '1000.01', after: '1000.00' } },
    ])
    await calculate()
    expect(await errands()).toMatchObject([{ status: 'RESOLVED' }])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a payout', () => {
  test('is set aside, a part or all, on a day to come', async () => {
    await enter(client.mainId, '1000')
    const part = await payOut(client.mainId, { amount: '400', payoutDate: '2099-01-04' })
    expect(part).toMatchObject({
      status: 200,
      body: { amount: '400.00', status: 'CREATED', plannedDate: '2099-01-04', currency: 'SEK' },
    })
    expect(part.body).toMatchObject({ clientAccountId: client.mainId, reference: part.body.id })
    const half = await payOut(client.mainId, { amount: '300' })
    expect(half.status).toBe(200)
    const rest = await tenant.api.put(`/client-accounts/${client.mainId}/payout`)
    expect(rest.body.amount).toBe('300.00')
    expect(await read(client.mainId)).toMatchObject({ balance: '1000.00', available: '0.00' })
    const trace = await at.owner(
      `select e.type, e.name, c.action from event e join changelog c on c.entity_id = e.subject_id
       where e.subject_id = $1`,
      [part.body.id],
    )
    expect(trace).toEqual([{ type: 'PAYOUT', name: 'created', action: 'CREATED' }])
  })

  test('is refused beyond what is available, which is named', async () => {
    const nothing = await payOut(client.mainId, { amount: 'ALL' })
    expect(nothing).toMatchObject(refusedWith('BALANCE_TOO_SMALL'))
    await enter(client.mainId, '1000')
    const refused = await payOut(client.mainId, { amount: '1000.01' })
    expect(refused).toMatchObject(refusedWith('BALANCE_TOO_SMALL'))
    expect(refused.body.detail).toContain('1000.00 SEK')
  })

  test('is refused below the smallest, from other accounts, and in the past', async () => {
    await enter(client.mainId, '1000')
    await enter(client.reserveId, '1000')
    await tenant.api.put(`/client-accounts/${client.mainId}`, { minPayout: '500' })
    const small = await payOut(client.mainId, { amount: '499.99' })
    expect(small).toMatchObject(refusedWith('PAYOUT_TOO_SMALL'))
    expect(small.body.detail).toContain('500.00 SEK')
    const reserve = await payOut(client.reserveId, { amount: '1' })
    expect(reserve).toMatchObject(refusedWith('ACCOUNT_NOT_PAID_OUT'))
    const past = await payOut(client.mainId, { amount: '500', payoutDate: '2020-01-01' })
    expect(past.body.errors[0]).toMatchObject({ pointer: '/payoutDate', code: 'IN_THE_PAST' })
    const none = await payOut(client.mainId, { amount: '0.00' })
    expect(none.body.errors[0]).toMatchObject({ pointer: '/amount', code: 'NOTHING' })
  })

  test('is a bound caller’s only from their own account', async () => {
    await enter(client.mainId, '10')
    const other = await bookedClient(tenant)
    const [theirs, own] = [await bound(other.id), await bound(client.id)]
    expect((await payOut(client.mainId, { amount: '1' }, theirs)).status).toBe(404)
    expect((await payOut(client.mainId, { amount: '1' }, own)).status).toBe(200)
  })

  test('never takes more than there is, however many ask at once', async () => {
    await enter(client.mainId, '1000')
    const asked = Array.from({ length: 8 }, () => payOut(client.mainId, { amount: '300' }))
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, body } of answers) {
      if (status !== 200) expect(body.code).toBe('BALANCE_TOO_SMALL')
    }
    expect((await read(client.mainId)).available).toBe('100.00')
  })
})

describe('a transfer', () => {
  test('P19: moves what one client has between its accounts, in both books', async () => {
    await enter(client.mainId, '1000')
    const { mainId: fromId, reserveId: toId } = client
    const made = await move({ fromId, toId, amount: '250.50', text: 'Held back' })
    expect(made).toMatchObject({
      status: 200,
      body: {
        from: { id: fromId, balance: '749.50', available: '749.50' },
        to: { id: toId, balance: '250.50' },
        transactions: [
          { type: 'TRANSFER_OUT', amount: '-250.50', balanceAfter: '749.50', text: 'Held back' },
          { type: 'TRANSFER_IN', amount: '250.50', balanceAfter: '250.50', clientAccountId: toId },
        ],
      },
    })
    const [{ financialEventId }] = made.body.transactions
    expect(await postingsOf(at, financialEventId)).toEqual([
      'T 2892 25050',
      'T 2893 -25050',
      'C 1685 25050',
      'C 1684 -25050',
    ])
    const names = await at.owner(
      `select name from event where type = 'CLIENT_ACCOUNT' and subject_id = $1 order by id`,
      [fromId],
    )
    expect(names.at(-1)).toEqual({ name: 'changed' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('P19: to another client takes a reason, and settles between both clients’ books', async () => {
    await enter(client.mainId, '1000')
    const other = await bookedClient(tenant)
    const sent = { fromId: client.mainId, toId: other.mainId, amount: '100' }
    const refused = await move(sent)
    expect(refused.body.errors[0]).toMatchObject({ pointer: '/reason', code: 'REQUIRED' })
    const made = await move({ ...sent, reason: 'Paid to the wrong client' })
    const [out, into] = made.body.transactions
    expect([out.amount, into.amount]).toEqual(['-100.00', '100.00'])
    expect([out.clientId, into.clientId]).toEqual([client.id, other.id])
    expect(await postingsOf(at, out.financialEventId)).toEqual([
      'T 1688 -10000',
      'T 2892 10000',
      'C 1684 -10000',
      'C 1688 10000',
    ])
    expect(await postingsOf(at, into.financialEventId)).toEqual([
      'T 1688 10000',
      'T 2892 -10000',
      'C 1684 10000',
      'C 1688 -10000',
    ])
    const [event] = await at.owner(
      `select facts ->> 'reason' as why from financial_event
      where id = $1`,
      [out.financialEventId],
    )
    expect(event).toEqual({ why: 'Paid to the wrong client' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
  test('of an account that somebody else keeps locked is refused for now', async () => {
    await enter(client.mainId, '1000')
    const unheard: unknown[] = []
    const hear = (reason: unknown) => void unheard.push(reason)
    process.on('unhandledRejection', hear)
    await at.owner('begin')
    await at.owner('select 1 from client_account where id = $1 for update', [client.mainId])
    const sent = { fromId: client.mainId, toId: client.reserveId, amount: '1' }
    expect(await move(sent)).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } })
    await at.owner('rollback')
    expect(await move(sent)).toMatchObject({ status: 200 })
    process.off('unhandledRejection', hear)
    // Of a failure that nobody hears the process dies, and with it whatever else it does.
    expect(unheard).toEqual([])
  })
})

describe('who transfers', () => {
  test('is refused beyond what is available, and between currencies', async () => {
    await enter(client.mainId, '1000')
    await payOut(client.mainId, { amount: '900' })
    const { mainId: fromId, reserveId: toId } = client
    const refused = await move({ fromId, toId, amount: '100.01' })
    expect(refused).toMatchObject(refusedWith('BALANCE_TOO_SMALL'))
    expect(refused.body.detail).toContain('100.00 SEK')
    const wanted = { clientId: client.id, type: 'MAIN', currency: 'EUR' }
    const { id: euros } = (await tenant.api.post('/client-accounts', wanted)).body
    const differ = await move({ fromId, toId: euros, amount: '1' })
    expect(differ).toMatchObject(refusedWith('CURRENCIES_DIFFER'))
    const same = await move({ fromId, toId: fromId, amount: '1' })
    expect(same.body.errors[0]).toMatchObject({ pointer: '/toId', code: 'SAME_ACCOUNT' })
  })

  test('is refused in a locked period, and where an account is missing', async () => {
    await enter(client.mainId, '1000')
    const sent = { fromId: client.mainId, toId: client.reserveId, amount: '1' }
    const [role, without] = ['CLEARING_RESERVE', await bookedClient(tenant)]
    await at.owner('update bookkeeping_account set role = null where owner_id = $1 and role = $2', [
      without.id,
      role,
    ])
    await enter(without.mainId, '10')
    const missing = await move({ fromId: without.mainId, toId: without.reserveId, amount: '1' })
    expect(missing).toMatchObject(refusedWith('ACCOUNT_MISSING'))
    expect((await read(without.mainId)).balance).toBe('10.00')
    const lock = { clientId: client.id, lockedUntil: '2099-12-31' }
    await at.owner(
      `insert into locked_period (tenant_id, owner_type, owner_id, client_id, locked_until,
         version, created_at, updated_at)
       values ($1, 'CLIENT', $2, $2, $3, 1, now(), now())`,
      [tenant.id, lock.clientId, lock.lockedUntil],
    )
    expect(await move(sent)).toMatchObject(refusedWith('PERIOD_LOCKED'))
  })

  test('is a bound caller’s only between their own accounts', async () => {
    await enter(client.mainId, '100')
    const other = await bookedClient(tenant)
    const api = await bound(client.id)
    const sent = { fromId: client.mainId, amount: '10', reason: 'Mine' }
    const foreign = await move({ ...sent, toId: other.mainId }, api)
    expect(foreign).toMatchObject({ status: 404, body: { errors: [{ pointer: '/toId' }] } })
    const own = await move({ ...sent, toId: client.reserveId }, api)
    expect(own).toMatchObject({ status: 200, body: { to: { balance: '10.00' } } })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('lets no more through than there is, whichever way eight of them go', async () => {
    await enter(client.mainId, '100')
    const { mainId, reserveId } = client
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0
          ? move({ fromId: mainId, toId: reserveId, amount: '60' })
          : move({ fromId: reserveId, toId: mainId, amount: '60' }),
      ),
    )
    for (const { status, body } of answers) {
      if (status !== 200) expect(body.code).toBe('BALANCE_TOO_SMALL')
    }
    const balances = [(await read(mainId)).balance, (await read(reserveId)).balance]
    expect([
      ['100.00', '0.00'],
      ['40.00', '60.00'],
    ]).toContainEqual(balances)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a transfer from a transaction', () => {
  test('moves what it brought, part by part, and never twice', async () => {
    const { id: transactionId } = (await enter(client.mainId, '1000')).body
    const toId = client.reserveId
    const part = await moveOn({ transactionId, toId, amount: '300' })
    expect(part).toMatchObject({
      status: 200,
      body: {
        from: { id: client.mainId, balance: '700.00' },
        transactions: [
          { amount: '-300.00', text: 'By hand', sourceId: transactionId },
          { amount: '300.00', type: 'TRANSFER_IN' },
        ],
      },
    })
    const beyond = await moveOn({ transactionId, toId, amount: '700.01' })
    expect(beyond).toMatchObject(refusedWith('TRANSACTION_NOT_TRANSFERABLE'))
    expect(beyond.body.detail).toContain('700.00 SEK')
    expect((await moveOn({ transactionId, toId })).body.to.balance).toBe('1000.00')
    await enter(client.mainId, '500')
    const again = await moveOn({ transactionId, toId })
    expect(again).toMatchObject(refusedWith('TRANSACTION_NOT_TRANSFERABLE'))
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is refused for what took money, for what is reversed, and for what is gone', async () => {
    const toId = client.reserveId
    await enter(client.mainId, '1000')
    const taken = (await enter(client.mainId, '-10')).body.id
    const refused = await moveOn({ transactionId: taken, toId })
    expect(refused).toMatchObject(refusedWith('TRANSACTION_NOT_TRANSFERABLE'))
    const back = (await enter(client.mainId, '50')).body
    const fresh = { clientId: client.id, reversesId: back.financialEventId, amount: 0n }
    const { claim: _, component: __, ...reversal } = draft(client.id, fresh)
    await bookIn(tenant, { ...reversal, type: 'REVERSAL', facts: { reverses: back.type } })
    const reversed = await moveOn({ transactionId: back.id, toId })
    expect(reversed).toMatchObject(refusedWith('TRANSACTION_NOT_TRANSFERABLE'))
    const brought = (await enter(client.mainId, '20')).body.id
    await payOut(client.mainId, { amount: 'ALL' })
    const gone = await moveOn({ transactionId: brought, toId })
    expect(gone).toMatchObject(refusedWith('BALANCE_TOO_SMALL'))
    const unknown = await moveOn({ transactionId: brought, toId: `CA06D7ZCEWYHZ8N17900AG7H8PR4` })
    expect(unknown).toMatchObject({ status: 404, body: { errors: [{ pointer: '/toId' }] } })
  })

  test('is not of a bound caller whose transaction it is not', async () => {
    const { id: transactionId } = (await enter(client.mainId, '10')).body
    const other = await bookedClient(tenant)
    const refused = await moveOn({ transactionId, toId: other.mainId }, await bound(other.id))
    expect(refused.status).toBe(404)
    expect(refused.body.errors[0].pointer).toBe('/transactionId')
  })
})
