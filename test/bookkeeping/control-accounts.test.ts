import { describe, expect, it } from 'vitest'
import { platform } from '../../src/domain/access/principal.ts'
import { FinancialEvent } from '../../src/entities/financial-event.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { book } from '../../src/activities/bookkeeping/book.ts'
import { postEntries } from '../../src/activities/bookkeeping/post-entries.ts'
import { accountsFor } from '../../src/activities/bookkeeping/gaps.ts'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { controlRoles, counterRoles } from '../../src/domain/bookkeeping/chart.ts'
import type { Entry } from '../../src/domain/bookkeeping/entry.ts'
import {
  bookedClient,
  bookIn,
  draft,
  enterByHand,
  manualVoucher,
  worldWithClient,
} from '../support/booked-client.ts'
import { activatedInvoice, clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
import type { Answered } from '../support/world.ts'

const { at, tenant, client } = await worldWithClient()

const asClient = <T>(clientId: string, work: (unit: Unit) => Promise<T>): Promise<T> =>
  inUnit(at.runtime, { ...platform(tenant.id, 'test'), clientId }, { now: at.clock.now }, work)

const fault = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const accountOf = async (role: string, ownerId: string) => {
  const [row] = await at.owner(
    `select id, number from bookkeeping_account
     where tenant_id = $1 and owner_id = $2 and role = $3 and currency = 'SEK'`,
    [tenant.id, ownerId, role],
  )
  return row as { id: string; number: string }
}
const rowOn = (accountNumber: string) => [
  { description: 'Planks', quantity: '1', price: '100', vatPercentage: 25, accountNumber },
]

describe('an account that mirrors a sub-ledger is not reached', () => {
  const own = ['AR', 'AR_DOUBTFUL', 'CLEARING', 'CLEARING_RESERVE']
  const theirs = [...controlRoles.TENANT].filter((role) => !own.includes(role))

  it.each([...controlRoles.TENANT])('%s by a voucher of a person', async (role) => {
    // The tenant's book has its chart once something was booked in it.
    await bookIn(tenant, draft(client.id, { type: 'PAYOUT_BOOKED', amount: 0n, facts: sent() }))
    const inOwn = own.includes(role)
    const { number } = await accountOf(role, inOwn ? client.id : tenant.id)
    const { clientId, ...voucher } = manualVoucher(client.id, {
      postings: [
        { accountNumber: '1930', debit: '1' },
        { accountNumber: number, credit: '1' },
      ],
    })
    const answer = await tenant.api.post('/vouchers', inOwn ? { clientId, ...voucher } : voucher)
    expect(fault(answer)).toEqual([409, 'CONTROL_ACCOUNT', undefined])
  })

  it('by an account that plays what only books of the other kind mirror', async () => {
    const account = { number: '1598', name: 'Purchased claims', type: 'ASSET' }
    const wrong = [400, 'VALIDATION_FAILED', '/role']
    const theirRole = { ...account, clientId: client.id, role: 'AR_PURCHASED' }
    expect(fault(await tenant.api.post('/bookkeeping-accounts', theirRole))).toEqual(wrong)
    const ownRole = { ...account, role: 'CLEARING' }
    expect(fault(await tenant.api.post('/bookkeeping-accounts', ownRole))).toEqual(wrong)
    const plain = await tenant.api.post('/bookkeeping-accounts', {
      ...account,
      clientId: client.id,
    })
    expect(plain.status).toBe(201)
    const path = `/bookkeeping-accounts/${plain.body.id}`
    expect(fault(await tenant.api.put(path, { role: 'AR_PURCHASED' }))).toEqual(wrong)
  })

  it('by the counter role of a transaction', async () => {
    // With partners is settled by hand too, which books a financial event.
    for (const role of [...own, ...theirs].filter((one) => one !== 'SETTLEMENT')) {
      const answer = await enterByHand(tenant.api, client.mainId, '1', { counterRole: role })
      expect(fault(answer)).toEqual([400, 'VALIDATION_FAILED', '/counterRole'])
    }
    const mirrored = [...Object.keys(counterRoles), ...Object.values(counterRoles)]
    expect(mirrored.filter((role) => controlRoles.CLIENT.has(role))).toEqual([])
  })

  it('by a row, wherever it is said', async () => {
    const clientId = await clientIn(tenant)
    const body = invoiceBody({ clientId, articleRows: rowOn('1510') })
    const pointer = '/articleRows/0/accountNumber'
    expect(fault(await tenant.api.post('/invoices', body))).toEqual([
      409,
      'CONTROL_ACCOUNT',
      pointer,
    ])
    const previewed = await tenant.api.post('/invoices/preview', body)
    expect(fault(previewed)).toEqual([409, 'CONTROL_ACCOUNT', pointer])
    const id = await createdInvoice(tenant, clientId)
    const changed = await tenant.api.put(`/invoices/${id}`, { articleRows: rowOn('1684') })
    expect(fault(changed)).toEqual([409, 'CONTROL_ACCOUNT', pointer])
    const rows = (await tenant.api.get(`/articles?invoiceId=${id}`)).body.data
    const row = await tenant.api.put(`/articles/${rows[0].id}`, { accountNumber: '1685' })
    expect(fault(row)).toEqual([409, 'CONTROL_ACCOUNT', '/accountNumber'])
    const booked = await activatedInvoice(tenant, clientId)
    const sold = (await tenant.api.get(`/articles?invoiceId=${booked}`)).body.data
    const classified = await tenant.api.put(`/articles/${sold[0].id}`, { accountNumber: '1510' })
    expect(fault(classified)).toEqual([409, 'CONTROL_ACCOUNT', '/accountNumber'])
    const article = { clientId, articleNumber: 'A', description: 'B', accountNumber: '1510' }
    const registered = await tenant.api.post('/clients/articles', article)
    expect(fault(registered)).toEqual([409, 'CONTROL_ACCOUNT', '/accountNumber'])
    const { accountNumber: _, ...plain } = article
    const { body: made } = await tenant.api.post('/clients/articles', plain)
    const path = `/clients/articles/${made.id}`
    const again = await tenant.api.put(path, { accountNumber: '1510' })
    expect(fault(again)).toEqual([409, 'CONTROL_ACCOUNT', '/accountNumber'])
  })

  it('by numbers that no chart has', async () => {
    const clientId = await clientIn(tenant)
    for (const number of ['12', '0510', '15 10', 'AR', '123456789']) {
      const body = invoiceBody({ clientId, articleRows: rowOn(number) })
      const pointer = '/articleRows/0/accountNumber'
      const answer = await tenant.api.post('/invoices', body)
      expect(fault(answer)).toEqual([400, 'VALIDATION_FAILED', pointer])
    }
  })
})

describe('nor does it change what it is', () => {
  it('by giving an account with postings another role, or taking its role away', async () => {
    const apart = await bookedClient(tenant)
    await bookIn(tenant, draft(apart.id))
    const ar = await accountOf('AR', apart.id)
    const path = `/bookkeeping-accounts/${ar.id}`
    for (const role of [null, 'BANK']) {
      const answer = await tenant.api.put(path, { role })
      expect(fault(answer)).toEqual([409, 'CONTROL_ACCOUNT_IN_USE', undefined])
    }
    const unused = await accountOf('CLEARING_RESERVE', apart.id)
    expect(
      (await tenant.api.put(`/bookkeeping-accounts/${unused.id}`, { role: null })).status,
    ).toBe(200)
    const sales = await accountOf('REVENUE_25', apart.id)
    const given = await tenant.api.put(`/bookkeeping-accounts/${sales.id}`, {
      role: 'CLEARING_RESERVE',
    })
    expect(fault(given)).toEqual([409, 'CONTROL_ACCOUNT_IN_USE', undefined])
  })

  it('by an entry of whatever path, in the writer or in the database', async () => {
    const entry = (isByRule: boolean): Entry => ({
      ownerType: 'CLIENT',
      ownerId: client.id,
      clientId: client.id,
      series: 'X',
      fiscalYear: 2026,
      date: '2026-11-20',
      text: 'Past every check',
      rule: 'MANUAL',
      financialEventId: null,
      sourceType: 'MANUAL',
      sourceId: 'x',
      currency: 'SEK',
      reversesId: null,
      isByRule,
      lines: [
        { role: 'AR', amount: 100n },
        { role: 'BANK', amount: -100n },
      ],
    })
    const post = (isByRule: boolean) =>
      tenant.work(async (unit) => {
        const accounts = await accountsFor(unit, [entry(isByRule)])
        await postEntries(unit, accounts, [entry(isByRule)])
      })
    const refused = { code: 'CONTROL_ACCOUNT' }
    await expect(post(false)).rejects.toMatchObject(refused)
    await expect(post(true)).rejects.toMatchObject(refused)
  })

  it('and the database knows the same roles', async () => {
    const [told] = await at.owner(`select pg_get_functiondef('voucher_balances'::regproc) as text`)
    const text = String(told!['text'])
    const named = [
      ...text.slice(text.indexOf('in ('), text.indexOf('or (a.role')).matchAll(/'(\w+)'/g),
    ]
    expect(named.map(([, role]) => role).toSorted()).toEqual([...controlRoles.CLIENT].toSorted())
    expect(text).toContain("a.role = 'SETTLEMENT' and v.owner_type = 'TENANT'")
  })
})

const sent = () => ({ variant: 'SENT', amount: '100' })

it('money of nobody is in the tenant’s book alone, and no client sees it', async () => {
  const { clientId: _, claim: __, component: ___, ...unknown } = draft(client.id)
  const facts = { variant: 'RECEIVED', amount: '12300' }
  const [event] = await tenant.work((unit) =>
    book(unit, [{ ...unknown, type: 'PAYMENT', amount: 0n, facts }]),
  )
  expect(event).toMatchObject({ clientId: null, claimType: null, claimId: null, voucherCount: 1 })
  const { body } = await tenant.api.get(`/vouchers?financialEventId=${event!.id}`)
  expect(body.data).toMatchObject([{ ownerType: 'TENANT', clientId: null, total: '123.00' }])
  const seen = await at.owner(
    `select count(*)::int as n from financial_event where id = $1 and client_id is null`,
    [event!.id],
  )
  expect(seen).toEqual([{ n: 1 }])
  const mine = await tenant.work((unit) => unit.find(FinancialEvent, { id: event!.id }))
  expect(mine?.id).toBe(event!.id)
  const theirs = await asClient(client.id, (unit) => unit.find(FinancialEvent, { id: event!.id }))
  expect(theirs).toBeNull()
  expect((await verifyBooks(at.runtime.pool, tenant.id)).map(({ check }) => check)).not.toContain(
    'unallocated',
  )
})

it('a claim of another kind is booked and shown as what it is', async () => {
  const claim = { type: 'BUSINESS_LOAN', id: 'FD06D7ZCEWYHZ8N17900K07H8PR4' } as const
  const facts = { clientAccountId: client.mainId, amount: '500', counterRole: 'FEE_REV' }
  const [event] = await bookIn(
    tenant,
    draft(client.id, { type: 'MANUAL_TRANSACTION', amount: 0n, facts, claim }),
  )
  expect(event).toMatchObject({ claimType: claim.type, claimId: claim.id })
  const { body } = await tenant.api.get(`/voucher-postings?claimId=${claim.id}`)
  expect(body.data.length).toBeGreaterThan(1)
  for (const posting of body.data) {
    expect(posting).toMatchObject({ claimType: claim.type, claimId: claim.id })
  }
  const listed = await tenant.api.get(`/invoices/events/financial?claimId=${claim.id}`)
  expect(listed.body.data).toEqual([])
})
