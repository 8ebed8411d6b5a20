import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated, asked, financedClient, newDebtor, postingsOf } from '../factoring/ground.ts'
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

const pay = (amount: string, more: object = {}): Promise<Answered> =>
  tenant.api.post('/payments', { amount, currency: 'SEK', ...more })
const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const referenceOf = async (id: string) =>
  String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference)
const linksOf = async (id: string) => (await tenant.api.get(`/payments/${id}/links`)).body.data
const unplacedOf = async (paymentId: string) => {
  const { data } = (await tenant.api.post('/unplaced-payments/search', { limit: 200 })).body
  return (data as { transactionId: string }[]).find((one) => one.transactionId === paymentId) as
    | { id: string; amountOpen: string; status: string; reasonCode: string }
    | undefined
}
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]

describe('the day of a payment', () => {
  test('is of a day that has come, within the time that a claim lives', async () => {
    const claim = await activated(at, tenant, clientId)
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const entering = (bookDate: string) => [
      pay('1.00', { bookDate }),
      tenant.api.put(`/invoices/${claim}/actions/payment`, {
        amount: '1.00',
        currency: 'SEK',
        bookDate,
      }),
      tenant.api.put(`/invoices/${claim}/actions/direct-payment`, { amount: '1.00', bookDate }),
      tenant.api.post('/payments/multiple', {
        payments: [
          { amount: '1.00', currency: 'SEK' },
          { amount: '1.00', currency: 'SEK', bookDate },
        ],
      }),
    ]
    const codes = async (bookDate: string) =>
      (await Promise.all(entering(bookDate))).map(({ body }) => [
        body.errors?.[0]?.pointer,
        body.errors?.[0]?.code,
      ])
    const pointers = ['/bookDate', '/bookDate', '/bookDate', '/payments/1/bookDate']
    for (const [bookDate, code] of [
      [day(-3_700), 'FAR_IN_THE_PAST'],
      ['1900-01-01', 'FAR_IN_THE_PAST'],
      [day(3), 'IN_THE_FUTURE'],
    ] as const) {
      expect(await codes(bookDate)).toEqual(pointers.map((pointer) => [pointer, code]))
    }
    expect((await pay('1.00', { bookDate: day(-3_600) })).status).toBe(201)
  })
})

describe('the amount of a payment', () => {
  test.each([
    ['1.005', 'SEK', 'amount'],
    ['1.5', 'JPY', 'amount'],
    ['0.00', 'SEK', 'amount'],
    ['-1.00', 'SEK', 'amount'],
    ['1,00', 'SEK', 'amount'],
    ['1e3', 'SEK', 'amount'],
    ['99999999999999999999.00', 'SEK', 'amount'],
    ['1.00', 'XXX', 'currency'],
  ])('%s %s is refused where it stands', async (amount, currency, field) => {
    const claim = await activated(at, tenant, clientId)
    const payments = [
      { amount: '1.00', currency: 'SEK' },
      { amount, currency },
    ]
    const answers = [
      [await pay(amount, { currency }), `/${field}`],
      [await tenant.api.post('/payments/multiple', { payments }), `/payments/1/${field}`],
      [
        await tenant.api.put(`/invoices/${claim}/actions/payment`, { amount, currency }),
        `/${field}`,
      ],
    ] as const
    for (const [{ status, body }, pointer] of answers) {
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer])
    }
  })
})

