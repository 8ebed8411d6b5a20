import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated, asked, financedClient, newDebtor, postingsOf } from '../factoring/ground.ts'
import { balancesOf, driftsOf, trialOf } from '../support/books.ts'
import { activatedInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(async () => {
  clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 30 } })
})
afterAll(() => at.close())

/** Bought for 11,250.00, with 1,250.00 held back. */
async function bought(debtor = newDebtor()): Promise<string> {
  const claim = await activated(at, tenant, clientId, { debtor })
  await asked(at, tenant, claim)
  return claim
}
async function paid(claim: string, amount: string): Promise<string> {
  await tenant.api.put(`/invoices/${claim}/actions/payment`, { amount, message: amount })
  const found = await tenant.api.post('/payments/links/search', { filters: { claimId: claim } })
  return found.body.data[0].id
}
const revert = (linkId: string) => tenant.api.put(`/payments/links/${linkId}/revert`, {})
const standing = async () => [await trialOf(at, tenant.id), await balancesOf(at, tenant.id)]

async function held(): Promise<string> {
  const filters = { clientId, type: 'RESERVE' }
  const { data } = (await tenant.api.post('/client-accounts/search', { filters })).body
  return data[0].balance
}

describe('the reserve of a bought claim', () => {
  test('is held again where an earlier payment than the last is taken back', async () => {
    const claim = await bought()
    const first = await paid(claim, '2500.00')
    expect(await held()).toBe('1250.00')
    const last = await paid(claim, '10000.00')
    expect(await held()).toBe('0.00')
    expect((await revert(first)).status).toBe(200)
    expect(await held()).toBe('1250.00')
    expect((await tenant.api.get(`/invoices/${claim}`)).body.totals.balance).toBe('2500.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const again = await paid(claim, '2500.00')
    expect(await held()).toBe('0.00')
    expect(await postingsOf(at, tenant, `payment-link/${again}/reserve`)).toEqual([
      'C CLEARING 125000',
      'C CLEARING_RESERVE -125000',
      'T CLIENT_PAYABLE -125000',
      'T RESERVE 125000',
    ])
    expect((await revert(last)).status).toBe(200)
    expect(await held()).toBe('1250.00')
    expect((await revert(again)).status).toBe(200)
    expect(await held()).toBe('1250.00')
    expect((await tenant.api.get(`/invoices/${claim}`)).body.totals.balance).toBe('12500.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is held again where one is taken back after the debtor paid the client itself', async () => {
    const claim = await bought()
    const before = await standing()
    const first = await paid(claim, '2500.00')
    const direct = `/invoices/${claim}/actions/direct-payment`
    expect((await tenant.api.put(direct, {})).body.statuses.main).toBe('CLOSED')
    expect(await held()).toBe('0.00')
    await revert(first)
    expect(await held()).toBe('1250.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const filters = { claimId: claim, type: 'DIRECT_PAYMENT' }
    const found = await tenant.api.post('/invoices/events/financial/search', { filters })
    const event = found.body.data[0].id
    const back = await tenant.api.put(`/invoices/events/financial/${event}/reverse`, {})
    expect(back.status).toBe(200)
    const after = await standing()
    // The payment itself came, and is unplaced.
    const differs = Object.keys(after[0]!).filter((key) => after[0]![key] !== before[0]![key])
    expect(differs.length).toBe(2)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('what is left of a reserve', () => {
  test('goes where a credit note ends what a payment has left, and is held again with it', async () => {
    const debtor = newDebtor()
    const claim = await bought(debtor)
    await paid(claim, '12000.00')
    const creditId = await activatedInvoice(tenant, clientId, {
      debtor,
      type: 'CREDIT_INVOICE',
      articleRows: [{ description: 'Less', quantity: '1', price: '400.00', vatPercentage: 25 }],
    })
    const before = await standing()
    const linked = await tenant.api.put('/invoices/link-multiple', {
      creditId,
      debits: [{ id: claim }],
    })
    expect(linked.status).toBe(200)
    // 500.00 of the reserve bear the credit note; the other 750.00 are the client's.
    expect(await held()).toBe('0.00')
    const linkId = `${creditId}/${claim}/1`
    expect(await postingsOf(at, tenant, `credit-link/${linkId}/dilution`)).toEqual([
      'C AR 50000',
      'C CLEARING_RESERVE -50000',
      'T AR_PURCHASED -50000',
      'T RESERVE 50000',
    ])
    expect(await postingsOf(at, tenant, `credit-link/${linkId}/reserve`)).toEqual([
      'C CLEARING 75000',
      'C CLEARING_RESERVE -75000',
      'T CLIENT_PAYABLE -75000',
      'T RESERVE 75000',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const filters = { claimId: claim, type: 'CREDIT_LINK' }
    const found = await tenant.api.post('/invoices/events/financial/search', { filters })
    const event = found.body.data[0].id
    await tenant.api.put(`/invoices/events/financial/${event}/unlink-credit`, {})
    expect(await standing()).toEqual(before)
    expect(await held()).toBe('1250.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('goes with recourse as far as more is held than is open', async () => {
    const claim = await bought()
    await paid(claim, '12000.00')
    const breach = await tenant.api.post('/reason-code', {
      code: 'BREACH',
      type: 'OVERRIDE',
      name: 'Terms were broken',
    })
    expect(breach.status).toBe(201)
    const answer = await tenant.api.put(`/invoice-refinancing/${claim}/use-recourse`, {
      reasonCode: 'BREACH',
    })
    expect(answer.status).toBe(200)
    expect(await held()).toBe('0.00')
    expect(await postingsOf(at, tenant, `recourse/${claim}/1`)).toEqual([
      'C AR 50000',
      'C CLEARING_RESERVE -50000',
      'T AR_PURCHASED -50000',
      'T RESERVE 50000',
    ])
    expect(await postingsOf(at, tenant, `recourse/${claim}/1/reserve`)).toEqual([
      'C CLEARING 75000',
      'C CLEARING_RESERVE -75000',
      'T CLIENT_PAYABLE -75000',
      'T RESERVE 75000',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})
