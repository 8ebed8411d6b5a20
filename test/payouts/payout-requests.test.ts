import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  expirePaymentRequest,
  sendPaymentRequest,
} from '../../src/activities/payments/requests/carry-request.ts'
import { activated, newDebtor, postingsOf } from '../factoring/ground.ts'
import { payableBy } from '../payments/requests-ground.ts'
import { driftsOf } from '../support/books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant({ listens: true })

let clientId: string
let payoutId: string
let methodId: string

/** 1,250.00 that is paid back to a debtor who has paid 12,500.00. */
async function refunded(of: TestTenant, client: string): Promise<string> {
  const debtor = newDebtor()
  const claim = await activated(at, of, client, { debtor })
  const paid = { amount: '12500.00', payerAccount: '5050-1055' }
  await of.api.put(`/invoices/${claim}/actions/payment`, paid)
  const credit = await activatedInvoice(of, client, {
    debtor,
    type: 'CREDIT_INVOICE',
    articleRows: [{ description: 'Back', quantity: '1', price: '1000.00', vatPercentage: 25 }],
  })
  return (await of.api.put(`/invoices/${credit}/actions/refund-credit-invoice`, {})).body.id
}

beforeEach(async () => {
  clientId = await clientIn(tenant)
  payoutId = await refunded(tenant, clientId)
  ;({ methodId } = await payableBy(tenant, clientId, 'SWISH', {}, 'OUT'))
})

const send = (payerAlias?: string, more: object = {}) =>
  tenant.api.post('/payment-requests', { methodId, payoutId, payerAlias, ...more })
const retry = (id: string, of = tenant.api) => of.put(`/payment-requests/retry-payout/${id}`, {})
const statusOf = async () =>
  (await at.owner('select status from payout where id = $1', [payoutId]))[0]?.['status']
const task = (entityId: string, runtime = at.runtime, tenantId = tenant.id) => ({
  runtime,
  tenantId,
  entityId,
  now: at.clock.now,
  workflowId: `payment-request/${tenantId}/${entityId}/1`,
})
const told = (paymentRequestId: string, more: object = {}) =>
  tenant.api.put('/events/payment-request-complete', {
    eventId: randomUUID(),
    paymentRequestId,
    status: 'COMPLETED',
    ...more,
  })

