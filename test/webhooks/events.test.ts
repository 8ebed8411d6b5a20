import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { bookedClient, type BookedClient } from '../support/booked-client.ts'
import { voucherTaken } from './voucher-taken.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let client: BookedClient

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  client = await bookedClient(tenant)
})
afterAll(() => at.close())

let told = 0
const eventId = () => `evt-${++told}`

const monitoring = (more: object = {}) => ({
  eventId: eventId(),
  providerRef: `check-${told}`,
  type: 'SANCTION',
  result: 'HIT',
  subjectType: 'CLIENT',
  subjectId: client.id,
  ...more,
})
const hit = (more: object = {}, as = tenant.api) =>
  as.post('/events/aml-monitoring-result', monitoring(more))

const errandsOf = async (subjectId: string, type: string) =>
  (await tenant.api.get(`/errands/system?subjectId=${subjectId}&type=${type}`)).body.data

/** A voucher that a connector has taken. */
const takenVoucher = () => voucherTaken(tenant, client)

const voucherOf = async (id: string) => (await tenant.api.get(`/vouchers/${id}`)).body
const vouchers = (body: object, as = tenant.api) => as.post('/events/sync-voucher-complete', body)

describe('vouchers that another system has booked', () => {
  test('are moved, all at once, and the event is applied', async () => {
    const ids = [await takenVoucher(), await takenVoucher()]
    const body = {
      eventId: eventId(),
      voucherIds: ids,
      status: 'EXTERNAL_BOOKED',
      externalId: 'F-1',
    }
    const answer = await vouchers(body)
    expect(answer).toMatchObject({
      status: 201,
      body: { kind: 'SYNC_VOUCHER_COMPLETE', status: 'APPLIED', error: null },
    })
    expect(answer.body.appliedAt).not.toBeNull()
    for (const id of ids) {
      expect(await voucherOf(id)).toMatchObject({
        status: 'EXTERNAL_BOOKED',
        external: { id: 'F-1' },
      })
    }
    const events = await at.owner(
      `select type, name from event where subject_id = any ($1) and name = 'externallyBooked'`,
      [ids],
    )
    expect(events).toHaveLength(2)
    const read = await tenant.api.get(answer.headers.get('location') ?? '')
    expect(read.body).toMatchObject({ externalId: body.eventId, payload: body })
  })

  test('count once, even if they are sent often and in several calls', async () => {
    const id = await takenVoucher()
    const body = { eventId: eventId(), voucherIds: [id], status: 'EXTERNAL_FAILED', error: 'No' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => vouchers(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    for (const { body: shown } of answers) expect(shown).toEqual(answers[0]!.body)
    const moves = await at.owner(
      `select 1 from changelog where entity_id = $1 and changes -> 'externalError' is not null
       and changes -> 'status' ->> 'to' = 'EXTERNAL_FAILED'`,
      [id],
    )
    expect(moves).toHaveLength(1)
    expect(await errandsOf(id, 'VOUCHER')).toMatchObject([{ status: 'OPEN' }])
    // Also after the voucher has gone on, it is only the same word again.
    await tenant.api.put(`/vouchers/${id}/external/resend`)
    expect((await vouchers(body)).body).toEqual(answers[0]!.body)
    expect((await voucherOf(id)).status).toBe('EXPORTED')
  })

  test('are refused where they are not known or not under way, and nothing is kept', async () => {
    const [known, lost] = [await takenVoucher(), newId('Voucher')]
    const body = { eventId: eventId(), status: 'EXTERNAL_BOOKED', externalId: 'F-2' }
    expect(await vouchers({ ...body, voucherIds: [known, lost] })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', errors: [{ pointer: '/voucherIds/1' }] },
    })
    expect((await voucherOf(known)).status).toBe('EXPORTED')
    expect((await vouchers({ ...body, voucherIds: [known] })).status).toBe(201)
    const late = await vouchers({
      eventId: eventId(),
      voucherIds: [known],
      status: 'EXTERNAL_FAILED',
      error: 'Too late',
    })
    expect(late).toMatchObject({ status: 409, body: { code: 'VOUCHER_NOT_EXPORTED' } })
  })

  test('of another client are as absent for a sender who is bound to one', async () => {
    const theirs = await takenVoucher()
    const other = await bookedClient(tenant)
    const sender = await tenant.holding(['CreateSyncVoucherEvents'], { clientId: other.id })
    const body = { eventId: eventId(), status: 'EXTERNAL_BOOKED', externalId: 'F-3' }
    expect((await vouchers({ ...body, voucherIds: [theirs] }, sender)).status).toBe(404)
    expect((await voucherOf(theirs)).status).toBe('EXPORTED')
  })
})

describe('a monitoring result', () => {
  test('that hits is kept, and leaves an errand that the same check settles', async () => {
    const { id } = await bookedClient(tenant)
    const answer = await hit({ subjectId: id, providerRef: 'check-a' })
    expect(answer).toMatchObject({
      status: 201,
      body: { status: 'KEPT', clientId: null, subjectId: id, appliedAt: null },
    })
    const open = await errandsOf(id, 'AML')
    expect(open).toMatchObject([{ status: 'OPEN', severity: 'HIGH', clientId: null }])
    await hit({ subjectId: id, providerRef: 'check-b', result: 'CLEAR' })
    expect(await errandsOf(id, 'AML')).toMatchObject([{ status: 'OPEN' }])
    await hit({ subjectId: id, providerRef: 'check-a', result: 'CLEAR' })
    expect(await errandsOf(id, 'AML')).toMatchObject([{ status: 'RESOLVED' }])
  })

  test('of one check about several, or several things, is found and cleared by itself', async () => {
    const [one, other] = [await bookedClient(tenant), await bookedClient(tenant)]
    const of = { providerRef: 'check-c' }
    await hit({ ...of, subjectId: one.id })
    await hit({ ...of, subjectId: other.id })
    await hit({ ...of, subjectId: one.id, type: 'PEP' })
    await hit({ ...of, subjectId: one.id, type: 'PEP', result: 'CLEAR' })
    const statuses = async (id: string) =>
      (await errandsOf(id, 'AML')).map(({ status }: { status: string }) => status).toSorted()
    expect(await statuses(one.id)).toEqual(['OPEN', 'RESOLVED'])
    expect(await statuses(other.id)).toEqual(['OPEN'])
    await hit({ ...of, subjectId: other.id, result: 'CLEAR' })
    expect(await statuses(one.id)).toEqual(['OPEN', 'RESOLVED'])
    expect(await statuses(other.id)).toEqual(['RESOLVED'])
  })

  test('is refused if its subject is absent or foreign, stored if not known', async () => {
    const elsewhere = await bookedClient(await tenantIn(at))
    for (const subjectId of [newId('Client'), elsewhere.id, 'x']) {
      expect(await hit({ subjectId })).toMatchObject({
        status: 404,
        body: { errors: [{ pointer: '/subjectId' }] },
      })
    }
    for (const subjectType of ['DEBTOR', 'INVOICE', 'PAYOUT']) {
      expect((await hit({ subjectType, subjectId: newId('Debtor') })).status).toBe(404)
    }
    const loan = await hit({ subjectType: 'LOAN', subjectId: 'loan-1' })
    expect(loan.body).toMatchObject({ status: 'KEPT', clientId: null })
  })

  test('is known to no client: neither to its people nor to its subscriptions', async () => {
    const { id } = await bookedClient(tenant)
    const theirs = await tenant.holding(
      ['CreateWebhook', 'ReadWebhookRequestLog', 'ReadSystemErrands'],
      { clientId: id },
    )
    for (const type of ['INBOUND_EVENT', 'ERRAND']) {
      const how = { trigger: 'PUSH', method: 'POST', key: 'a key of letters' }
      const url = 'https://93.184.216.34/hook'
      const { status } = await theirs.post('/webhook', { title: type, url, type, ...how })
      expect(status).toBe(201)
    }
    const { body } = await hit({ subjectId: id })
    expect((await theirs.get('/events/received')).body.data).toEqual([])
    expect((await theirs.get(`/events/received/${body.id}`)).status).toBe(404)
    expect((await theirs.get('/webhook/log')).body.data).toEqual([])
    const [{ n }] = (await at.owner(
      'select count(*)::int as n from webhook_log where tenant_id = $1',
      [tenant.id],
    )) as [{ n: number }]
    expect(n).toBe(0)
  })

  test('shows its payload to those alone who may send it', async () => {
    const { body } = await hit()
    const [sender, operator, signer] = await Promise.all([
      tenant.holding(['CreateAmlMonitoringEvents']),
      tenant.holding(['ReadWebhookRequestLog']),
      tenant.holding(['UpdateSignatureRequest']),
    ])
    const path = `/events/received/${body.id}`
    expect((await sender.get(path)).body.payload).toMatchObject({ result: 'HIT' })
    expect((await operator.get(path)).body.payload).toBeNull()
    expect((await signer.get(path)).status).toBe(404)
    expect((await signer.get('/events/received')).status).toBe(403)
  })
})

describe('a payment sync', () => {
  const sync = (more: object = {}, as = tenant.api) =>
    as.post('/events/sync-payment-complete', {
      eventId: eventId(),
      status: 'FAILED',
      paymentIds: ['p-1'],
      error: 'No such customer',
      ...more,
    })

  test('that failed leaves an errand, and is seen in the sync of the client', async () => {
    const { id: clientId } = await bookedClient(tenant)
    await tenant.api.put(`/clients/${clientId}/sync`, { status: 'ENABLED' })
    const bound = await tenant.holding(['CreateSyncPaymentEvents'], { clientId })
    expect((await sync({}, bound)).body).toMatchObject({ status: 'KEPT', clientId })
    expect(await errandsOf(clientId, 'SYNC')).toMatchObject([{ status: 'OPEN' }])
    await sync({ clientId, status: 'COMPLETED', error: undefined })
    expect(await errandsOf(clientId, 'SYNC')).toMatchObject([{ status: 'RESOLVED' }])
  })

  test('says of which client it is, and a bound sender of no other', async () => {
    expect(await sync()).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/clientId', code: 'REQUIRED' }] },
    })
    expect((await sync({ clientId: newId('Client') })).status).toBe(404)
    const bound = await tenant.holding(['CreateSyncPaymentEvents'], { clientId: client.id })
    const { id: clientId } = await bookedClient(tenant)
    expect((await sync({ clientId }, bound)).status).toBe(404)
  })
})

