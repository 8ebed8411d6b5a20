import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated, asked, financedClient, newDebtor, postingsOf } from '../factoring/ground.ts'
import { rightNames } from '../../src/policy/rights.ts'
import { balancesOf, driftsOf, trialOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(async () => {
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const pay = (id: string, sent: object): Promise<Answered> =>
  tenant.api.put(`/invoices/${id}/actions/payment`, sent)
const payDirectly = (id: string, sent: object = {}): Promise<Answered> =>
  tenant.api.put(`/invoices/${id}/actions/direct-payment`, sent)
const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const linksOf = async (claimId: string) =>
  (await tenant.api.post('/payments/links/search', { filters: { claimId } })).body.data
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const standing = async () => [await trialOf(at, tenant.id), await balancesOf(at, tenant.id)]

async function directEvent(claimId: string): Promise<string> {
  const found = await tenant.api.post('/invoices/events/financial/search', {
    filters: { claimId, type: 'DIRECT_PAYMENT' },
  })
  return found.body.data[0].id
}
const reverse = async (claimId: string) =>
  tenant.api.put(`/invoices/events/financial/${await directEvent(claimId)}/reverse`, {})

describe('a payment of an invoice at a bank', () => {
  test('stands as a payment and a link, and what is too much is unplaced', async () => {
    const claim = await activated(at, tenant, clientId)
    const part = await pay(claim, { amount: '500.00', message: 'At the counter' })
    expect([part.status, part.body.totals]).toMatchObject([
      200,
      { balance: '12000.00', paid: '500.00' },
    ])
    const [link] = await linksOf(claim)
    expect(link).toMatchObject({ amount: '500.00', status: 'BOOKED', reasons: ['NAMED'] })
    expect((await tenant.api.get(`/payments/${link.transactionId}`)).body).toMatchObject({
      status: 'BOOKED',
      source: 'MANUAL',
      message: 'At the counter',
      unplaced: '0.00',
    })
    expect(await postingsOf(at, tenant, `payment/${link.transactionId}`)).toEqual([
      'T BANK 50000',
      'T UNALLOCATED -50000',
    ])
    expect(await postingsOf(at, tenant, `payment-link/${link.id}/CAPITAL`)).toEqual([
      'C AR -50000',
      'C CLEARING 50000',
      'T CLIENT_PAYABLE -50000',
      'T UNALLOCATED 50000',
    ])
    const rest = await pay(claim, { amount: '12001.00' })
    expect(rest.body.statuses).toMatchObject({ main: 'CLOSED', ledger: 'PAID' })
    const [last] = await linksOf(claim)
    expect((await tenant.api.get(`/payments/${last.transactionId}`)).body).toMatchObject({
      linked: '12000.00',
      unplaced: '1.00',
    })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is refused where nothing can be paid, and from others', async () => {
    const claim = await activated(at, tenant, clientId)
    expect(refusalOf(await pay(claim, { amount: '1.001' }))).toEqual([
      400,
      'VALIDATION_FAILED',
      '/amount',
    ])
    const tomorrow = await pay(claim, { amount: '1.00', bookDate: '2999-01-01' })
    expect(refusalOf(tomorrow)).toEqual([400, 'VALIDATION_FAILED', '/bookDate'])
    await pay(claim, { amount: '12500.00' })
    expect(refusalOf(await pay(claim, { amount: '1.00' }))[1]).toBe('CLAIM_NOT_PAYABLE')
    const other = await tenantIn(at)
    const foreign = await other.api.put(`/invoices/${claim}/actions/payment`, { amount: '1.00' })
    expect(foreign.status).toBe(404)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a payment to the client itself', () => {
  test('closes a claim that is serviced in its book alone, and back', async () => {
    const claim = await activated(at, tenant, clientId)
    const before = await standing()
    const was = await invoice(claim)
    const answer = await payDirectly(claim)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { statuses: { main: 'CLOSED', ledger: 'PAID' }, totals: { paid: '12500.00' } },
    ])
    expect(await postingsOf(at, tenant, `direct-payment/${claim}/1`)).toEqual([
      'C AR -1250000',
      'C BANK 1250000',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await reverse(claim)).status).toBe(200)
    expect(await standing()).toEqual(before)
    expect((await invoice(claim)).statuses).toEqual(was.statuses)
    expect(refusalOf(await reverse(claim))[1]).toBe('ALREADY_REVERSED')
    expect((await payDirectly(claim, { amount: '100.00' })).body.totals.balance).toBe('12400.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of a bought claim is owed by the client, frees reserve and limit, and back', async () => {
    const own = await financedClient(tenant)
    const claim = await activated(at, tenant, own, { debtor: newDebtor() })
    await asked(at, tenant, claim)
    const before = await standing()
    await payDirectly(claim, { amount: '2500.00' })
    expect(await postingsOf(at, tenant, `direct-payment/${claim}/1`)).toEqual([
      'C BANK 250000',
      'C CLEARING -250000',
      'T AR_PURCHASED -250000',
      'T CLIENT_PAYABLE 250000',
    ])
    expect(await postingsOf(at, tenant, `direct-payment/${claim}/1/reserve`)).toEqual([])
    expect((await reverse(claim)).status).toBe(200)
    expect(await standing()).toEqual(before)
    expect((await payDirectly(claim)).body.statuses.main).toBe('CLOSED')
    expect(await postingsOf(at, tenant, `direct-payment/${claim}/2/reserve`)).toEqual([
      'C CLEARING 125000',
      'C CLEARING_RESERVE -125000',
      'T CLIENT_PAYABLE -125000',
      'T RESERVE 125000',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await reverse(claim)).status).toBe(200)
    expect(await standing()).toEqual(before)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is of what is owed at most, once, whoever enters it at the same time', async () => {
    const claim = await activated(at, tenant, clientId)
    expect(refusalOf(await payDirectly(claim, { amount: '12500.01' }))).toEqual([
      409,
      'CLAIM_EXCEEDED',
      '/amount',
    ])
    const late = await payDirectly(claim, { bookDate: '2999-01-01' })
    expect(refusalOf(late)).toEqual([400, 'VALIDATION_FAILED', '/bookDate'])
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => payDirectly(claim, { amount: '12500.00' })),
      ...Array.from({ length: 4 }, () => pay(claim, { amount: '12500.00' })),
    ])
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBe(1)
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(
      new Set([undefined, 'CLAIM_NOT_PAYABLE']),
    )
    expect((await invoice(claim)).totals).toMatchObject({ balance: '0.00', paid: '12500.00' })
    const other = await tenantIn(at)
    expect((await other.api.put(`/invoices/${claim}/actions/direct-payment`, {})).status).toBe(404)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is said by nobody who owes it, whatever their token may, nor taken back', async () => {
    const claim = await activated(at, tenant, clientId)
    const { debtorId } = await invoice(claim)
    const debtor = await tenant.holding(rightNames, { clientId, debtorId })
    const path = `/invoices/${claim}/actions/direct-payment`
    expect(refusalOf(await debtor.put(path, {})).slice(0, 2)).toEqual([403, 'ACCESS_DENIED'])
    expect((await payDirectly(claim)).status).toBe(200)
    const event = `/invoices/events/financial/${await directEvent(claim)}/reverse`
    expect((await debtor.put(event, {})).status).toBe(403)
    expect((await invoice(claim)).totals).toMatchObject({ balance: '0.00', paid: '12500.00' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})
