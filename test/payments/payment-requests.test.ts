import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  expirePaymentRequest,
  refreshPaymentRequest,
  sendPaymentRequest,
} from '../../src/activities/payments/requests/carry-request.ts'
import { activated, postingsOf } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant, tenantIn, type Answered } from '../support/world.ts'
import { payableBy } from './requests-ground.ts'

const { at, tenant } = await worldWithTenant({ listens: true })

let clientId: string
let claimId: string
let methodId: string
let configurationId: string

beforeEach(async () => {
  clientId = await clientIn(tenant)
  claimId = await activated(at, tenant, clientId)
  ;({ methodId, configurationId } = await payableBy(tenant, clientId))
})

const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.code]
const ask = (more: object = {}) =>
  tenant.api.post('/payment-requests', { methodId, claimId, ...more })
const asked = async (more: object = {}): Promise<string> => (await ask(more)).body.id
const read = async (id: string) => (await tenant.api.get(`/payment-requests/${id}`)).body
const task = (entityId: string) => ({
  runtime: at.runtime,
  tenantId: tenant.id,
  entityId,
  now: at.clock.now,
  workflowId: `payment-request/${tenant.id}/${entityId}/1`,
})
const told = (paymentRequestId: string, more: object = {}) =>
  tenant.api.put('/events/payment-request-complete', {
    eventId: randomUUID(),
    paymentRequestId,
    status: 'COMPLETED',
    ...more,
  })
const balance = async (id = claimId) =>
  (await tenant.api.get(`/invoices/${id}`)).body.totals.balance
const moneyOf = async () =>
  (await at.owner(
    `select source, status, amount::text, linked::text, unplaced::text from payment_transaction
     where client_id = $1 order by id`,
    [clientId],
  )) as { source: string; status: string; amount: string; linked: string; unplaced: string }[]
const whole = {
  source: 'PAYMENT_REQUEST',
  status: 'BOOKED',
  amount: '1250000',
  linked: '1250000',
  unplaced: '0',
}

describe('a payer that is asked for money', () => {
  test('pays all that is owed: the rail says so, and the claim is paid in both books', async () => {
    const made = await ask({ payerAlias: '46701234567' })
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'CREATED', direction: 'PULL', amount: '12500.00', currency: 'SEK', claimId },
    })
    const { id } = made.body
    expect((await sendPaymentRequest(task(id))).status).toBe('COMPLETED')
    const request = await read(id)
    expect(request).toMatchObject({ status: 'COMPLETED', externalId: `SIM-${id}/1` })
    expect(await balance()).toBe('0.00')
    expect(await moneyOf()).toEqual([whole])
    const payment = (await tenant.api.get(`/payments/${request.transactionId}`)).body
    expect(payment).toMatchObject({ bankRef: `SIM-${id}/1`.slice(0, 60), endToEndId: id })
    expect(await postingsOf(at, tenant, `payment/${payment.id}`)).toEqual([
      'T BANK 1250000',
      'T UNALLOCATED -1250000',
    ])
    const received = await tenant.api.get(`/events/received?subjectId=${id}`)
    expect(received.body.data).toMatchObject([{ status: 'APPLIED', externalId: `SIM-${id}/1` }])
    // The process that dies after the rail has it sends it again: nothing moves twice.
    expect((await sendPaymentRequest(task(id))).status).toBe('COMPLETED')
    expect(await moneyOf()).toEqual([whole])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is asked for what is owed at most, by what is agreed alone', async () => {
    expect(refusalOf(await ask({ amount: '12500.01' }))).toEqual([
      409,
      'CLAIM_EXCEEDED',
      'CLAIM_EXCEEDED',
    ])
    for (const [change, code] of [
      [{ minAmount: '12500.01' }, 'BELOW_MINIMUM'],
      [{ minAmount: null, maxAmount: '12499.99' }, 'ABOVE_MAXIMUM'],
    ] as const) {
      await tenant.api.put(`/payment-methods/configurations/${configurationId}`, change)
      expect(refusalOf(await ask())).toEqual([409, 'PAYMENT_METHOD_UNFIT', code])
    }
    await tenant.api.put(`/payment-methods/configurations/${configurationId}`, { maxAmount: null })
    const put = (change: object) => tenant.api.put(`/payment-methods/${methodId}`, change)
    await put({ countries: ['NO'] })
    expect(refusalOf(await ask())[2]).toBe('COUNTRY_NOT_TAKEN')
    await put({ countries: ['SE'], enabled: false })
    expect(refusalOf(await ask())[2]).toBe('SWITCHED_OFF')
    await put({ enabled: true })
    const other = (await tenant.api.get('/payment-methods?code=CARD')).body.data[0].id
    expect(refusalOf(await ask({ methodId: other }))[2]).toBe('NOT_AGREED')
    const out = (await tenant.api.get('/payment-methods?code=SWISH&direction=OUT')).body.data[0].id
    expect(refusalOf(await ask({ methodId: out }))[2]).toBe('WRONG_DIRECTION')
    expect(refusalOf(await ask({ claimId: undefined }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'ONE_OF',
    ])
    await tenant.api.post('/payments', {
      amount: '12500.00',
      currency: 'SEK',
      claims: [{ id: claimId }],
    })
    expect(refusalOf(await ask())[1]).toBe('CLAIM_NOT_PAYABLE')
  })
})

