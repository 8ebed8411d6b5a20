import { beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import {
  bookedClient,
  bookIn,
  draft,
  enterByHand,
  financedFacts,
  postingsOf,
  type BookedClient,
} from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
let client: BookedClient
beforeEach(async () => {
  client = await bookedClient(tenant)
})

const enter = (clientAccountId: string, amount: string) =>
  enterByHand(tenant.api, clientAccountId, amount)

describe('an account in another currency', () => {
  const mirrored = async (tenantId: string) =>
    (await verifyBooks(at.runtime.pool, tenantId)).filter(({ check }) => check === 'mirror')

  const euros = async (type: 'MAIN' | 'RESERVE') =>
    (await tenant.api.post('/client-accounts', { clientId: client.id, type, currency: 'EUR' })).body

  test('is opened with what it is booked on, in both books', async () => {
    const [main, reserve] = [await euros('MAIN'), await euros('RESERVE')]
    const entered = await enter(main.id, '1000')
    expect(entered).toMatchObject({
      status: 201,
      body: { currency: 'EUR', balanceAfter: '1000.00' },
    })
    expect(await postingsOf(at, entered.body.financialEventId)).toEqual([
      'T 19401 100000',
      'T 28921 -100000',
      'C 16841 100000',
      'C 19301 -100000',
    ])
    const moved = await tenant.api.put('/client-accounts/transfer', {
      text: 'Moved',
      fromId: main.id,
      toId: reserve.id,
      amount: '400',
    })
    expect(moved.body).toMatchObject({ from: { balance: '600.00' }, to: { balance: '400.00' } })
    await enter(client.mainId, '1000')
    const { body } = await tenant.api.get(
      `/bookkeeping-accounts?clientId=${client.id}&number=16841`,
    )
    expect(body.data).toMatchObject([
      { role: 'CLEARING', name: 'Avräkning EUR', currency: 'EUR', balance: '600.00' },
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('lets claims in that currency be bought, which without it is refused', async () => {
    const apart = await tenantIn(at)
    const { id: clientId } = await bookedClient(apart)
    const currency = 'EUR'
    const facts = financedFacts()
    const [sale] = await bookIn(apart, draft(clientId, { currency }))
    const financed = draft(clientId, { type: 'FINANCED', amount: 0n, currency, facts })
    await expect(bookIn(apart, financed)).rejects.toMatchObject({ code: 'ACCOUNT_MISSING' })
    for (const type of ['MAIN', 'RESERVE']) {
      await apart.api.post('/client-accounts', { clientId, type, currency })
    }
    await bookIn(apart, financed)
    expect(await postingsOf(at, sale!.id)).toEqual([
      'C 15101 1250000',
      'C 30011 -1000000',
      'C 26111 -250000',
    ])
    const { body } = await apart.api.get(`/client-accounts?clientId=${clientId}&currency=EUR`)
    expect(body.data.map(({ balance }: { balance: string }) => balance).toSorted()).toEqual([
      '10937.50',
      '1250.00',
    ])
    expect(await mirrored(apart.id)).toEqual([])
  })

  test('is opened by a client itself, before its first chart is there', async () => {
    await at.owner('delete from bookkeeping_account where owner_id = $1', [client.id])
    const api = await tenant.holding(['CreateClientAccount'], { clientId: client.id })
    const opened = await api.post('/client-accounts', { type: 'MAIN', currency: 'EUR' })
    expect(opened.status).toBe(201)
    const numbers = await at.owner(
      `select currency, number from bookkeeping_account where owner_id = $1 and role = 'CLEARING'
       order by number`,
      [client.id],
    )
    expect(numbers).toEqual([
      { currency: 'SEK', number: '1684' },
      { currency: 'EUR', number: '16841' },
    ])
  })
})

test('an account that was opened before it brought its chart gets it when it is used', async () => {
  const own = { clientId: client.id, currency: 'EUR', type: 'ASSET', name: 'Kundfordringar EUR' }
  await tenant.api.post('/bookkeeping-accounts', { ...own, number: '1599', role: 'AR' })
  const account = await tenant.work((unit) =>
    unit.add(ClientAccount, {
      clientId: client.id,
      type: 'MAIN',
      currency: 'EUR',
      balance: 0n,
    }),
  )
  const entered = await enter(account.id, '1000')
  expect(entered.status).toBe(201)
  expect(await postingsOf(at, entered.body.financialEventId)).toEqual([
    'T 19401 100000',
    'T 28921 -100000',
    'C 16841 100000',
    'C 19301 -100000',
  ])
  const receivable = await at.owner(
    `select number from bookkeeping_account
     where owner_id = $1 and role = 'AR' and currency = 'EUR'`,
    [client.id],
  )
  expect(receivable).toEqual([{ number: '1599' }])
})
