import { expect, test } from 'vitest'
import { createPayment } from '../../src/activities/payments/create-payment.ts'
import { linkUnplaced } from '../../src/activities/payments/link-unplaced.ts'
import { revertLink } from '../../src/activities/payments/revert-link.ts'
import { lateFeeOf } from '../../src/domain/loans/late-fee.ts'
import { endedBefore, overdueFrom } from '../../src/domain/loans/pause.ts'
import { PaymentLink } from '../../src/entities/payment-link.ts'
import { UnplacedPayment } from '../../src/entities/unplaced-payment.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import {
  accountOf,
  approved,
  codeOf,
  good,
  loanDay,
  loanOf,
  placeIn,
  stepsOf,
  withdrawn,
  type Place,
} from '../support/loans.ts'
import { world } from '../support/world.ts'

const at = await world()

/** So that months have the days that these tests count. */
async function lent(terms: object = {}) {
  clockOn('2027-01-10')
  const of = await placeIn(at)
  const id = await approved(of, terms)
  await withdrawn(of, id, '100000')
  return { of, id, path: `/business-loans/${id}` }
}

function clockOn(day: string): void {
  at.clock.now = new Date(`${day}T08:00:00Z`)
}

const planOf = async ({ tenant }: Place, id: string) =>
  good(await tenant.api.put(`/business-loans/${id}/installment/summary`, {}))

interface Shown {
  dueDate: string
  interest: string
  total: string
}
const duesOf = (plan: { instalments: Shown[] }) =>
  plan.instalments.map(({ dueDate, total }) => `${dueDate} ${total}`)

const shifted = [
  '2027-02-10 17254.84',
  '2027-05-10 17254.84',
  '2027-06-10 17254.84',
  '2027-07-10 17254.84',
  '2027-08-10 17254.84',
  '2027-09-10 17254.82',
]
const pause = { from: '2027-02-11', until: '2027-04-10' }

test('what falls into a pause comes after it, unannounced, and the pause ends by itself', async () => {
  const { of, id, path } = await lent({ pauseInterest: 'NONE', noticeDays: 40 })
  good(await enterByHand(of.tenant.api, of.client.mainId, '10000'), 201)
  const paused = good(await of.tenant.api.put(`${path}/pause`, pause))
  expect(paused).toMatchObject({
    status: 'ACTIVE',
    pauses: [pause],
    termMonths: 8,
    maturityDate: '2027-09-10',
  })
  // Sixty days without interest, so the instalments are those of the first plan.
  const plan = await planOf(of, id)
  expect(plan.pauses).toEqual([pause])
  expect(duesOf(plan)).toEqual(shifted)
  await loanDay(of, '2027-02-10')
  await loanDay(of, '2027-02-11')
  expect((await loanOf(of, id)).status).toBe('PAUSED')
  const wish = await of.one.put(`${path}/withdraw`, { amount: '1' })
  expect(codeOf(wish)).toEqual([409, 'LOAN_NOT_DRAWABLE'])
  for (const day of ['2027-03-10', '2027-04-10']) {
    await loanDay(of, day)
    expect(await loanOf(of, id)).toMatchObject({ status: 'PAUSED', accruedInterest: '27.92' })
    expect((await stepsOf(of, id))[1]).toBe('INSTALMENT 2 PLANNED 16417.39 837.45 0.00')
  }
  await loanDay(of, '2027-04-11')
  expect((await loanOf(of, id)).status).toBe('ACTIVE')
  expect((await stepsOf(of, id))[1]).toBe('INSTALMENT 2 NOTIFIED 16417.39 837.45 0.00')
  for (const month of [5, 6, 7, 8, 9]) await loanDay(of, `2027-0${month}-10`)
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED', outstandingPrincipal: '0.00' })
  // 110,000 less 103,529.02, as without a pause.
  expect(await accountOf(of)).toBe('6470.98')
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
  const { data } = good(await of.tenant.api.get(`/business-loans/events?businessLoanId=${id}`))
  expect(data.map(({ type }: { type: string }) => type).toReversed()).toEqual([
    'APPLIED',
    'MOVED',
    'APPROVED',
    'WITHDRAWN',
    'PUT_OFF',
    'PLANNED',
    'PAUSED',
    'RESUMED',
    'CLOSED',
  ])
})

test('a loan that bears interest in a pause owes it with the first instalment after it', async () => {
  const { of, id, path } = await lent()
  good(await of.tenant.api.put(`${path}/pause`, pause))
  const { instalments } = await planOf(of, id)
  const found = instalments.map((one: Shown) => `${one.interest} ${one.total}`)
  // Ninety days in the second of them: 3 per cent of the 83,462.81 that are left.
  expect(found).toEqual([
    '1000.00 17537.19',
    '2503.88 17537.19',
    '684.30 17537.19',
    '515.77 17537.19',
    '345.55 17537.19',
    '173.64 17537.19',
  ])
})