describe('what becomes of a request', () => {
  test('is shown: it was declined, has failed, or its rail cannot be reached', async () => {
    const declined = await asked({ payerAlias: '46701234501' })
    expect((await sendPaymentRequest(task(declined))).status).toBe('DECLINED')
    expect(await read(declined)).toMatchObject({ reason: 'Whoever was asked has declined' })
    const away = await asked({ payerAlias: '46701234506' })
    expect((await sendPaymentRequest(task(away))).status).toBe('CREATED')
    expect((await tenant.api.delete(`/payment-requests/${away}`)).status).toBe(503)
    const failed = await asked({ payerAlias: '46701234503' })
    expect((await sendPaymentRequest(task(failed))).status).toBe('FAILED')
    expect(await moneyOf()).toEqual([])
  })

  test('is what came: half is on the claim, and the rest stays owed', async () => {
    const id = await asked({ payerAlias: '46701234505' })
    expect((await sendPaymentRequest(task(id))).status).toBe('COMPLETED')
    expect(await balance()).toBe('6250.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is known when somebody asks', async () => {
    const [one, two] = [
      await asked({ payerAlias: '46701234504', amount: '100.00' }),
      await asked({ payerAlias: '46701234504', amount: '200.00' }),
    ]
    for (const id of [one, two]) {
      expect((await sendPaymentRequest(task(id))).status).toBe('PENDING')
    }
    expect((await tenant.api.get(`/payment-requests/status/${one}`)).body).toMatchObject({
      status: 'COMPLETED',
    })
    expect(await balance()).toBe('12400.00')
    const both = await tenant.api.post('/payment-requests/status', { ids: [one, two] })
    expect(both).toMatchObject({ status: 200, body: { data: [{ id: one }, { id: two }] } })
    expect(both.body.data.map(({ status }: { status: string }) => status)).toEqual([
      'COMPLETED',
      'COMPLETED',
    ])
    expect(await balance()).toBe('12200.00')
    expect((await refreshPaymentRequest(task(two))).status).toBe('COMPLETED')
    expect(await moneyOf()).toHaveLength(2)
    const other = await tenantIn(at)
    expect((await other.api.get(`/payment-requests/status/${one}`)).status).toBe(404)
    const unknown = await other.api.post('/payment-requests/status', { ids: [one] })
    expect(refusalOf(unknown)[0]).toBe(404)
  })
})

describe('how a rail says it', () => {
  test('comes by our endpoint, with a token of one right for a day', async () => {
    const ids = [await asked({ amount: '10.00' }), await asked({ amount: '20.00' })]
    for (const id of ids) await sendPaymentRequest(task(id))
    const received = await Promise.all(
      ids.map((id) => tenant.api.get(`/events/received?subjectId=${id}`)),
    )
    const senders = received.flatMap(({ body }) =>
      body.data.map(({ receivedFrom }: { receivedFrom: string }) => receivedFrom),
    )
    expect(senders).toHaveLength(2)
    const rows = await at.owner(
      `select name, kind, rights, super_user, client_id, debtor_id, user_id,
         extract(epoch from expires_at - created_at)::int / 3600 as hours
       from token where id = any($1)`,
      [senders],
    )
    expect(rows).toEqual([
      {
        name: 'Rails of payment requests',
        kind: 'SYSTEM',
        rights: ['UpdatePaymentRequestStatus'],
        super_user: false,
        client_id: null,
        debtor_id: null,
        user_id: null,
        hours: 24,
      },
    ])
  })

  test('is given another token once somebody has revoked the one it has', async () => {
    const send = async () => {
      const id = await asked({ payerAlias: '46701234567', amount: '10.00' })
      expect((await sendPaymentRequest(task(id))).status).toBe('COMPLETED')
      const [told] = (await tenant.api.get(`/events/received?subjectId=${id}`)).body.data
      return told.receivedFrom as string
    }
    const first = await send()
    expect(await send()).toBe(first)
    expect((await tenant.api.delete(`/token/${first}`)).status).toBe(204)
    const second = await send()
    expect(second).not.toBe(first)
    expect(await send()).toBe(second)
  })

  test('is asked for where it could not tell it', async () => {
    const id = await asked({ payerAlias: '46701234567' })
    const deaf = { ...at.runtime, eventsUrl: 'http://127.0.0.1:9' }
    expect((await sendPaymentRequest({ ...task(id), runtime: deaf })).status).toBe('PENDING')
    expect(await moneyOf()).toEqual([])
    expect((await refreshPaymentRequest(task(id))).status).toBe('COMPLETED')
    expect(await moneyOf()).toEqual([whole])
  })
})

describe('what a rail says', () => {
  test('counts once, however often and by how many it is told at once', async () => {
    const id = await asked()
    const event = {
      eventId: randomUUID(),
      externalId: 'BANK-1',
      amount: '12500.00',
      currency: 'SEK',
    }
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => told(id, event)),
      ...Array.from({ length: 4 }, () => told(id, { ...event, eventId: randomUUID() })),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await moneyOf()).toEqual([whole])
    expect(refusalOf(await told(id, { status: 'DECLINED' }))[1]).toBe('PAYMENT_REQUEST_ENDED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of a second movement is money too, which waits where nothing is owed', async () => {
    const id = await asked()
    await told(id, { externalId: 'BANK-1' })
    expect(
      (await told(id, { externalId: 'BANK-2', amount: '20.00', currency: 'SEK' })).status,
    ).toBe(200)
    expect(await moneyOf()).toEqual([
      whole,
      { ...whole, amount: '2000', linked: '0', unplaced: '2000' },
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of money after the request was cancelled or out of time still counts', async () => {
    const cancelled = await asked({ amount: '1000.00' })
    expect((await tenant.api.delete(`/payment-requests/${cancelled}`)).status).toBe(204)
    const silent = await asked({ amount: '1000.00', payerAlias: '46701234502' })
    expect((await tenant.api.delete(`/payment-requests/${silent}`)).status).toBe(204)
    expect(await read(silent)).toMatchObject({ status: 'CANCELLED' })
    expect((await tenant.api.delete(`/payment-requests/${silent}`)).body.code).toBe(
      'PAYMENT_REQUEST_ENDED',
    )
    expect((await told(silent, { externalId: 'LATE-1' })).status).toBe(200)
    expect(await read(silent)).toMatchObject({ status: 'COMPLETED' })
    const late = await asked({ amount: '500.00', payerAlias: '46701234502' })
    await sendPaymentRequest(task(late))
    expect((await expirePaymentRequest(task(late))).status).toBe('EXPIRED')
    expect((await told(late, { externalId: 'LATE-2' })).status).toBe(200)
    expect(await balance()).toBe('11000.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of another currency waits unplaced, and of nothing that is ours is refused', async () => {
    const id = await asked()
    expect((await told(id, { amount: '10.00', currency: 'EUR' })).status).toBe(200)
    expect(await moneyOf()).toMatchObject([{ amount: '1000', linked: '0', unplaced: '1000' }])
    expect(await balance()).toBe('12500.00')
    for (const other of ['ref-4711', clientId]) {
      expect(refusalOf(await told(other))).toEqual([404, 'NOT_FOUND', 'NOT_FOUND'])
    }
    const foreign = await tenantIn(at)
    const theirs = { eventId: randomUUID(), paymentRequestId: id, status: 'COMPLETED' }
    const sent = await foreign.api.put('/events/payment-request-complete', theirs)
    expect(sent.status).toBe(404)
    const bound = await tenant.holding(['UpdatePaymentRequestStatus'], { clientId })
    const said = await bound.put('/events/payment-request-complete', theirs)
    expect(refusalOf(said).slice(0, 2)).toEqual([403, 'CLIENT_ONLY_PROPOSES'])
    expect(refusalOf(await told(id, { bookDate: '2999-01-01' }))[2]).toBe('IN_THE_FUTURE')
    expect(refusalOf(await told(id, { bookDate: '1999-01-01' }))[2]).toBe('FAR_IN_THE_PAST')
  })

  test('that pays when it is cancelled is not cancelled', async () => {
    const id = await asked({ payerAlias: '46701234507' })
    await sendPaymentRequest(task(id))
    const refused = await tenant.api.delete(`/payment-requests/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'PAYMENT_REQUEST_ENDED' } })
    expect((await expirePaymentRequest(task(id))).status).toBe('COMPLETED')
    expect(await moneyOf()).toEqual([whole])
  })
})

describe('who is bound', () => {
  test('asks and reads of its own alone; a debtor pays what it owes', async () => {
    const rights = ['CreatePaymentRequest', 'ReadPaymentRequest', 'ReadPaymentRequests'] as const
    const refresh = [...rights, 'UpdatePaymentRequest'] as const
    const bound = await tenant.holding(refresh, { clientId })
    const made = await bound.post('/payment-requests', {
      methodId,
      claimId,
      amount: '100.00',
      payerAlias: '46701234504',
    })
    expect(made.status).toBe(201)
    await sendPaymentRequest(task(made.body.id))
    // What its rail says is booked, though a client books nothing.
    const asked = await bound.get(`/payment-requests/status/${made.body.id}`)
    expect(asked.body).toMatchObject({ status: 'COMPLETED' })
    expect(await balance()).toBe('12400.00')
    const { debtorId } = (await tenant.api.get(`/invoices/${claimId}`)).body
    const payer = await tenant.holding(rights, { clientId, debtorId })
    const paying = await payer.post('/payment-requests', { methodId, claimId })
    expect(paying).toMatchObject({ status: 201, body: { amount: '12400.00' } })
    const other = await clientIn(tenant)
    const stranger = await tenant.holding(rights, { clientId: other })
    expect((await stranger.post('/payment-requests', { methodId, claimId })).status).toBe(404)
    expect((await stranger.get(`/payment-requests/${made.body.id}`)).status).toBe(404)
    expect((await stranger.get('/payment-requests')).body.data).toEqual([])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('an invoice', () => {
  test('says how it can be paid, and is switched off for one alone', async () => {
    const path = `/invoices/${claimId}`
    expect((await tenant.api.get(`${path}/payment-methods`)).body.data).toEqual([
      { methodId, code: 'SWISH', enabled: true, unfit: null },
    ])
    const off = await tenant.api.put(`${path}/payment-methods/toggle`, { methodId, enabled: false })
    expect(off.body.data).toMatchObject([{ enabled: false, unfit: 'NOT_FOR_THIS_INVOICE' }])
    expect(refusalOf(await ask())[2]).toBe('NOT_FOR_THIS_INVOICE')
    const second = await activated(at, tenant, clientId)
    expect((await ask({ claimId: second })).status).toBe(201)
    await tenant.api.put(`${path}/payment-methods/toggle`, { methodId, enabled: true })
    const shut = await tenant.api.put(`${path}/payment-method-configurations/toggle`, {
      configurationId,
      enabled: false,
    })
    expect(shut.body.data).toMatchObject([{ configurationId, methodId, enabled: false }])
    const shown = await tenant.api.get(`${path}/payment-method-configurations`)
    expect(shown.body).toEqual(shut.body)
    const other = (await tenant.api.get('/payment-methods?code=CARD')).body.data[0].id
    const unknown = { methodId: other, enabled: false }
    expect((await tenant.api.put(`${path}/payment-methods/toggle`, unknown)).status).toBe(404)
  })
})
