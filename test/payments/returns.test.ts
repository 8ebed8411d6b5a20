import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated, postingsOf } from '../factoring/ground.ts'
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

const payer = { payerName: 'Nordic Timber AB', payerAccount: '5050-1055' }

async function unplacedIn(of: TestTenant, more: object = {}): Promise<{ id: string; of: string }> {
  const sent = { amount: '100.00', currency: 'SEK', ...payer, ...more }
  const payment = (await of.api.post('/payments', sent)).body
  const { data } = (await of.api.post('/unplaced-payments/search', { limit: 200 })).body
  const found = data.find((one: { transactionId: string }) => one.transactionId === payment.id)
  return { id: found.id, of: payment.id }
}
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const payment = async (id: string) => (await tenant.api.get(`/payments/${id}`)).body
const unplaced = async (id: string) => (await tenant.api.get(`/unplaced-payments/${id}`)).body
const askBack = (id: string, sent: object = {}) =>
  tenant.api.put(`/unplaced-payments/${id}/return`, sent)
const step = (id: string, verb: string) =>
  tenant.api.put(`/payment-transactions-returns/${id}/${verb}`)
const update = (id: string, sent: object) =>
  tenant.api.put(`/payment-transactions-returns/${id}`, sent)
const standing = async () => [await trialOf(at, tenant.id), await balancesOf(at, tenant.id)]

