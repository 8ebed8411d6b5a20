import { describe, expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { plusMonths } from '../../src/domain/loans/day-count.ts'
import { activated, asked, financedClient, postingsOf } from '../factoring/ground.ts'
import { driftsOf, trialOf } from '../support/books.ts'
import {
  approved,
  codeOf,
  good,
  loanDay,
  loanOf,
  placeIn,
  rolesOf,
  stepsOf,
  withdrawn,
  type Place,
} from '../support/loans.ts'
import { tenantIn, world, type Answered, type Api, type TestTenant } from '../support/world.ts'

const at = await world()

const faultOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]

/** Money of nobody that is known. */
async function unplaced(tenant: TestTenant, amount: string, more: object = {}): Promise<string> {
  const sent = { amount, currency: 'SEK', payerName: 'Nordbank AB', ...more }
  const { id } = good(await tenant.api.post('/payments', sent), 201)
  const { data } = good(await tenant.api.post('/unplaced-payments/search', { limit: 200 }))
  return data.find((one: { transactionId: string }) => one.transactionId === id).id
}

const link = (api: Api, id: string, ...claims: object[]) =>
  api.put(`/unplaced-payments/${id}/link`, { claims })

const paymentOf = async ({ api }: TestTenant, id: string) => {
  const { transactionId } = good(await api.get(`/unplaced-payments/${id}`))
  return good(await api.get(`/payments/${transactionId}`))
}
const linksOf = async ({ api }: TestTenant, id: string) => {
  const { transactionId } = good(await api.get(`/unplaced-payments/${id}`))
  return good(await api.get(`/payments/${transactionId}/links`)).data
}

async function accountOfFinancier(tenant: TestTenant): Promise<string> {
  const invoiceId = await activated(at, tenant, await financedClient(tenant))
  await asked(at, tenant, invoiceId)
  const terms = { toProviderCode: 'BANK-A', amount: '10000.00', fee: '0.00', status: 'ACTIVE' }
  good(await tenant.api.put(`/invoice-refinancing/${invoiceId}`, terms))
  const found = good(await tenant.api.post('/settlement-accounts/search', {}))
  return found.data[0].id
}

