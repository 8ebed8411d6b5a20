import { expect, test } from 'vitest'
import { book } from '../../src/activities/bookkeeping/book.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { activated, asked, financedClient, postingsOf } from '../factoring/ground.ts'
import { driftsOf, trialOf } from '../support/books.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { tenantIn, worldWithTenant, type Answered, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const enter = (sent: object, of: TestTenant = tenant) =>
  of.api.post('/settlement-account-transactions', { text: 'Settled', counterRole: 'BANK', ...sent })
const accountsOf = async (of: TestTenant = tenant, more: object = {}) =>
  (await of.api.post('/settlement-accounts/search', { filters: more })).body.data
const lines = async (settlementAccountId: string) =>
  (
    await tenant.api.post('/settlement-account-transactions/search', {
      filters: { settlementAccountId },
      sort: ['id'],
    })
  ).body.data.map(({ type, amount, balanceAfter }: Record<string, string>) =>
    [type, amount, balanceAfter].join(' '),
  )

test('what is sold on to a financier and comes back stands on its account, to the öre', async () => {
  const clientId = await financedClient(tenant)
  const invoiceId = await activated(at, tenant, clientId)
  await asked(at, tenant, invoiceId)
  const put = (sent: object) => tenant.api.put(`/invoice-refinancing/${invoiceId}`, sent)
  const terms = { toProviderCode: 'BANK-A', amount: '10000.00', fee: '0.00' }
  expect((await put({ ...terms, status: 'ACTIVE' })).status).toBe(200)
  const [account, ...others] = await accountsOf(tenant, { counterpartyCode: 'BANK-A' })
  expect([account, others]).toMatchObject([
    { counterpartyType: 'FINANCIER', currency: 'SEK', balance: '10000.00' },
    [],
  ])
  // The financier pays 9,900 and keeps a hundred for it; then the claim is bought back.
  const settlementAccountId = account.id
  expect((await enter({ settlementAccountId, amount: '-9900.00' })).status).toBe(201)
  const cost = { settlementAccountId, amount: '-100', counterRole: 'REFINANCING_COST' }
  const costs = await enter(cost)
  expect(costs.body).toMatchObject({ type: 'MANUAL', amount: '-100.00', balanceAfter: '0.00' })
  await put({ status: 'REPAID' })
  expect(await lines(settlementAccountId)).toEqual([
    'SOLD 10000.00 10000.00',
    'MANUAL -9900.00 100.00',
    'MANUAL -100.00 0.00',
    'REPAID -10000.00 -10000.00',
  ])
  const [event] = await at.owner('select source_key from financial_event where id = $1', [
    costs.body.financialEventId,
  ])
  expect(await postingsOf(at, tenant, String(event?.['source_key']))).toEqual([
    'T REFINANCING_COST 10000',
    'T SETTLEMENT -10000',
  ])
  expect((await tenant.api.get(`/settlement-accounts/${account.id}`)).body.balance).toBe(
    '-10000.00',
  )
  expect((await trialOf(at, tenant.id))[`${tenant.id} 1688 SEK`]).toBe('-1000000')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a payment that is taken back is funded anew by who had borne it, and by nobody who came after', async () => {
  const of = await tenantIn(at)
  const invoiceId = await activated(at, of, await financedClient(of))
  await asked(at, of, invoiceId)
  const put = (sent: object) => of.api.put(`/invoice-refinancing/${invoiceId}`, sent)
  const balances = async () =>
    Object.fromEntries(
      (await accountsOf(of)).map((one: Record<string, string>) => [
        one['counterpartyCode'],
        one['balance'],
      ]),
    )
  const paid = async () => {
    const sent = { amount: '5000.00', currency: 'SEK', claims: [{ id: invoiceId }] }
    const { body } = await of.api.post('/payments', sent)
    return (await of.api.get(`/payments/${body.id}/links`)).body.data[0].id as string
  }
  const revert = (link: string) => of.api.put(`/payments/links/${link}/revert`, {})
  await put({ toProviderCode: 'BANK-A', amount: '10000.00', fee: '100.00', status: 'ACTIVE' })
  // Of 5,000 of 12,500 four fifths are of who funds 10,000, and keeps a hundred for it.
  const first = await paid()
  expect(await balances()).toEqual({ 'BANK-A': '5900.00' })
  expect((await revert(first)).status).toBe(200)
  expect(await balances()).toEqual({ 'BANK-A': '9900.00' })
  const second = await paid()
  await put({ status: 'REPAID' })
  await put({ toProviderCode: 'BANK-B', amount: '7000.00', status: 'ACTIVE' })
  expect(await balances()).toEqual({ 'BANK-A': '-100.00', 'BANK-B': '7000.00' })
  expect((await revert(second)).status).toBe(200)
  expect(await balances()).toEqual({ 'BANK-A': '-100.00', 'BANK-B': '7000.00' })
  // Nor by what the client says to have got, and then has not.
  const direct = `/invoices/${invoiceId}/actions/direct-payment`
  expect((await of.api.put(direct, { amount: '2500.00' })).status).toBe(200)
  expect(await balances()).toEqual({ 'BANK-A': '-100.00', 'BANK-B': '5600.00' })
  await put({ status: 'REPAID' })
  await put({ toProviderCode: 'BANK-A', amount: '1000.00', status: 'ACTIVE' })
  const [event] = await at.owner(
    `select id_text(id) as id from financial_event
     where tenant_id = $1 and type = 'DIRECT_PAYMENT'`,
    [of.id],
  )
  const back = await of.api.put(`/invoices/events/financial/${event?.['id']}/reverse`, {})
  expect(back.status, JSON.stringify(back.body)).toBe(200)
  expect(await balances()).toEqual({ 'BANK-A': '900.00', 'BANK-B': '0.00' })
  await put({ status: 'REPAID' })
  await put({ toProviderCode: 'BANK-B', amount: '7000.00', status: 'ACTIVE' })
  // 12,500 are open, of which 7,000 are sold on.
  expect((await trialOf(at, of.id))[`${of.id} 1511 SEK`]).toBe('550000')
  expect(await driftsOf(at, of.id)).toEqual([])
})

