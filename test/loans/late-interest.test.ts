import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { plusMonths } from '../../src/domain/loans/day-count.ts'
import { lateInterestOver, type BearsLate } from '../../src/domain/loans/late-interest.ts'
import { published } from '../support/base-rates.ts'
import { enterByHand } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
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
import { world } from '../support/world.ts'

const at = await world()
// So that months have the days that these tests count.
at.clock.now = new Date('2027-01-10T08:00:00Z')

const rates = [
  { code: 'SE_REFERENCE', validFrom: '2025-01-01', rate: '3' },
  { code: 'SE_REFERENCE', validFrom: '2025-07-01', rate: '2' },
] as const
const terms: BearsLate = {
  currency: 'SEK',
  rate: '4',
  dayCount: 'ACT_365',
  lateInterestMargin: '8',
}
const days = { from: '2025-06-15', to: '2025-07-15' }
const interest = { principal: 0n, interest: 1_250_000n }
const principal = { principal: 1_250_000n, interest: 0n }
const pauses = [{ from: '2025-07-01', until: '2025-07-05' }]

type Owed = Parameters<typeof lateInterestOver>[2]

test.each<[string, Owed, Partial<BearsLate>, bigint]>([
  // 12,500 for 15 days at 11 and 15 at 10 per cent: 56.5068 and 51.3699.
  ['interest bears all of it', interest, {}, 10_788n],
  // The loan bears 4 of each already: 12,500 × (7 × 15 + 6 × 15) / 36,500.
  ['principal what the loan does not bear', principal, {}, 6_678n],
  ['both together, rounded once', { principal: 1_250_000n, interest: 1_250_000n }, {}, 17_466n],
  ['principal of a dearer loan nothing', principal, { rate: '11' }, 0n],
  ['years of 360 days a little more', interest, { dayCount: 'THIRTY_360' }, 10_938n],
  ['what was agreed without it nothing', interest, { lateInterestMargin: null }, 0n],
  // Five days of ten per cent less: 12,500 × (15 × 11 + 10 × 10) / 36,500.
  ['a pause nothing', interest, { pauses }, 9_075n],
])('of what is late %s', (_, open, more, bears) => {
  expect(lateInterestOver({ ...terms, ...more }, rates, open, days)).toBe(bears)
})

test('before the first rate that is known nothing is borne', () => {
  // From 1 January: ten days at 11 per cent.
  const early = { from: '2024-12-20', to: '2025-01-10' }
  expect(lateInterestOver(terms, rates, interest, early)).toBe(3_767n)
  expect(lateInterestOver(terms, [], interest, early)).toBe(0n)
})

/** 100,000 at 6 per cent in four parts, of which the first is late: 12 per cent. */
async function late(of: Place): Promise<string> {
  await published(at, of.tenant, { '2020-01-01': '2' })
  const agreed = { rate: '6', amortization: 'STRAIGHT', graceDays: 5, lateInterestMargin: '10' }
  const id = await approved(of, agreed, { termMonths: 4 })
  await withdrawn(of, id, '100000')
  good(await enterByHand(of.tenant.api, of.client.mainId, '-100000'), 201)
  const due = plusMonths(of.today, 1)
  for (const day of [0, 5, 6, 7]) await loanDay(of, plusDays(due, day))
  return id
}