test('in a pause nothing is late or in default, and its days are no days of grace', async () => {
  const terms = { lateFee: '60', graceDays: 5, defaultDays: 40, autoSetOff: false }
  const { of, id, path } = await lent(terms)
  await loanDay(of, '2027-02-10')
  clockOn('2027-02-11')
  good(await of.tenant.api.put(`${path}/pause`, { from: '2027-02-12', until: '2027-04-10' }))
  for (const day of ['2027-02-16', '2027-03-23', '2027-04-10', '2027-04-14']) {
    await loanDay(of, day)
    expect((await loanOf(of, id)).feesDue).toBe('0.00')
  }
  await loanDay(of, '2027-04-15')
  expect(await loanOf(of, id)).toMatchObject({ feesDue: '60.00', lateFees: '60.00' })
  await loanDay(of, '2027-05-19')
  expect(await loanOf(of, id)).toMatchObject({ status: 'ACTIVE', lateFees: '120.00' })
  await loanDay(of, '2027-05-20')
  expect((await loanOf(of, id)).status).toBe('DEFAULTED')
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('days that were missed are gone through as if none had been', async () => {
  const terms = { lateFee: '60', graceDays: 5, defaultDays: 40, autoSetOff: false }
  const { of, id, path } = await lent(terms)
  await loanDay(of, '2027-02-10')
  clockOn('2027-02-11')
  good(await of.tenant.api.put(`${path}/pause`, { from: '2027-02-12', until: '2027-04-10' }))
  await loanDay(of, '2027-05-20')
  expect(await loanOf(of, id)).toMatchObject({ status: 'DEFAULTED', lateFees: '120.00' })
  const { data } = good(await of.tenant.api.get(`/business-loans/events?businessLoanId=${id}`))
  const days = data.map(({ type, date }: Record<string, string>) => `${type} ${date}`).toReversed()
  expect(days.slice(-5)).toEqual([
    'PAUSED 2027-02-12',
    'RESUMED 2027-04-11',
    'LATE 2027-04-15',
    'LATE 2027-05-16',
    'DEFAULTED 2027-05-20',
  ])
})

test('a pause is taken back or ended before its day, and all comes sooner', async () => {
  const { of, id, path } = await lent({ pauseInterest: 'NONE' })
  const before = await planOf(of, id)
  good(await of.tenant.api.put(`${path}/pause`, pause))
  good(await of.tenant.api.put(`${path}/resume`))
  expect(await planOf(of, id)).toEqual(before)
  expect(await loanOf(of, id)).toMatchObject({ pauses: [], termMonths: 6 })
  good(await of.tenant.api.put(`${path}/pause`, pause))
  await loanDay(of, '2027-02-10')
  await loanDay(of, '2027-02-11')
  clockOn('2027-03-11')
  expect(good(await of.tenant.api.put(`${path}/resume`))).toMatchObject({
    status: 'ACTIVE',
    pauses: [{ from: '2027-02-11', until: '2027-03-10' }],
    termMonths: 7,
  })
  // 29 days of the first month are left; the day before the pause, 27.92, falls due with it.
  expect(duesOf(await planOf(of, id))).toEqual([
    '2027-04-10 17277.06',
    '2027-05-10 17249.14',
    '2027-06-10 17249.14',
    '2027-07-10 17249.14',
    '2027-08-10 17249.15',
  ])
  expect(codeOf(await of.tenant.api.put(`${path}/resume`))).toEqual([409, 'LOAN_WITHOUT_PAUSE'])
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('no pause begins in the past, lasts for years, is a second, or is of another loan', async () => {
  const { of, path } = await lent()
  const put = (days: object, of_ = path) => of.tenant.api.put(`${of_}/pause`, days)
  for (const [days, pointer] of [
    [{ from: '2027-01-09', until: '2027-04-10' }, '/from'],
    [{ from: '2027-02-11', until: '2027-02-10' }, '/until'],
    [{ from: '2027-02-11', until: '2028-02-12' }, '/until'],
  ] as const) {
    const { status, body } = await put(days)
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  }
  good(await put(pause))
  expect(codeOf(await put(pause))).toEqual([409, 'LOAN_NOT_TO_PAUSE'])
  const early = await approved(of)
  expect(codeOf(await put(pause, `/business-loans/${early}`))).toEqual([409, 'LOAN_NOT_TO_PAUSE'])
  const line = await approved(of, { loanType: 'CREDIT_LINE', amortization: 'BULLET' })
  await withdrawn(of, line, '1000')
  expect(codeOf(await put(pause, `/business-loans/${line}`))).toEqual([409, 'LOAN_NOT_TO_PAUSE'])
})

test('late fees are never more than was agreed, of an instalment and of the loan', async () => {
  const terms = { lateFee: '600', lateFeeMostPercent: '2', lateFeesMost: '500', autoSetOff: false }
  const { of, id } = await lent(terms)
  await loanDay(of, '2027-02-10')
  await loanDay(of, '2027-02-11')
  // Two per cent of 17,254.84 are 345.0968.
  expect(await loanOf(of, id)).toMatchObject({ feesDue: '345.09', lateFees: '345.09' })
  await loanDay(of, '2027-03-11')
  expect(await loanOf(of, id)).toMatchObject({ feesDue: '500.00', lateFees: '500.00' })
  await loanDay(of, '2027-04-11')
  expect(await loanOf(of, id)).toMatchObject({ feesDue: '500.00', lateFees: '500.00' })
  expect((await stepsOf(of, id)).filter((step) => step.startsWith('FEE'))).toHaveLength(2)
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('an instalment costs its late fee once, whatever is taken off it and put off', async () => {
  const { of, id, path } = await lent({ lateFee: '60', autoSetOff: false })
  await loanDay(of, '2027-02-10')
  await loanDay(of, '2027-02-11')
  clockOn('2027-02-11')
  const transactionId = await of.tenant.work(async (unit) => {
    const sent = { amount: '17314.84', currency: 'SEK', bookDate: '2027-02-11', book: true }
    return (await createPayment(unit, sent)).id
  })
  await of.tenant.work(async (unit) => {
    const { id: unplacedId } = await unit.load(UnplacedPayment, { transactionId })
    await linkUnplaced(unit, unplacedId, { claims: [{ id }] })
  })
  good(await of.tenant.api.put(`${path}/pause`, { from: '2027-02-11', until: '2027-02-20' }))
  await of.tenant.work(async (unit) => {
    const { id: linkId } = await unit.load(PaymentLink, { transactionId })
    await revertLink(unit, linkId, {})
  })
  expect((await stepsOf(of, id))[0]).toMatch(/^INSTALMENT 1 DUE/)
  await loanDay(of, '2027-02-25')
  const steps = await stepsOf(of, id)
  expect(steps[0]).toMatch(/^INSTALMENT 1 LATE/)
  expect(steps.filter((step) => step.startsWith('FEE'))).toHaveLength(1)
  expect((await loanOf(of, id)).lateFees).toBe('60.00')
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('who is bound to a client pauses nothing', async () => {
  const { of, path } = await lent()
  const bound = await of.tenant.holding(['UpdateBusinessLoan'], {
    clientId: of.client.id,
    kind: 'CLIENT',
  })
  expect(codeOf(await bound.put(`${path}/pause`, pause))).toEqual([403, 'CLIENT_MAY_NOT_DECIDE'])
  expect(codeOf(await bound.put(`${path}/resume`))).toEqual([403, 'CLIENT_MAY_NOT_DECIDE'])
  const other = await bookedClient(of.tenant)
  const stranger = await of.tenant.holding(['UpdateBusinessLoan'], {
    clientId: other.id,
    kind: 'CLIENT',
  })
  expect(codeOf(await stranger.put(`${path}/pause`, pause))).toEqual([404, 'NOT_FOUND'])
})

test('bounds of fees and days overdue, one by one', () => {
  expect(lateFeeOf({ lateFee: 6000n }, 1n)).toBe(6000n)
  expect(lateFeeOf({ lateFee: 6000n, lateFeeMostPercent: '5' }, 99n)).toBe(4n)
  expect(lateFeeOf({ lateFee: 6000n, lateFeesMost: 10_000n, lateFees: 9000n }, 1n)).toBe(1000n)
  expect(lateFeeOf({ lateFee: 6000n, lateFeesMost: 10_000n, lateFees: 11_000n }, 1n)).toBe(0n)
  const days = [{ from: '2027-02-12', until: '2027-04-10' }]
  expect(overdueFrom('2027-02-10', 5, null)).toBe('2027-02-16')
  expect(overdueFrom('2027-02-10', 5, days)).toBe('2027-04-15')
  expect(overdueFrom('2027-02-10', 0, days)).toBe('2027-02-11')
  expect(overdueFrom('2027-03-01', 0, days)).toBe('2027-04-11')
  expect(endedBefore(days, '2027-02-12')).toEqual([])
  expect(endedBefore(days, '2027-03-01')).toEqual([{ from: '2027-02-12', until: '2027-02-28' }])
})