test.each([
  [{ amount: '1.999', currency: 'SEK' }, '/amount', 'TOO_PRECISE'],
  [{ amount: '1.5', currency: 'JPY' }, '/amount', 'TOO_PRECISE'],
  [{ amount: '1.00' }, '/currency', 'REQUIRED'],
  [{ amount: '1.00', currency: 'SEX' }, '/currency', 'INVALID_VALUE'],
])('a payment request ends in money that there is: %j', async (money, pointer, code) => {
  const request = {
    eventId: eventId(),
    paymentRequestId: newId('PaymentRequest'),
    status: 'COMPLETED',
  }
  const put = (more: object) =>
    tenant.api.put('/events/payment-request-complete', { ...request, ...more })
  expect(await put(money)).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } })
  const kept = await at.owner('select 1 from inbound_event where external_id = $1', [
    request.eventId,
  ])
  expect(kept).toEqual([])
  // What is right is of a request that is not there.
  expect((await put({ amount: '1.999', currency: 'BHD' })).status).toBe(404)
})

describe('every event', () => {
  const signature = (more: object = {}) => ({
    eventId: eventId(),
    signatureRequestId: 'sr-1',
    status: 'SIGNED',
    ...more,
  })

  test('is stored if it cannot be applied yet, and shown', async () => {
    const signed = await tenant.api.post('/events/signature/event', signature())
    expect(signed).toMatchObject({ status: 201, body: { status: 'KEPT', subjectId: 'sr-1' } })
    const [event] = await at.owner(`select type, name from event where subject_id = $1`, [
      signed.body.id,
    ])
    expect(event).toEqual({ type: 'INBOUND_EVENT', name: 'received' })
    const listed = await tenant.api.get('/events/received?status=KEPT&subjectId=sr-1')
    expect(listed.body.data).toContainEqual(signed.body)
  })

  test('that comes under the id of another is refused, with whose it was', async () => {
    const first = signature()
    const { body } = await tenant.api.post('/events/signature/event', first)
    const again = await tenant.api.post('/events/signature/event', { ...first, status: 'DECLINED' })
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'EVENT_ID_REUSED', existingId: body.id },
    })
    // Another kind, another tenant and another client count their own ids.
    const { eventId: same } = first
    expect((await hit({ eventId: same })).status).toBe(201)
    const other = await tenantIn(at)
    expect((await other.api.post('/events/signature/event', first)).body.id).not.toBe(body.id)
    const bound = await tenant.holding(['UpdateSignatureRequest'], { clientId: client.id })
    const theirs = await bound.post('/events/signature/event', { ...first, status: 'SENT' })
    expect(theirs).toMatchObject({ status: 201, body: { clientId: client.id } })
  })

  test('is strict in what it may say', async () => {
    for (const more of [{ eventId: '' }, { status: 'PERHAPS' }, { extra: 1 }]) {
      const { status } = await tenant.api.post('/events/signature/event', signature(more))
      expect(status).toBe(400)
    }
    const id = await takenVoucher()
    const without = { eventId: eventId(), voucherIds: [id], status: 'EXTERNAL_FAILED' }
    expect((await vouchers(without)).status).toBe(400)
  })
})