test('what is late bears more from the day after it was due, until it is paid', async () => {
  const of = await placeIn(at)
  const id = await late(of)
  good(await enterByHand(of.tenant.api, of.client.mainId, '10000'), 201)
  await loanDay(of, plusMonths(of.today, 2))
  // 25,000 at the 6 per cent that the loan does not bear, and 500 at 12: 125 and 5 a month.
  expect((await stepsOf(of, id)).slice(0, 3)).toEqual([
    'INSTALMENT 1 LATE 25000.00 500.00 0.00',
    'LATE_INTEREST 1 PAID 0.00 130.00 0.00',
    'INSTALMENT 2 PARTLY_PAID 25000.00 500.00 0.00',
  ])
  expect(await loanOf(of, id)).toMatchObject({ outstandingPrincipal: '91130.00' })
  expect(await rolesOf(of)).toMatchObject({
    'TENANT LATE_INT_REV': '-13000',
    'TENANT LOAN_INT_REV': '-100000',
    'TENANT LOAN_PRINCIPAL': '9113000',
    'CLIENT INT_EXP': '113000',
    'CLIENT LOAN_LIABILITY': '-9113000',
  })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
  await loanDay(of, plusDays(plusMonths(of.today, 2), 6))
  // 10,000 less 1,130 of interest were paid of the first: 16,130 and 25,000 at 6 per cent.
  await loanDay(of, plusMonths(of.today, 3))
  expect((await stepsOf(of, id)).slice(0, 6)).toEqual([
    'INSTALMENT 1 LATE 25000.00 500.00 0.00',
    'LATE_INTEREST 1 PAID 0.00 130.00 0.00',
    'INSTALMENT 2 LATE 25000.00 500.00 0.00',
    'LATE_INTEREST 1 DUE 0.00 80.65 0.00',
    'LATE_INTEREST 2 DUE 0.00 125.00 0.00',
    'INSTALMENT 3 DUE 25000.00 455.65 0.00',
  ])
  expect(await rolesOf(of)).toMatchObject({
    'TENANT LATE_INT_REV': '-33565',
    'TENANT LOAN_INT_RECEIVABLE': '66130',
    'CLIENT LOAN_INT_PAYABLE': '-66130',
  })
  good(await enterByHand(of.tenant.api, of.client.mainId, '92000'), 201)
  await loanDay(of, plusDays(plusMonths(of.today, 3), 1))
  // A day more: 25,000 of the third bears nothing yet, 16,130 and 25,000 bear 6 per cent.
  expect(await rolesOf(of)).toMatchObject({ 'TENANT LATE_INT_REV': '-34251' })
  await loanDay(of, plusMonths(of.today, 4))
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED', outstandingPrincipal: '0.00' })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('what comes within its days of grace bears nothing more', async () => {
  const of = await placeIn(at)
  await published(at, of.tenant, { '2020-01-01': '2' })
  const id = await approved(of, { graceDays: 5, lateInterestMargin: '20' })
  await withdrawn(of, id, '100000')
  good(await enterByHand(of.tenant.api, of.client.mainId, '-100000'), 201)
  const due = plusMonths(of.today, 1)
  await loanDay(of, due)
  good(await enterByHand(of.tenant.api, of.client.mainId, '20000'), 201)
  await loanDay(of, plusDays(due, 5))
  await loanDay(of, plusDays(due, 9))
  expect((await stepsOf(of, id))[0]).toBe('INSTALMENT 1 PAID 16254.84 1000.00 0.00')
  expect(await rolesOf(of)).not.toHaveProperty('TENANT LATE_INT_REV')
})

test('what comes while a late fee is open is taken on the day on which it is there', async () => {
  const of = await placeIn(at)
  const id = await approved(of, { lateFee: '60' })
  await withdrawn(of, id, '100000')
  good(await enterByHand(of.tenant.api, of.client.mainId, '-100000'), 201)
  const due = plusMonths(of.today, 1)
  for (const day of [0, 1, 2, 3]) await loanDay(of, plusDays(due, day))
  good(await enterByHand(of.tenant.api, of.client.mainId, '20000'), 201)
  await loanDay(of, plusDays(due, 4))
  const path = '/business-loans/events/ledger/search'
  const { data } = good(await of.tenant.api.post(path, { filters: { businessLoanId: id } }))
  const done = data.filter(({ type, status }: Record<string, string>) => {
    return type !== 'WITHDRAWAL' && status === 'PAID'
  })
  expect(done.map(({ type, doneDate }: Record<string, string>) => `${type} ${doneDate}`)).toEqual([
    `INSTALMENT ${plusDays(due, 4)}`,
    `FEE ${plusDays(due, 4)}`,
  ])
})

test('a repayment takes late interest, and shows it before', async () => {
  const of = await placeIn(at)
  const id = await late(of)
  const started = at.clock.now
  at.clock.now = new Date(`${plusMonths(of.today, 2)}T10:00:00Z`)
  const path = `/business-loans/${id}`
  const shown = good(await of.tenant.api.put(`${path}/installment/summary`, {}))
  expect(shown.instalments.map(({ total }: { total: string }) => total).slice(0, 3)).toEqual([
    '25500.00',
    '130.00',
    // As it was planned, had the first been paid.
    '25375.00',
  ])
  good(await enterByHand(of.tenant.api, of.client.mainId, '26130'), 201)
  const repayment = { type: 'REPAYMENT', amount: '26130' }
  good(await of.tenant.api.post(`${path}/financial-events`, repayment))
  at.clock.now = started
  expect(await rolesOf(of)).toMatchObject({ 'TENANT LATE_INT_REV': '-13000' })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('no margin is agreed in a currency of which no law names a rate', async () => {
  const { tenant } = await placeIn(at)
  const profile = {
    code: 'USD',
    name: 'Dollars',
    currency: 'USD',
    loanType: 'INSTALMENT',
    amortization: 'ANNUITY',
    rate: '12',
    lateInterestMargin: '8',
    minAmount: '1000',
    maxAmount: '1000000',
    minTermMonths: 1,
    maxTermMonths: 60,
  }
  const refused = await tenant.api.post('/loan-profiles', profile)
  expect(codeOf(refused)[0]).toBe(400)
  expect(refused.body.errors[0]).toMatchObject({ pointer: '/lateInterestMargin' })
  good(await tenant.api.post('/loan-profiles', { ...profile, lateInterestMargin: null }), 201)
})