test('what goes between clients, and whoever is named by nothing, stands on an account of its own', async () => {
  const { mainId } = await bookedClient(tenant)
  const before = await accountsOf(tenant, { counterpartyType: 'OTHER' })
  expect(before).toEqual([])
  const entered = await enterByHand(tenant.api, mainId, '-250', { counterRole: 'SETTLEMENT' })
  expect(entered.status).toBe(201)
  expect(await accountsOf(tenant, { counterpartyType: 'OTHER' })).toMatchObject([
    { counterpartyCode: null, balance: '-250.00' },
  ])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('an account begins with its first transaction, in each currency once, whoever comes first', async () => {
  const of = { counterpartyType: 'PSP', counterpartyCode: 'SWISH-AB' }
  const all = await Promise.all(
    Array.from({ length: 6 }, () => enter({ ...of, amount: '10', currency: 'EUR' })),
  )
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
  expect((await enter({ ...of, amount: '0.01' })).status).toBe(201)
  const accounts = await accountsOf(tenant, { counterpartyCode: 'SWISH-AB' })
  expect(accounts).toHaveLength(2)
  expect(accounts).toContainEqual(expect.objectContaining({ currency: 'EUR', balance: '60.00' }))
  expect(accounts).toContainEqual(expect.objectContaining({ currency: 'SEK', balance: '0.01' }))
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('one booking settles on an account that is there and opens others', async () => {
  const settled = (counterpartyCode: string, currency: string, amount: string) => ({
    type: 'SETTLEMENT' as const,
    amount: 0n,
    currency,
    bookDate: '2026-11-02',
    sourceKey: `settlement/${counterpartyCode} ${currency} ${amount}`,
    sourceType: 'MANUAL',
    sourceId: tenant.id,
    text: 'Settled',
    facts: { counterpartyType: 'PSP', counterpartyCode, amount, counterRole: 'BANK' },
  })
  const both = (codes: readonly string[], amount: string) =>
    inUnit(at.runtime, platform(tenant.id, 'test'), {}, (unit) =>
      book(
        unit,
        codes.flatMap((code) => ['SEK', 'EUR'].map((each) => settled(code, each, amount))),
      ),
    )
  await both(['KIOSK'], '100')
  await Promise.all([both(['KIOSK', 'ANNEX'], '20'), both(['ANNEX', 'KIOSK'], '3')])
  const balances = async (counterpartyCode: string) =>
    (await accountsOf(tenant, { counterpartyCode })).map((one: { balance: string }) => one.balance)
  expect(await balances('KIOSK')).toEqual(['1.23', '1.23'])
  expect(await balances('ANNEX')).toEqual(['0.23', '0.23'])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what cannot be settled is refused, and nothing is booked', async () => {
  const before = await trialOf(at, tenant.id)
  const of = { counterpartyType: 'FINANCIER', counterpartyCode: 'BANK-A' }
  const cases: [object, unknown[]][] = [
    [{ amount: '1' }, [400, 'VALIDATION_FAILED', '/counterpartyType']],
    [
      { counterpartyType: 'FINANCIER', amount: '1' },
      [400, 'VALIDATION_FAILED', '/counterpartyCode'],
    ],
    [{ ...of, amount: '0' }, [400, 'VALIDATION_FAILED', '/amount']],
    [{ ...of, amount: '0.001' }, [400, 'VALIDATION_FAILED', '/amount']],
    [{ ...of, amount: '1', bookDate: '2999-01-01' }, [400, 'VALIDATION_FAILED', '/bookDate']],
    [
      { ...of, amount: '1', counterRole: 'CLIENT_PAYABLE' },
      [400, 'VALIDATION_FAILED', '/counterRole'],
    ],
    [
      { ...of, counterpartyType: 'OTHER', amount: '1' },
      [400, 'VALIDATION_FAILED', '/counterpartyType'],
    ],
  ]
  for (const [sent, refused] of cases) expect(refusalOf(await enter(sent))).toEqual(refused)
  const [account] = await accountsOf(tenant, { counterpartyCode: 'BANK-A' })
  const twice = { settlementAccountId: account.id, currency: 'SEK', amount: '1' }
  expect(refusalOf(await enter(twice))).toEqual([400, 'VALIDATION_FAILED', '/currency'])
  const provider = { code: 'NORDBANK', name: 'Nordbanken', type: 'FINANCIER', countryCode: 'SE' }
  expect((await tenant.api.post('/service-providers', provider)).status).toBe(201)
  expect(refusalOf(await enter({ ...of, amount: '1' }))).toEqual([
    400,
    'VALIDATION_FAILED',
    '/counterpartyCode',
  ])
  const other = await tenantIn(at)
  const foreign = await enter({ settlementAccountId: account.id, amount: '1' }, other)
  expect(refusalOf(foreign)).toEqual([404, 'NOT_FOUND', '/settlementAccountId'])
  expect(await trialOf(at, tenant.id)).toEqual(before)
})

test('it takes two people of the tenant, and nobody of a client sees any of it', async () => {
  const two = await tenantIn(at, 'Two settle', {})
  const rights = [
    'CreateSettlementAccountTransactions',
    'ReadSettlementAccounts',
    'ReadSettlementAccountTransactions',
  ] as const
  const { id: clientId } = await bookedClient(two)
  const sent = {
    counterpartyType: 'INSURER',
    counterpartyCode: 'TRYGG',
    amount: '500',
    counterRole: 'FIN_REV',
    text: 'Claim',
  }
  const [first, second] = [await two.holding(rights), await two.holding(rights)]
  const path = '/settlement-account-transactions'
  expect((await first.post(path, sent)).status).toBe(202)
  expect((await first.post(path, sent)).body.code).toBe('SAME_APPROVER')
  expect((await second.post(path, sent)).body).toMatchObject({ amount: '500.00', type: 'MANUAL' })
  const own = await two.holding(rights, { clientId })
  expect((await own.get('/settlement-accounts')).body.data).toEqual([])
  expect((await own.get(path)).body.data).toEqual([])
  expect((await own.post(path, sent)).status).toBe(403)
  expect(await driftsOf(at, two.id)).toEqual([])
})