describe('a payment that is entered', () => {
  test('with the reference of a claim closes it, in both books', async () => {
    const claim = await activated(at, tenant, clientId)
    const answer = await pay('12500.00', { reference: await referenceOf(claim) })
    expect(answer.body).toMatchObject({ status: 'BOOKED', linked: '12500.00', unplaced: '0.00' })
    expect([answer.status, answer.body.clientId]).toEqual([201, clientId])
    expect(await invoice(claim)).toMatchObject({
      statuses: { main: 'CLOSED', ledger: 'PAID' },
      totals: { balance: '0.00' },
    })
    const { id } = answer.body
    expect(await postingsOf(at, tenant, `payment/${id}`)).toEqual([
      'T BANK 1250000',
      'T UNALLOCATED -1250000',
    ])
    const [link] = await linksOf(id)
    expect(link).toMatchObject({ claimId: claim, status: 'BOOKED', reasons: ['REFERENCE'] })
    expect(await postingsOf(at, tenant, `payment-link/${link.id}/CAPITAL`)).toEqual([
      'C AR -1250000',
      'C CLEARING 1250000',
      'T CLIENT_PAYABLE -1250000',
      'T UNALLOCATED 1250000',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of more than is owed leaves the rest unplaced, which is then put elsewhere', async () => {
    const [first, second] = [
      await activated(at, tenant, clientId),
      await activated(at, tenant, clientId),
    ]
    const { body } = await pay('13000.00', { reference: await referenceOf(first) })
    expect(body).toMatchObject({ linked: '12500.00', unplaced: '500.00' })
    const rest = await unplacedOf(body.id)
    expect(rest).toMatchObject({ amountOpen: '500.00', reasonCode: 'OVERPAYMENT', status: 'OPEN' })
    const link = (claims: object[]) =>
      tenant.api.put(`/unplaced-payments/${rest?.id}/link`, { claims })
    expect(refusalOf(await link([{ id: second, amount: '500.01' }]))).toEqual([
      409,
      'PAYMENT_EXCEEDED',
      '/claims/0/id',
    ])
    expect(refusalOf(await link([{ id: first }]))).toEqual([
      409,
      'CLAIM_NOT_PAYABLE',
      '/claims/0/id',
    ])
    const placed = await link([{ id: second }])
    expect(placed.body).toMatchObject({ status: 'LINKED', amountOpen: '0.00' })
    expect((await invoice(second)).totals).toMatchObject({ balance: '12000.00', paid: '500.00' })
    expect(refusalOf(await link([{ id: second }]))[1]).toBe('UNPLACED_MOVED_ON')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('without a reference waits, in the books and on no claim', async () => {
    const { body } = await pay('700.00', { message: 'Thank you' })
    expect(body).toMatchObject({ status: 'BOOKED', linked: '0.00', unplaced: '700.00' })
    expect(await unplacedOf(body.id)).toMatchObject({ reasonCode: 'NO_MATCH' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is spread over the claims that are named, to the öre or not at all', async () => {
    const [first, second] = [
      await activated(at, tenant, clientId),
      await activated(at, tenant, clientId),
    ]
    const claims = [{ id: first, amount: '500.50' }, { id: second }]
    const { body } = await pay('1000.00', { claims })
    expect(body).toMatchObject({ linked: '1000.00', unplaced: '0.00' })
    expect((await invoice(first)).totals.balance).toBe('11999.50')
    expect((await invoice(second)).totals.balance).toBe('12000.50')
    const tooMuch = await pay('20000.00', { claims: [{ id: first, amount: '12000.00' }] })
    expect(refusalOf(tooMuch)).toEqual([409, 'CLAIM_EXCEEDED', '/claims/0/id'])
    const beyond = await pay('10.00', { claims: [{ id: first, amount: '10.01' }] })
    expect(refusalOf(beyond)).toEqual([409, 'PAYMENT_EXCEEDED', '/claims/0/id'])
    const twice = await pay('10.00', { claims: [{ id: first }, { id: first }] })
    expect(refusalOf(twice)).toEqual([400, 'VALIDATION_FAILED', '/claims/1/id'])
    const foreign = await tenant.api.post('/payments', {
      amount: '10.00',
      currency: 'EUR',
      claims: [{ id: first }],
    })
    expect(refusalOf(foreign)).toEqual([409, 'CLAIM_NOT_PAYABLE', '/claims/0/id'])
    for (const amount of ['0', '0.00', '10.001']) expect((await pay(amount)).status).toBe(400)
    const tomorrow = await pay('10.00', { bookDate: '2999-01-01' })
    expect(refusalOf(tomorrow)).toEqual([400, 'VALIDATION_FAILED', '/bookDate'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('payments at the same time', () => {
  test('go onto a claim once', async () => {
    const claim = await activated(at, tenant, clientId)
    const reference = await referenceOf(claim)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pay('12500.00', { reference })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const linked = answers.map(({ body }) => body.linked).toSorted()
    expect(linked).toEqual([...Array<string>(7).fill('0.00'), '12500.00'])
    expect((await invoice(claim)).totals).toMatchObject({ balance: '0.00', paid: '12500.00' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('are entered together, all of them or none', async () => {
    const claim = await activated(at, tenant, clientId)
    const reference = await referenceOf(claim)
    const one = { amount: '12500.00', currency: 'SEK', reference }
    const enter = (payments: object[]) => tenant.api.post('/payments/multiple', { payments })
    const before = await trialOf(at, tenant.id)
    const wrong = await enter([one, { ...one, claims: [{ id: claim, amount: '1.00' }] }])
    expect(refusalOf(wrong)).toEqual([409, 'CLAIM_NOT_PAYABLE', '/payments/1/claims/0/id'])
    expect(await trialOf(at, tenant.id)).toEqual(before)
    const { status, body } = await enter([one, one])
    expect([status, body.data.map((each: { linked: string }) => each.linked)]).toEqual([
      201,
      ['12500.00', '0.00'],
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('what was put on a claim', () => {
  test('is taken off by a mirror, and everything is as before', async () => {
    const claim = await activated(at, tenant, clientId)
    const { body: payment } = await pay('12500.00', { message: 'x' })
    const before = [await trialOf(at, tenant.id), await balancesOf(at, tenant.id)]
    const standing = await invoice(claim)
    const rest = await unplacedOf(payment.id)
    await tenant.api.put(`/unplaced-payments/${rest?.id}/link`, { claims: [{ id: claim }] })
    expect((await invoice(claim)).statuses.main).toBe('CLOSED')
    const [link] = await linksOf(payment.id)
    const revert = () => tenant.api.put(`/payments/links/${link.id}/revert`, {})
    const reverted = await revert()
    expect([reverted.status, reverted.body.status]).toEqual([200, 'REVERTED'])
    expect([await trialOf(at, tenant.id), await balancesOf(at, tenant.id)]).toEqual(before)
    expect((await invoice(claim)).statuses).toEqual(standing.statuses)
    expect(await unplacedOf(payment.id)).toMatchObject({ status: 'OPEN', amountOpen: '12500.00' })
    expect(refusalOf(await revert())[1]).toBe('LINK_NOT_BOOKED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of a bought claim frees its reserve and its limit, and back', async () => {
    const own = await financedClient(tenant)
    const claim = await activated(at, tenant, own, { debtor: newDebtor() })
    await asked(at, tenant, claim)
    const { body: part } = await pay('2500.00', { claims: [{ id: claim }] })
    const [first] = await linksOf(part.id)
    expect(await postingsOf(at, tenant, `payment-link/${first.id}/CAPITAL`)).toEqual([
      'T AR_PURCHASED -250000',
      'T UNALLOCATED 250000',
    ])
    expect(await postingsOf(at, tenant, `payment-link/${first.id}/reserve`)).toEqual([])
    const before = [await trialOf(at, tenant.id), await balancesOf(at, tenant.id)]
    const { body: last } = await pay('10000.00', { claims: [{ id: claim }], message: 'rest' })
    const [second] = await linksOf(last.id)
    expect(await postingsOf(at, tenant, `payment-link/${second.id}/reserve`)).toEqual([
      'C CLEARING 125000',
      'C CLEARING_RESERVE -125000',
      'T CLIENT_PAYABLE -125000',
      'T RESERVE 125000',
    ])
    expect((await invoice(claim)).statuses.main).toBe('CLOSED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
    await tenant.api.put(`/payments/links/${second.id}/revert`, {})
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const after = await trialOf(at, tenant.id)
    const changed = Object.keys(after).filter((key) => after[key] !== before[0]![key])
    // The money itself stays, and is unplaced.
    expect(changed.length).toBe(2)
  })

  test('leaves no small rest, where the tenant says what is small', async () => {
    const claim = await activated(at, tenant, clientId)
    const tolerance = (value: string) =>
      tenant.api.put('/system-setting/payments.tolerance', { value })
    expect((await tolerance('5.00')).status).toBe(200)
    const { body } = await pay('12495.00', { claims: [{ id: claim }] })
    const [link] = await linksOf(body.id)
    expect(await postingsOf(at, tenant, `payment-link/${link.id}/rounding`)).toEqual([
      'C AR -500',
      'C ROUNDING 500',
    ])
    expect((await invoice(claim)).statuses.main).toBe('CLOSED')
    const other = await activated(at, tenant, clientId)
    const kept = await pay('12504.00', { reference: await referenceOf(other) })
    expect(kept.body).toMatchObject({ linked: '12500.00', writtenOff: '4.00', unplaced: '0.00' })
    await tolerance('0.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a payment that is not booked', () => {
  test('is what its bank said of it: people change only what people entered', async () => {
    const { body } = await pay('10.00', { payerAccount: '5050-1055', book: false })
    await at.owner(`update payment_transaction set source = 'FILE' where id = $1`, [body.id])
    const path = `/payments/${body.id}`
    for (const said of [{ reference: '1234' }, { payerAccount: '991-2346' }, { message: 'x' }]) {
      const answer = await tenant.api.put(path, said)
      expect(refusalOf(answer).slice(0, 2)).toEqual([409, 'PAYMENT_OF_FILE'])
    }
    const { reference, payerAccount } = (await tenant.api.get(path)).body
    expect([reference, payerAccount]).toEqual([body.reference, '5050-1055'])
    expect((await tenant.api.put(path, { book: true })).body.status).toBe('BOOKED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is changed, booked once, or deleted', async () => {
    const claim = await activated(at, tenant, clientId)
    const { body } = await pay('12500.00', { reference: await referenceOf(claim), book: false })
    expect(body).toMatchObject({ status: 'MATCHED', bookedAt: null, linked: '12500.00' })
    expect((await invoice(claim)).totals.balance).toBe('12500.00')
    const changed = await tenant.api.put(`/payments/${body.id}`, { message: 'by phone' })
    expect(changed.body.message).toBe('by phone')
    const other = await pay('1.00', { book: false })
    expect((await tenant.api.delete(`/payments/${other.body.id}`)).status).toBe(204)
    expect((await tenant.api.get(`/payments/${other.body.id}`)).status).toBe(404)
    const booked = await tenant.api.put(`/payments/${body.id}`, { book: true })
    expect(booked.body.status).toBe('BOOKED')
    for (const answer of [
      await tenant.api.put(`/payments/${body.id}`, { book: true }),
      await tenant.api.delete(`/payments/${body.id}`),
    ]) {
      expect(refusalOf(answer).slice(0, 2)).toEqual([409, 'PAYMENT_BOOKED'])
    }
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is looked for by its reference as it is when it is booked', async () => {
    const [first, second] = [
      await activated(at, tenant, clientId),
      await activated(at, tenant, clientId),
    ]
    const { body } = await pay('12500.00', { reference: await referenceOf(first), book: false })
    const path = `/payments/${body.id}`
    const changed = await tenant.api.put(path, { reference: await referenceOf(second) })
    expect(changed.body).toMatchObject({ status: 'UNPLACED', linked: '0.00', unplaced: '12500.00' })
    const booked = await tenant.api.put(path, { book: true })
    expect(booked.body).toMatchObject({ status: 'BOOKED', linked: '12500.00' })
    expect((await invoice(first)).totals.balance).toBe('12500.00')
    expect((await invoice(second)).totals.balance).toBe('0.00')
    const { data } = (await tenant.api.get(`${path}/links`)).body
    const stands = data.map(({ claimId, status }: Record<string, string>) => [claimId, status])
    expect(new Map(stands)).toEqual(
      new Map([
        [first, 'DENIED'],
        [second, 'BOOKED'],
      ]),
    )
    const named = await pay('100.00', { claims: [{ id: first }], book: false })
    await tenant.api.put(`/payments/${named.body.id}`, { reference: '4711', book: true })
    expect((await invoice(first)).totals.balance).toBe('12400.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('has a value date within a year of its booking', async () => {
    const far = [400, 'VALIDATION_FAILED', '/valueDate']
    for (const valueDate of ['2099-01-01', '1901-01-01']) {
      expect(refusalOf(await pay('1.00', { valueDate }))).toEqual(far)
      const { body } = await pay('1.00', { book: false })
      expect(refusalOf(await tenant.api.put(`/payments/${body.id}`, { valueDate }))).toEqual(far)
    }
    const { body } = await pay('1.00', { bookDate: '2026-03-01', valueDate: '2026-02-28' })
    expect(body).toMatchObject({ status: 'BOOKED', valueDate: '2026-02-28' })
  })

  test('finds its claim paid meanwhile, and is unplaced', async () => {
    const claim = await activated(at, tenant, clientId)
    const reference = await referenceOf(claim)
    const { body: waiting } = await pay('12500.00', { reference, book: false })
    await pay('12000.00', { reference })
    const booked = await tenant.api.put(`/payments/${waiting.id}`, { book: true })
    expect(booked.body).toMatchObject({ linked: '500.00', unplaced: '12000.00' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

test('a reference tells what is paid with it', async () => {
  const claim = await activated(at, tenant, clientId)
  const reference = await referenceOf(claim)
  const said = await tenant.api.post('/payments/validate-payment-reference', { reference })
  expect(said.body).toMatchObject({
    valid: true,
    claim: { id: claim, balance: '12500.00', status: 'ACTIVATED' },
  })
  const none = await tenant.api.post('/payments/validate-payment-reference', { reference: '123' })
  expect(none.body).toMatchObject({ valid: false, kind: null, claim: null })
})
