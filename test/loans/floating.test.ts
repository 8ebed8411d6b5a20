import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { plusMonths } from '../../src/domain/loans/day-count.ts'
import { published as publishedIn } from '../support/base-rates.ts'
import { enterByHand } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import {
  approved,
  approve,
  applied,
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

const published = ({ tenant }: Place, rates: Readonly<Record<string, string>>) =>
  publishedIn(at, tenant, rates)

const floats = { rate: undefined, baseRateCode: 'SE_REFERENCE', margin: '8' }

const eventsOf = async ({ tenant }: Place, id: string): Promise<string[]> =>
  good(await tenant.api.get(`/business-loans/events?businessLoanId=${id}`))
    .data.map(({ type, date, text }: Record<string, string>) => `${type} ${date} ${text}`)
    .toReversed()
    .slice(4)

test('a rate that floats is announced, then changes, and what is to come is planned by it', async () => {
  const of = await placeIn(at)
  const change = plusMonths(of.today, 2)
  await published(of, { '2020-01-01': '4' })
  const id = await approved(of, { ...floats, rateNoticeDays: 10 })
  await withdrawn(of, id, '100000')
  expect(await loanOf(of, id)).toMatchObject({ rate: '12', nextRate: null })
  const planned = await stepsOf(of, id)
  await published(of, { '2020-01-01': '4', [change]: '1' })
  await loanDay(of, plusDays(change, -40))
  expect(await loanOf(of, id)).toMatchObject({ rate: '12', nextRate: '9', nextRateFrom: change })
  expect(await stepsOf(of, id)).toEqual(planned)
  good(await enterByHand(of.tenant.api, of.client.mainId, '100000'), 201)
  await loanDay(of, plusDays(change, -1))
  expect(await loanOf(of, id)).toMatchObject({ rate: '12' })
  await loanDay(of, change)
  expect(await loanOf(of, id)).toMatchObject({ rate: '9', nextRate: null, nextRateFrom: null })
  // 67,327.77 at 0.75 per cent a month, in four.
  expect(await stepsOf(of, id)).toEqual([
    'INSTALMENT 1 PAID 16254.84 1000.00 0.00',
    'INSTALMENT 2 PAID 16417.39 837.45 0.00',
    'INSTALMENT 3 PLANNED 16643.76 504.96 0.00',
    'INSTALMENT 4 PLANNED 16768.59 380.13 0.00',
    'INSTALMENT 5 PLANNED 16894.35 254.37 0.00',
    'INSTALMENT 6 PLANNED 17021.07 127.66 0.00',
  ])
  for (let month = 3; month <= 6; month++) await loanDay(of, plusMonths(of.today, month))
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED' })
  expect(await eventsOf(of, id)).toEqual([
    `RATE_ANNOUNCED ${plusDays(change, -40)} 9 from ${change}`,
    `RATE_CHANGED ${change} 9`,
    `CLOSED ${plusMonths(of.today, 6)} `,
  ])
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('a rate that is known late changes only once it was said long enough before', async () => {
  const of = await placeIn(at)
  await published(of, { '2020-01-01': '4' })
  const id = await approved(of, { ...floats, rateNoticeDays: 10, autoSetOff: false })
  await withdrawn(of, id, '100000')
  const day = plusDays(of.today, 5)
  await published(of, { '2020-01-01': '4', [plusDays(of.today, 2)]: '6' })
  await loanDay(of, day)
  expect(await loanOf(of, id)).toMatchObject({ rate: '12', nextRateFrom: plusDays(day, 10) })
  // Missed days change nothing: the new rate bears from the day that was said.
  await loanDay(of, plusDays(day, 20))
  expect(await loanOf(of, id)).toMatchObject({ rate: '14', nextRate: null })
  const from = await at.owner(`select bears_from::text as day from business_loan where id = $1`, [
    id,
  ])
  expect(from).toEqual([{ day: plusDays(day, 10) }])
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('what was announced and is taken back before its day does not come', async () => {
  const of = await placeIn(at)
  await published(of, { '2020-01-01': '4' })
  const id = await approved(of, floats)
  await withdrawn(of, id, '100000')
  await published(of, { '2020-01-01': '4', [plusDays(of.today, 9)]: '6' })
  await loanDay(of, plusDays(of.today, 1))
  expect(await loanOf(of, id)).toMatchObject({ nextRate: '14' })
  await published(of, { '2020-01-01': '4' })
  await loanDay(of, plusDays(of.today, 2))
  expect(await loanOf(of, id)).toMatchObject({ rate: '12', nextRate: null, nextRateFrom: null })
  await loanDay(of, plusDays(of.today, 12))
  expect(await loanOf(of, id)).toMatchObject({ rate: '12' })
})

test('what was announced and is put off comes on the later day, and a closed loan has no next rate', async () => {
  const of = await placeIn(at)
  await published(of, { '2020-01-01': '4' })
  const id = await approved(of, floats)
  await withdrawn(of, id, '1000')
  const [early, late] = [plusDays(of.today, 9), plusDays(of.today, 20)]
  await published(of, { '2020-01-01': '4', [early]: '6' })
  await loanDay(of, plusDays(of.today, 1))
  expect(await loanOf(of, id)).toMatchObject({ nextRate: '14', nextRateFrom: early })
  await published(of, { '2020-01-01': '4', [late]: '6' })
  await loanDay(of, plusDays(of.today, 2))
  expect(await loanOf(of, id)).toMatchObject({ rate: '12', nextRateFrom: late })
  // Where a month ends meanwhile, its interest is owed as well.
  good(await enterByHand(of.tenant.api, of.client.mainId, '10'), 201)
  const repayment = { type: 'REPAYMENT', amount: (await owedOf(of, id)).toFixed(2) }
  good(await of.tenant.api.post(`/business-loans/${id}/financial-events`, repayment))
  expect(await loanOf(of, id)).toMatchObject({
    status: 'CLOSED',
    nextRate: null,
    nextRateFrom: null,
  })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

const owedOf = async (of: Place, id: string) => {
  const { outstandingPrincipal, accruedInterest } = await loanOf(of, id)
  return Number(outstandingPrincipal) + Number(accruedInterest)
}

test('interest until a rate changes stands in its months, though days were missed', async () => {
  const of = await placeIn(at)
  await published(of, { '2020-01-01': '4' })
  const id = await approved(of, { ...floats, autoSetOff: false, dayCount: 'ACT_360' })
  await withdrawn(of, id, '36000')
  const monthEnd = plusDays(`${plusMonths(of.today, 1).slice(0, 8)}01`, -1)
  const change = plusDays(monthEnd, 9)
  await published(of, { '2020-01-01': '4', [change]: '1' })
  await loanDay(of, plusDays(of.today, 1))
  await loanDay(of, plusDays(change, 1))
  const rows = await at.owner(
    `select book_date::text as day, amount::int as amount from financial_event
     where tenant_id = $1 and claim_id = $2 and type = 'LOAN_INTEREST' and book_date <= $3
     order by book_date, recorded_at`,
    [of.tenant.id, id, change],
  )
  // 36,000.00 at 12 per cent bears 12.00 a day.
  const days = (to: string) => (Date.parse(to) - Date.parse(of.today)) / 86_400_000
  const sums = new Map<string, number>()
  for (const { day, amount } of rows) {
    const month = String(day) <= monthEnd ? 'first' : 'second'
    sums.set(month, (sums.get(month) ?? 0) + Number(amount))
  }
  expect(Object.fromEntries(sums)).toEqual({ first: days(monthEnd) * 1200, second: 9 * 1200 })
  expect(await loanOf(of, id)).toMatchObject({ rate: '9' })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test.each([
  [{ rate: '5', baseRateCode: 'SE_REFERENCE', margin: '8' }, 400, '/rate', 'FOLLOWS_BASE_RATE'],
  [{ rate: undefined }, 400, '/rate', 'RATE_MISSING'],
  [{ ...floats, margin: undefined }, 400, '/margin', 'INCOMPLETE'],
  [{ rate: '5', margin: '8' }, 400, '/margin', 'INCOMPLETE'],
  [{ ...floats, margin: '-1' }, 400, '/margin', 'INVALID_FORMAT'],
  [{ rate: '-1' }, 400, '/rate', 'INVALID_FORMAT'],
  [{ ...floats, baseRateCode: 'NO_REFERENCE' }, 400, '/baseRateCode', 'OTHER_CURRENCY'],
  [{ minInstalment: '100' }, 400, '/minInstalment', 'OTHER_TYPE'],
  [{ setupFee: '1.001' }, 400, '/setupFee', 'TOO_PRECISE'],
])('no profile offers %o', async (wrong, status, pointer, code) => {
  const of = await placeIn(at)
  await published(of, { '2020-01-01': '4' })
  const profile = {
    code: 'ANY',
    name: 'Any',
    currency: 'SEK',
    loanType: 'INSTALMENT',
    amortization: 'ANNUITY',
    rate: '12',
    minAmount: '1',
    maxAmount: '1000',
    minTermMonths: 1,
    maxTermMonths: 2,
  }
  const answer = await of.tenant.api.post('/loan-profiles', { ...profile, ...wrong })
  expect([answer.status, answer.body.errors?.[0]]).toMatchObject([status, { pointer, code }])
})

test('a loan that floats waits until what it follows is published, and takes no rate of its own', async () => {
  const of = await placeIn(at)
  await published(of, { '2020-01-01': '4' })
  const id = await applied(of, floats)
  const own = await approve(of, id, { rate: '3' })
  expect([own.status, own.body.errors?.[0].code]).toEqual([400, 'FOLLOWS_BASE_RATE'])
  await published(of, {})
  const unknown = await approve(of, id)
  expect([unknown.status, unknown.body.code]).toEqual([409, 'LOAN_BASE_RATE_UNKNOWN'])
  await published(of, { '2020-01-01': '-9' })
  good(await approve(of, id))
  expect(await loanOf(of, id)).toMatchObject({ rate: '0', status: 'APPROVED' })
})

test('instalments are announced so many days before, once', async () => {
  const of = await placeIn(at)
  const id = await approved(of, { noticeDays: 14 })
  await withdrawn(of, id, '100000')
  const due = plusMonths(of.today, 1)
  await loanDay(of, plusDays(due, -15))
  expect((await stepsOf(of, id))[0]).toContain('PLANNED')
  await loanDay(of, plusDays(due, -14))
  await loanDay(of, plusDays(due, -13))
  expect(await stepsOf(of, id)).toEqual([
    'INSTALMENT 1 NOTIFIED 16254.84 1000.00 0.00',
    ...(await stepsOf(of, id)).slice(1),
  ])
  await loanDay(of, due)
  expect((await stepsOf(of, id))[0]).toBe('INSTALMENT 1 PAID 16254.84 1000.00 0.00')
})

test('of a credit line instalments are at least what was agreed', async () => {
  const of = await placeIn(at)
  const line = { loanType: 'CREDIT_LINE', amortization: 'BULLET', minInstalment: '5000' }
  const id = await approved(of, line)
  await withdrawn(of, id, '12000')
  expect(await stepsOf(of, id)).toEqual([
    'INSTALMENT 1 PLANNED 4880.00 120.00 0.00',
    'INSTALMENT 2 PLANNED 4928.80 71.20 0.00',
    'INSTALMENT 3 PLANNED 2191.20 21.91 0.00',
  ])
  good(await enterByHand(of.tenant.api, of.client.mainId, '1000'), 201)
  await loanDay(of, plusMonths(of.today, 1))
  expect(await loanOf(of, id)).toMatchObject({
    available: '92880.00',
    maturityDate: plusMonths(of.today, 6),
  })
  await loanDay(of, plusMonths(of.today, 3))
  expect(await loanOf(of, id)).toMatchObject({ status: 'ACTIVE', available: '100000.00' })
  // Nothing is owed on it, and nothing more can be drawn, once its term is over.
  await loanDay(of, plusDays(plusMonths(of.today, 6), -1))
  expect(await loanOf(of, id)).toMatchObject({ status: 'ACTIVE' })
  await loanDay(of, plusMonths(of.today, 6))
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED' })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('days that were missed are caught up with the same result as day by day', async () => {
  const lived = async (days: readonly number[]) => {
    const of = await placeIn(at)
    const terms = { lateFee: '60', graceDays: 3, defaultDays: 20, instalmentFee: '25' }
    const id = await approved(of, terms)
    await withdrawn(of, id, '100000')
    good(await enterByHand(of.tenant.api, of.client.mainId, '-80000'), 201)
    for (const n of days) await loanDay(of, plusDays(of.today, n))
    expect(await driftsOf(at, of.tenant.id)).toEqual([])
    const booked = await at.owner(
      `select type, component, amount::text, book_date::text, facts from financial_event
       where tenant_id = $1 and claim_id = $2 order by book_date, type, component, amount`,
      [of.tenant.id, id],
    )
    const { status, feesDue, accruedInterest, outstandingPrincipal } = await loanOf(of, id)
    const owed = { status, feesDue, accruedInterest, outstandingPrincipal }
    return { booked, owed, steps: await stepsOf(of, id), events: await eventsOf(of, id) }
  }
  const daily = await lived(Array.from({ length: 90 }, (_, n) => n + 1))
  expect(daily.owed).toMatchObject({ status: 'DEFAULTED' })
  expect(await lived([90])).toEqual(daily)
  expect(await lived([20, 33, 40, 90])).toEqual(daily)
  // The same day again, and one before it, find nothing to do.
  expect(await lived([33, 90, 90, 50])).toEqual(daily)
}, 120_000)
