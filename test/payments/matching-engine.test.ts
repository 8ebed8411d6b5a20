import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { entry, matchingOf } from './matching-ground.ts'

let at: World
let tenant: TestTenant
let clientId: string
let on: ReturnType<typeof matchingOf>

beforeAll(async () => {
  at = await world()
})
beforeEach(async () => {
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  on = matchingOf(at, tenant, clientId)
  await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
})
afterAll(() => at.close())

test('a payment that names a number and comes from whom it is of is linked, and booked', async () => {
  const debtor = newDebtor()
  const claim = await on.owed('800.00', debtor)
  const batchId = await on.batchOf(
    entry({ amount: '800.00', text: `Faktura ${claim.number}`, name: String(debtor['name']) }),
  )
  const [one] = (await on.simulated({ paymentBatchId: batchId })).data
  expect(one).toMatchObject({
    outcome: 'LINKED',
    links: [{ claimId: claim.id, amount: '800.00', status: 'CONFIRMED', score: 92 }],
  })
  expect(one!.links[0]!['reasons']).toEqual(['NUMBER', 'PAYER', 'AMOUNT'])
  const [payment] = await on.done(batchId, 'bookkeep')
  expect(payment).toMatchObject({ status: 'BOOKED', linked: '800.00', clientId })
  expect((await tenant.api.get(`/invoices/${claim.id}`)).body.statuses.ledger).toBe('PAID')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a payment of a payer who paid before is proposed, and a person books or denies it', async () => {
  const debtor = newDebtor()
  const first = await on.owed('800.00', debtor)
  const account = 'SE9999'
  await on.done(
    await on.batchOf(entry({ amount: '800.00', reference: first.reference, account })),
    'bookkeep',
  )
  const [second, third] = [await on.owed('300.00', debtor), await on.owed('450.00', debtor)]
  const batchId = await on.batchOf(
    entry({ amount: '300.00', account }),
    entry({ amount: '750.00', account }),
  )
  const payments = await on.done(batchId, 'bookkeep')
  expect(payments.map(({ status, unplaced }) => [status, unplaced])).toEqual([
    ['BOOKED', '300.00'],
    ['BOOKED', '750.00'],
  ])
  const { data } = (await tenant.api.post('/unplaced-payments/search', {})).body
  const of = (n: number) =>
    data.find((one: { transactionId: string }) => one.transactionId === payments[n]!.id)
  expect(of(0)).toMatchObject({ status: 'PROPOSED', clientId: null })
  expect(of(0).proposals).toMatchObject([
    { claimId: second.id, amount: '300.00', score: 85, reasons: ['PAYER', 'AMOUNT'] },
  ])
  expect(
    of(1).proposals.map((one: Record<string, unknown>) => [one['claimId'], one['score']]),
  ).toEqual([
    [third.id, 70],
    [second.id, 70],
  ])
  const path = (n: number) => `/unplaced-payments/client/${of(n).id}/link`
  const booked = await tenant.api.put(`${path(0)}/book`)
  expect([booked.status, booked.body.status, booked.body.amountOpen]).toEqual([
    200,
    'LINKED',
    '0.00',
  ])
  expect((await tenant.api.get(`/invoices/${second.id}`)).body.statuses.ledger).toBe('PAID')
  const denied = await tenant.api.put(`${path(1)}/deny`, {})
  expect(denied.body).toMatchObject({ status: 'OPEN', proposals: [] })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a payment that could be for two is a tie, which a person decides', async () => {
  const debtor = newDebtor()
  await on.owed('300.00', debtor)
  await on.owed('300.00', debtor)
  const organisation = String(debtor['identificationNumber'])
  const batchId = await on.batchOf(entry({ amount: '300.00', organisation }))
  expect((await on.simulated({ paymentBatchId: batchId })).data).toMatchObject([
    { outcome: 'TIE', links: [] },
  ])
  expect(await on.done(batchId, 'match')).toMatchObject([{ status: 'UNPLACED', linked: '0.00' }])
})

test('a payment that is looked for again keeps what is proposed as before, and drops the rest', async () => {
  const debtor = newDebtor()
  const [one, other] = [await on.owed('300.00', debtor), await on.owed('500.00', debtor)]
  const organisation = String(debtor['identificationNumber'])
  const batchId = await on.batchOf(entry({ amount: '300.00', organisation }))
  await on.done(batchId, 'match')
  const linksOf = () =>
    at.owner(
      `select id_text(claim_id) as claim, status, version from payment_link where tenant_id = $1
         order by id`,
      [tenant.id],
    )
  const proposed = [{ claim: one.id, status: 'PROPOSED', version: 1 }]
  expect(await linksOf()).toEqual(proposed)
  await on.done(batchId, 'match')
  expect(await linksOf()).toEqual(proposed)
  await tenant.api.put(`/invoices/${one.id}/actions/payment`, { amount: '300.00' })
  await on.done(batchId, 'match')
  expect((await linksOf()).filter(({ status }) => status === 'PROPOSED')).toEqual([])
  expect((await tenant.api.get(`/invoices/${other.id}`)).body.totals.balance).toBe('500.00')
  await tenant.api.put(`/payment-batches/${batchId}/abort`)
  await on.bank.settled()
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a proposal goes when the bank takes the money back, or its batch is aborted', async () => {
  const debtor = newDebtor()
  await on.owed('300.00', debtor)
  const organisation = String(debtor['identificationNumber'])
  const aborted = await on.batchOf(entry({ amount: '300.00', organisation }))
  await on.done(aborted, 'match')
  await tenant.api.put(`/payment-batches/${aborted}/abort`)
  await on.bank.settled()
  const paid = entry({ amount: '300.00', organisation, endToEndId: 'BACK' })
  const [payment] = await on.done(await on.batchOf(paid), 'bookkeep')
  const back = entry({ amount: '300.00', endToEndId: 'BACK', isOut: true, isReversal: true })
  await on.done(await on.batchOf(back), 'bookkeep')
  const links = await at.owner('select status from payment_link where tenant_id = $1', [tenant.id])
  expect(links.map(({ status }) => status)).toEqual(['DENIED', 'DENIED'])
  expect((await tenant.api.get(`/payments/${payment!.id}`)).body).toMatchObject({
    unplaced: '0.00',
    returned: '300.00',
  })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