describe('money of a financier', () => {
  test('goes onto its account by two people, and off it by a mirror', async () => {
    const tenant = await tenantIn(at, 'Settled', { SETTLEMENT_TRANSACTION: 'ALWAYS' })
    const account = await accountOfFinancier(tenant)
    const id = await unplaced(tenant, '9900.00')
    const before = await trialOf(at, tenant.id)
    const [one, other] = await Promise.all([
      tenant.holding(['LinkUnplacedPayment']),
      tenant.holding(['LinkUnplacedPayment']),
    ])
    const assigned = await tenant.holding(['LinkUnplacedPaymentClientRestricted'])
    expect(codeOf(await link(assigned, id, { id: account }))[1]).toBe('FOR_THE_TENANT_ALONE')
    expect((await link(one, id, { id: account })).status).toBe(202)
    expect(codeOf(await link(one, id, { id: account }))).toEqual([409, 'SAME_APPROVER'])
    expect(await trialOf(at, tenant.id)).toEqual(before)
    expect(good(await link(other, id, { id: account }))).toMatchObject({
      status: 'LINKED',
      amountOpen: '0.00',
    })
    expect(await paymentOf(tenant, id)).toMatchObject({ linked: '9900.00', unplaced: '0.00' })
    const [made] = await linksOf(tenant, id)
    expect(made).toMatchObject({
      claimType: 'SETTLEMENT_ACCOUNT',
      claimId: account,
      clientId: null,
      debtorId: null,
      amount: '9900.00',
      status: 'BOOKED',
    })
    expect(await postingsOf(at, tenant, `payment-link/${made.id}/account`)).toEqual([
      'T SETTLEMENT -990000',
      'T UNALLOCATED 990000',
    ])
    const read = () => tenant.api.get(`/settlement-accounts/${account}`)
    expect(good(await read()).balance).toBe('100.00')
    const { data } = good(
      await tenant.api.post('/settlement-account-transactions/search', {
        filters: { settlementAccountId: account },
      }),
    )
    expect(data[0]).toMatchObject({ type: 'PAYMENT', amount: '-9900.00', balanceAfter: '100.00' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
    good(await tenant.api.put(`/payments/links/${made.id}/revert`, {}))
    expect(await trialOf(at, tenant.id)).toEqual(before)
    expect(good(await read()).balance).toBe('10000.00')
    expect(await paymentOf(tenant, id)).toMatchObject({ linked: '0.00', unplaced: '9900.00' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is put on nothing that is another’s, in another currency or more than there is', async () => {
    const tenant = await tenantIn(at)
    const account = await accountOfFinancier(tenant)
    const id = await unplaced(tenant, '100.00')
    expect(faultOf(await link(tenant.api, id, { id: account, amount: '100.01' }))).toEqual([
      409,
      'PAYMENT_EXCEEDED',
      '/claims/0/id',
    ])
    const foreign = await unplaced(tenant, '5.00', { currency: 'EUR' })
    expect(faultOf(await link(tenant.api, foreign, { id: account }))[1]).toBe('CLAIM_NOT_PAYABLE')
    const elsewhere = await accountOfFinancier(await tenantIn(at))
    expect((await link(tenant.api, id, { id: elsewhere })).status).toBe(404)
    const of = await placeIn(at)
    expect((await link(tenant.api, id, { id: of.client.mainId })).status).toBe(404)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

test('what a client has paid in goes onto its account, proposed by it and booked by the tenant', async () => {
  const of = await placeIn(at)
  const { tenant, client } = of
  const id = await unplaced(tenant, '500.00', { clientId: client.id })
  const api = await tenant.holding(['LinkClientUnplacedPayment'], { clientId: client.id })
  const path = `/unplaced-payments/client/${id}/link`
  const named = { claims: [{ id: client.reserveId }] }
  expect(faultOf(await api.put(path, named))).toEqual([409, 'CLAIM_NOT_PAYABLE', '/claims/0/id'])
  good(await api.put(path, { claims: [{ id: client.mainId, amount: '400.00' }] }))
  expect(good(await tenant.api.put(`${path}/book`))).toMatchObject({
    status: 'OPEN',
    amountOpen: '100.00',
  })
  expect(good(await tenant.api.get(`/client-accounts/${client.mainId}`)).balance).toBe('400.00')
  expect(await rolesOf(of)).toEqual({
    'CLIENT BANK': '-40000',
    'CLIENT CLEARING': '40000',
    'TENANT BANK': '50000',
    'TENANT CLIENT_PAYABLE': '-40000',
    'TENANT UNALLOCATED': '-10000',
  })
  const [made] = await linksOf(tenant, id)
  good(await tenant.api.put(`/payments/links/${made.id}/revert`, {}))
  expect(await rolesOf(of)).toEqual({ 'TENANT BANK': '50000', 'TENANT UNALLOCATED': '-50000' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

/** A loan of which the first instalment, of 17,254.84, is due. */
async function due(): Promise<{ of: Place; id: string; day: string }> {
  const of = await placeIn(at)
  const terms = { autoSetOff: false, graceDays: 3, lateFee: '60' }
  const id = await approved(of, terms, { loanNumber: 'L-17' })
  await withdrawn(of, id, '100000')
  const day = plusMonths(of.today, 1)
  at.clock.now = new Date(`${day}T08:00:00Z`)
  await loanDay(of, day)
  return { of, id, day }
}

describe('a loan that is paid by bank', () => {
  test('is paid by its number as its reference, to the öre of what is due', async () => {
    const { of, id, day } = await due()
    const { paymentReference: reference } = await loanOf(of, id)
    expect(reference).toMatch(/^RF\d{2}L17$/)
    const unplacedId = await unplaced(of.tenant, '18000.00', { reference, bookDate: day })
    const [made] = await linksOf(of.tenant, unplacedId)
    expect(made).toMatchObject({
      claimType: 'BUSINESS_LOAN',
      claimId: id,
      clientId: of.client.id,
      amount: '17254.84',
      status: 'BOOKED',
      reasons: ['REFERENCE', 'OVERPAID'],
    })
    expect((await stepsOf(of, id))[0]).toBe('INSTALMENT 1 PAID 16254.84 1000.00 0.00')
    expect(await paymentOf(of.tenant, unplacedId)).toMatchObject({
      linked: '17254.84',
      unplaced: '745.16',
    })
    expect(await rolesOf(of)).toMatchObject({
      'CLIENT BANK': '-1725484',
      'CLIENT LOAN_LIABILITY': '-8374516',
      'TENANT LOAN_PRINCIPAL': '8374516',
      'TENANT UNALLOCATED': '-74516',
    })
    expect(await driftsOf(at, of.tenant.id)).toEqual([])
    // What is left is an early repayment where somebody says so, and the rest is planned anew.
    good(await link(of.tenant.api, unplacedId, { id }))
    expect(await loanOf(of, id)).toMatchObject({ outstandingPrincipal: '83000.00' })
    expect(await driftsOf(at, of.tenant.id)).toEqual([])
  })

  test('owes again what is taken off it, without a late fee for that', async () => {
    const { of, id, day } = await due()
    const before = [await loanOf(of, id), await stepsOf(of, id)]
    const books = await rolesOf(of)
    const unplacedId = await unplaced(of.tenant, '20000.00', { bookDate: day })
    good(await link(of.tenant.api, unplacedId, { id }))
    const [made] = await linksOf(of.tenant, unplacedId)
    expect((await stepsOf(of, id))[0]).toBe('INSTALMENT 1 PAID 16254.84 1000.00 0.00')
    good(await of.tenant.api.put(`/payments/links/${made.id}/revert`, {}))
    const owed = ({ outstandingPrincipal, accruedInterest, feesDue, status }: never) =>
      [outstandingPrincipal, accruedInterest, feesDue, status] as const
    expect([owed((await loanOf(of, id)) as never), await stepsOf(of, id)]).toEqual([
      owed(before[0] as never),
      before[1],
    ])
    expect(await rolesOf(of)).toEqual({
      ...books,
      'TENANT BANK': '2000000',
      'TENANT UNALLOCATED': '-2000000',
    })
    expect(await driftsOf(at, of.tenant.id)).toEqual([])
    // Beyond the days of grace it is late at once.
    good(await link(of.tenant.api, unplacedId, { id, amount: '17254.84' }))
    const late = plusDays(day, 9)
    at.clock.now = new Date(`${late}T08:00:00Z`)
    await loanDay(of, late)
    const again = (await linksOf(of.tenant, unplacedId)).find(
      ({ status }: { status: string }) => status === 'BOOKED',
    )
    good(await of.tenant.api.put(`/payments/links/${again.id}/revert`, {}))
    expect((await stepsOf(of, id))[0]).toBe('INSTALMENT 1 LATE 16254.84 1000.00 0.00')
    await loanDay(of, plusDays(late, 1))
    expect((await loanOf(of, id)).feesDue).toBe('0.00')
    expect(await driftsOf(at, of.tenant.id)).toEqual([])
  })

  test('is closed by the last of it, and open again without it; no more is taken than is owed', async () => {
    const { of, id, day } = await due()
    const unplacedId = await unplaced(of.tenant, '200000.00', { bookDate: day })
    const much = await link(of.tenant.api, unplacedId, { id, amount: '101000.01' })
    expect(faultOf(much)).toEqual([409, 'CLAIM_EXCEEDED', '/claims/0/id'])
    good(await link(of.tenant.api, unplacedId, { id }))
    expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED', outstandingPrincipal: '0.00' })
    expect(await driftsOf(at, of.tenant.id)).toEqual([])
    const [made] = await linksOf(of.tenant, unplacedId)
    expect(made.amount).toBe('101000.00')
    good(await of.tenant.api.put(`/payments/links/${made.id}/revert`, {}))
    expect(await loanOf(of, id)).toMatchObject({
      status: 'ACTIVE',
      outstandingPrincipal: '100000.00',
      accruedInterest: '1000.00',
    })
    expect(await driftsOf(at, of.tenant.id)).toEqual([])
  })
})