describe('a return', () => {
  test('goes to the payer, is on its way, and has left the bank', async () => {
    const { id, of } = await unplacedIn(tenant)
    const asked = await askBack(id, { reason: 'Paid twice' })
    expect([asked.status, asked.body]).toMatchObject([
      200,
      { status: 'CREATED', amount: '100.00', toAccount: '5050-1055', isOverride: false },
    ])
    expect((await unplaced(id)).status).toBe('RETURN_REQUESTED')
    const claim = await activated(at, tenant, clientId)
    const link = await tenant.api.put(`/unplaced-payments/${id}/link`, { claims: [{ id: claim }] })
    expect(refusalOf(link)[1]).toBe('UNPLACED_MOVED_ON')
    expect(refusalOf(await askBack(id))[1]).toBe('UNPLACED_MOVED_ON')
    const { id: returnId } = asked.body
    expect(refusalOf(await step(returnId, 'return')).slice(0, 2)).toEqual([409, 'RETURN_MOVED_ON'])
    expect((await step(returnId, 'authorize')).body.status).toBe('AUTHORIZED')
    expect((await step(returnId, 'return')).body.status).toBe('RETURNED')
    expect(await postingsOf(at, tenant, `payment-return/${returnId}`)).toEqual([
      'T IN_TRANSIT -10000',
      'T UNALLOCATED 10000',
    ])
    expect(await payment(of)).toMatchObject({ returned: '100.00', unplaced: '0.00' })
    expect(await unplaced(id)).toMatchObject({ status: 'RETURNED', amountOpen: '0.00' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await update(returnId, { status: 'CONFIRMED' })).body.status).toBe('CONFIRMED')
    expect(await postingsOf(at, tenant, `payment-return/${returnId}/confirmed`)).toEqual([
      'T BANK -10000',
      'T IN_TRANSIT 10000',
    ])
    expect(refusalOf(await update(returnId, { status: 'REJECTED' }))[1]).toBe('RETURN_MOVED_ON')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of a part leaves the rest, and what the bank rejects is unplaced again', async () => {
    const { id, of } = await unplacedIn(tenant)
    const before = await standing()
    expect(refusalOf(await askBack(id, { amount: '100.01' }))).toEqual([
      409,
      'PAYMENT_EXCEEDED',
      '/amount',
    ])
    const { body } = await askBack(id, { amount: '30.00' })
    await step(body.id, 'authorize')
    await step(body.id, 'return')
    expect(await unplaced(id)).toMatchObject({ status: 'OPEN', amountOpen: '70.00' })
    expect(await payment(of)).toMatchObject({ returned: '30.00', unplaced: '70.00' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await update(body.id, { status: 'REJECTED' })).body.status).toBe('REJECTED')
    expect(await payment(of)).toMatchObject({ returned: '0.00', unplaced: '100.00' })
    expect(await unplaced(id)).toMatchObject({ status: 'OPEN', amountOpen: '100.00' })
    expect(await standing()).toEqual(before)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('goes elsewhere only where somebody says so, and is called off before it goes', async () => {
    const { id, of } = await unplacedIn(tenant)
    const other = { toAccount: '991-2346' }
    expect(refusalOf(await askBack(id, other))[1]).toBe('RETURN_TO_ANOTHER')
    const asked = await askBack(id, { ...other, override: true })
    expect(asked.body).toMatchObject({ toAccount: '991-2346', isOverride: true })
    const back = await update(asked.body.id, { toAccount: '50501055' })
    expect(back.body).toMatchObject({ toAccount: '50501055', isOverride: false })
    await step(asked.body.id, 'authorize')
    expect(refusalOf(await update(asked.body.id, other))[1]).toBe('RETURN_MOVED_ON')
    const gone = await tenant.api.delete(`/payment-transactions-returns/${asked.body.id}`)
    expect(gone.status).toBe(204)
    expect(await unplaced(id)).toMatchObject({ status: 'OPEN', amountOpen: '100.00' })
    expect(await payment(of)).toMatchObject({ returned: '0.00' })
    const nameless = await unplacedIn(tenant, { payerAccount: undefined })
    expect(refusalOf(await askBack(nameless.id))[1]).toBe('RETURN_ACCOUNT_MISSING')
    expect(refusalOf(await askBack(nameless.id, other))[1]).toBe('RETURN_TO_ANOTHER')
    expect((await askBack(nameless.id, { ...other, override: true })).status).toBe(200)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a return among others', () => {
  test('happens once, whoever links or returns the same money at the same time', async () => {
    const { id, of } = await unplacedIn(tenant)
    const claim = await activated(at, tenant, clientId)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => askBack(id)),
      ...Array.from({ length: 4 }, () =>
        tenant.api.put(`/unplaced-payments/${id}/link`, { claims: [{ id: claim }] }),
      ),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(
      new Set([undefined, 'UNPLACED_MOVED_ON']),
    )
    const { id: secondId } = await unplacedIn(tenant)
    const { body } = await askBack(secondId)
    await step(body.id, 'authorize')
    const carried = await Promise.all(Array.from({ length: 4 }, () => step(body.id, 'return')))
    expect(carried.filter(({ status }) => status === 200).length).toBe(1)
    const { linked, unplaced: left } = await payment(of)
    expect([linked, left]).toContain('100.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('takes two people, is not seen by others, and is told of', async () => {
    const two = await tenantIn(at, 'Two', {})
    const { id } = await unplacedIn(two)
    const { body } = await two.api.put(`/unplaced-payments/${id}/return`, {})
    const path = `/payment-transactions-returns/${body.id}`
    const rights = ['AuthorizePaymentTransactionReturns', 'ReadInternalRequest'] as const
    const first = await two.holding(rights)
    const second = await two.holding(rights)
    expect((await first.put(`${path}/authorize`)).status).toBe(202)
    const request = (await first.post('/internal-request/topic', { topic: 'PAYMENT_RETURN' })).body
    expect(JSON.stringify(request)).not.toContain('5050-1055')
    expect(refusalOf(await first.put(`${path}/authorize`))[1]).toBe('SAME_APPROVER')
    expect((await second.put(`${path}/authorize`)).body.status).toBe('AUTHORIZED')
    expect((await tenant.api.get(path)).status).toBe(404)
    expect((await tenant.api.put(`${path}/return`)).status).toBe(404)
    const events = await at.owner(
      `select name from event where tenant_id = $1 and type = 'PAYMENT_RETURN' order by id`,
      [two.id],
    )
    expect(events.map(({ name }) => name)).toEqual(['created', 'authorized'])
    expect(await driftsOf(at, two.id)).toEqual([])
  })
})