describe('a payout by a rail', () => {
  test('goes once, and leaves the bank in the book when the rail has brought it', async () => {
    expect((await send('46701234567', { amount: '1250.00' })).status).toBe(400)
    const { body, status } = await send('46701234567')
    expect([status, body]).toMatchObject([
      201,
      { direction: 'PUSH', amount: '1250.00', payoutId, status: 'CREATED' },
    ])
    expect(await statusOf()).toBe('EXPORTED')
    expect((await send('46701234567')).body.code).toBe('PAYOUT_NOT_POSSIBLE')
    const wrong = await told(body.id, { amount: '1249.99', currency: 'SEK' })
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ code: 'OTHER_AMOUNT' }] } })
    expect((await sendPaymentRequest(task(body.id))).status).toBe('COMPLETED')
    expect(await statusOf()).toBe('CONFIRMED')
    const booked = ['T BANK -125000', 'T IN_TRANSIT 125000']
    expect(await postingsOf(at, tenant, `payout/${payoutId}/paid-back`)).toEqual(booked)
    expect((await told(body.id)).status).toBe(200)
    expect(await postingsOf(at, tenant, `payout/${payoutId}/paid-back`)).toEqual(booked)
    expect((await retry(body.id)).body.code).toBe('PAYMENT_REQUEST_NOT_RETRIED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('that is declined waits again, and is sent once more under a reference of its own', async () => {
    const { id } = (await send('46701234501')).body
    expect((await sendPaymentRequest(task(id))).status).toBe('DECLINED')
    expect(await statusOf()).toBe('CREATED')
    const again = await retry(id)
    expect(again).toMatchObject({ status: 200, body: { status: 'CREATED', attempts: 2 } })
    expect(await statusOf()).toBe('EXPORTED')
    const starts = await at.owner(
      `select workflow_id from outbox where kind = 'start' and workflow_id like $1 order by id`,
      [`payment-request/${tenant.id}/${id}/%`],
    )
    expect(starts.map((start) => String(start['workflow_id']).at(-1))).toEqual(['1', '2'])
    expect((await retry(id)).body.code).toBe('PAYMENT_REQUEST_NOT_RETRIED')
    expect((await told(id, { externalId: 'BANK-2' })).status).toBe(200)
    expect(await statusOf()).toBe('CONFIRMED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('that comes back is looked at anew: its account was disabled, or its client paused', async () => {
    const made = await tenant.api.get(`/payouts/${payoutId}`)
    const sent = { kind: 'BANKGIRO', number: '5050-1055', holderName: 'Sundin Bygg AB' }
    const { debtorId } = made.body
    const account = await tenant.api.post('/client-debtor-payout-accounts', { debtorId, ...sent })
    const { id } = (await send('46701234501')).body
    const path = `/client-debtor-payout-accounts/${account.body.id}`
    expect((await tenant.api.put(path, { status: 'DISABLED' })).status).toBe(200)
    expect((await sendPaymentRequest(task(id))).status).toBe('DECLINED')
    expect(await statusOf()).toBe('BLOCKED')
    expect((await retry(id)).body.code).toBe('PAYOUT_NOT_POSSIBLE')
    const again = await tenant.api.post('/client-debtor-payout-accounts', { debtorId, ...sent })
    expect(again.status).toBe(201)
    await tenant.api.put(`/clients/${clientId}`, { status: 'PAUSED' })
    expect((await retry(id)).body.code).toBe('PAYOUT_NOT_POSSIBLE')
    await tenant.api.put(`/clients/${clientId}`, { status: 'ACTIVE' })
    expect(await statusOf()).toBe('CREATED')
    expect((await retry(id)).status).toBe(200)
    expect(await statusOf()).toBe('EXPORTED')
  })

  test('ends by what its rail says alone, however late', async () => {
    const { id } = (await send('46701234506')).body
    expect((await expirePaymentRequest(task(id))).status).toBe('CREATED')
    expect(await statusOf()).toBe('EXPORTED')
    const silent = (await tenant.api.delete(`/payment-requests/${id}`)).status
    expect([silent, await statusOf()]).toEqual([503, 'EXPORTED'])
    expect((await told(id, { status: 'FAILED', reason: 'Closed' })).status).toBe(200)
    expect(await statusOf()).toBe('CREATED')
    // It had arrived after all.
    expect((await told(id)).status).toBe(200)
    expect(await statusOf()).toBe('CONFIRMED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('that arrives though it was called off is told to a person', async () => {
    const { id } = (await send('46701234501')).body
    await sendPaymentRequest(task(id))
    await at.owner(`update payout set status = 'BLOCKED' where id = $1`, [payoutId])
    expect((await told(id)).status).toBe(200)
    const errands = await tenant.api.get(`/errands/system?subjectId=${payoutId}&type=PAYOUT`)
    expect(errands.body.data).toMatchObject([{ status: 'OPEN', severity: 'HIGH' }])
    // Told once more when nothing blocks it any longer, it is booked, and the errand ends.
    await at.owner(`update payout set status = 'CREATED' where id = $1`, [payoutId])
    expect((await told(id)).status).toBe(200)
    expect(await statusOf()).toBe('CONFIRMED')
    const [errand] = (await tenant.api.get(`/errands/system?subjectId=${payoutId}&type=PAYOUT`))
      .body.data
    expect(errand.status).toBe('RESOLVED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a payout by a rail where two people are asked', () => {
  test('takes both, to send and to send again; a client is none of them', async () => {
    const careful = await tenantIn(at, 'Careful', {})
    const theirs = await clientIn(careful)
    const debtor = newDebtor()
    const claim = await activated(at, careful, theirs, { debtor })
    await careful.api.put(`/invoices/${claim}/actions/payment`, {
      amount: '12500.00',
      payerAccount: '5050-1055',
    })
    const credit = await activatedInvoice(careful, theirs, {
      debtor,
      type: 'CREDIT_INVOICE',
      articleRows: [{ description: 'Back', quantity: '1', price: '1000.00', vatPercentage: 25 }],
    })
    const back = `/invoices/${credit}/actions/refund-credit-invoice`
    await careful.api.put(back, {})
    const refunder = await careful.holding(['RefundCreditInvoice'])
    const payout = (await refunder.put(back, {})).body.id
    const way = await payableBy(careful, theirs, 'SWISH', {}, 'OUT')
    const sent = { methodId: way.methodId, payoutId: payout, payerAlias: '46701234501' }
    expect((await careful.api.post('/payment-requests', sent)).status).toBe(202)
    expect((await careful.api.get('/payment-requests')).body.data).toEqual([])
    const second = await careful.holding(['CreatePaymentRequest', 'UpdatePaymentRequest'])
    const elsewhere = { ...sent, payerAlias: '46709999999' }
    expect((await second.post('/payment-requests', elsewhere)).status).toBe(202)
    const made = await second.post('/payment-requests', sent)
    expect(made.status).toBe(201)
    await sendPaymentRequest(task(made.body.id, at.runtime, careful.id))
    expect((await retry(made.body.id, careful.api)).status).toBe(202)
    expect((await retry(made.body.id, second)).status).toBe(200)
    const rights = ['CreatePaymentRequest'] as const
    const bound = await careful.holding([...rights], { clientId: theirs })
    const asked = await bound.post('/payment-requests', sent)
    expect([asked.status, asked.body.code]).toEqual([403, 'CLIENT_ONLY_PROPOSES'])
  })
})
