import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { plusMonths } from '../../src/domain/loans/day-count.ts'
import { bankOf } from '../payments/imported.ts'
import { camt } from '../payments/files.ts'
import { published } from '../support/base-rates.ts'
import { driftsOf } from '../support/books.ts'
import { jobDone } from '../support/jobs.ts'
import {
  accountOf,
  applied,
  approve,
  codeOf,
  good,
  loanDay,
  loanOf,
  placeIn,
  rolesOf,
  withdrawn,
  type Place,
} from '../support/loans.ts'
import { world } from '../support/world.ts'

const at = await world()

/** What stands in both books of a loan, in kronor; of the client's account what the client has. */
interface Books {
  principal: number
  receivable?: number
  interest: number
  late?: number
  fees: number
  bank: number
  account: number
}

/** Each book is the mirror of the other. */
function rolesBy({ principal, receivable = 0, interest, late = 0, fees, bank, account }: Books) {
  const all = {
    'CLIENT BANK': -bank,
    'CLIENT CLEARING': account,
    'CLIENT FEE_SERVICE': fees,
    'CLIENT INT_EXP': interest + late,
    'CLIENT LOAN_INT_PAYABLE': -receivable,
    'CLIENT LOAN_LIABILITY': -principal,
    'TENANT BANK': bank,
    'TENANT CLIENT_PAYABLE': -account,
    'TENANT LATE_INT_REV': -late,
    'TENANT LOAN_FEE_REV': -fees,
    'TENANT LOAN_INT_RECEIVABLE': receivable,
    'TENANT LOAN_INT_REV': -interest,
    'TENANT LOAN_PRINCIPAL': principal,
  }
  const minor = Object.entries(all).map(([role, kronor]) => [role, Math.round(kronor * 100)])
  return Object.fromEntries(
    minor.flatMap(([role, amount]) => (amount === 0 ? [] : [[role, String(amount)]])),
  )
}

async function stands(of: Place, books: Books): Promise<void> {
  expect(await rolesOf(of)).toEqual(rolesBy(books))
  expect(await accountOf(of)).toBe(books.account.toFixed(2))
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
}

function clockOn(day: string): void {
  at.clock.now = new Date(`${day}T08:00:00Z`)
}

/** From the profile to the agreement that is signed, of 100,000 for three months. */
async function signed(of: Place, terms: object): Promise<string> {
  const shared = { autoSetOff: false, requiresSignature: true }
  const id = await applied(of, { ...shared, ...terms }, { termMonths: 3 })
  good(await approve(of, id))
  const early = await of.one.put(`/business-loans/${id}/withdraw`, { amount: '100000' })
  expect(codeOf(early)).toEqual([409, 'LOAN_NOT_SIGNED'])
  good(await of.tenant.api.put(`/business-loans/${id}`, { signedDate: of.today }))
  expect(await loanOf(of, id)).toMatchObject({ status: 'SIGNED', available: '100000.00' })
  return id
}

/** By a file of the bank, with the reference of the loan. */
async function paidBy(of: Place, id: string, day: string, amount: number): Promise<void> {
  const { paymentReference: reference } = await loanOf(of, id)
  const bank = bankOf(at, of.tenant)
  const paid = { amount: amount.toFixed(2), reference, ref: `B-${day}` }
  const file = await bank.imported(camt({ id: day, date: day, entries: [[paid]] }))
  const [batch] = await bank.batchesOf(file.id)
  expect(await bank.paymentsOf(batch!.id)).toMatchObject([
    { status: 'BOOKED', linked: paid.amount, unplaced: '0.00' },
  ])
}

async function announced(of: Place, day: string): Promise<void> {
  await loanDay(of, day)
  expect(await jobDone(at, of.tenant, 'loan.notices', day)).toMatchObject({ status: 'DONE' })
}

interface Life {
  terms: object
  /** By bank on each of the three due days, and how the books stand then. */
  paid: readonly (readonly [amount: number, books: Books])[]
  /** What is lent once more on the first due day, after 30,000 were repaid. */
  more?: number
  /** On the first due day, after all that. */
  repaid: Books
}

const lives: Readonly<Record<string, Life>> = {
  annuity: {
    terms: { loanType: 'INSTALMENT', amortization: 'ANNUITY' },
    // 34,002.21 a month at one per cent; after the repayment 18,776.84, of 36,997.79.
    paid: [
      [
        34_027.21,
        { principal: 66_997.79, interest: 1000, fees: 1025, bank: 34_027.21, account: 99_000 },
      ],
      [
        18_801.84,
        { principal: 18_590.93, interest: 1369.98, fees: 1050, bank: 52_829.05, account: 69_000 },
      ],
      [
        18_801.84,
        { principal: 0, interest: 1555.89, fees: 1075, bank: 71_630.89, account: 69_000 },
      ],
    ],
    repaid: { principal: 36_997.79, interest: 1000, fees: 1025, bank: 34_027.21, account: 69_000 },
  },
  straight: {
    terms: { loanType: 'INSTALMENT', amortization: 'STRAIGHT' },
    // 33,333.33 and the interest; after the repayment half of 36,666.67 twice.
    paid: [
      [
        34_358.33,
        { principal: 66_666.67, interest: 1000, fees: 1025, bank: 34_358.33, account: 99_000 },
      ],
      [
        18_725.01,
        { principal: 18_333.33, interest: 1366.67, fees: 1050, bank: 53_083.34, account: 69_000 },
      ],
      [18_541.66, { principal: 0, interest: 1550, fees: 1075, bank: 71_625, account: 69_000 }],
    ],
    repaid: { principal: 36_666.67, interest: 1000, fees: 1025, bank: 34_358.33, account: 69_000 },
  },
  bullet: {
    terms: { loanType: 'BULLET', amortization: 'BULLET' },
    paid: [
      [1025, { principal: 100_000, interest: 1000, fees: 1025, bank: 1025, account: 99_000 }],
      [725, { principal: 70_000, interest: 1700, fees: 1050, bank: 1750, account: 69_000 }],
      [70_725, { principal: 0, interest: 2400, fees: 1075, bank: 72_475, account: 69_000 }],
    ],
    repaid: { principal: 70_000, interest: 1000, fees: 1025, bank: 1025, account: 69_000 },
  },
  'credit line': {
    terms: { loanType: 'CREDIT_LINE', amortization: 'BULLET' },
    paid: [
      [1025, { principal: 100_000, interest: 1000, fees: 1025, bank: 1025, account: 99_000 }],
      [925, { principal: 90_000, interest: 1900, fees: 1050, bank: 1950, account: 89_000 }],
      [90_925, { principal: 0, interest: 2800, fees: 1075, bank: 92_875, account: 89_000 }],
    ],
    more: 20_000,
    repaid: { principal: 90_000, interest: 1000, fees: 1025, bank: 1025, account: 89_000 },
  },
}

test.each(Object.entries(lives))(
  'the whole life of a loan: %s',
  async (_, life) => {
    clockOn('2027-01-11')
    const of = await placeIn(at)
    const fees = { setupFee: '1000', instalmentFee: '25', noticeDays: 14 }
    const id = await signed(of, { ...life.terms, ...fees })
    expect(await withdrawn(of, id, '100000')).toMatchObject({ status: 'ACTIVE' })
    await stands(of, { principal: 100_000, interest: 0, fees: 1000, bank: 0, account: 99_000 })
    for (const [n, [amount, books]] of life.paid.entries()) {
      const due = plusMonths(of.today, n + 1)
      await announced(of, plusDays(due, -14))
      clockOn(due)
      await announced(of, due)
      await paidBy(of, id, due, amount)
      await stands(of, books)
      if (n === 0) await repaidAsShown(of, id, life)
    }
    expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED', feesDue: '0.00' })
    const notices = `/documents?type=LOAN_NOTICE&clientId=${of.client.id}`
    expect(good(await of.tenant.api.get(notices)).data).toHaveLength(3)
  },
  60_000,
)

/** By two others, as tokens end within the month. */
async function withTwo(of: Place): Promise<Place> {
  const holder = () => of.tenant.holding(['CreateBusinessLoanWithdrawal'])
  return { ...of, one: await holder(), other: await holder() }
}

/** 30,000 from the client account: the plan that is shown before is the one that stands after. */
async function repaidAsShown(of: Place, id: string, { more, repaid }: Life): Promise<void> {
  const path = `/business-loans/${id}`
  const repayment = { amount: '30000', mode: 'SMALLER' }
  const summary = (body: object) => of.tenant.api.put(`${path}/installment/summary`, body)
  const shown = good(await summary({ repayment }))
  good(await of.tenant.api.post(`${path}/financial-events`, { type: 'REPAYMENT', ...repayment }))
  expect(good(await summary({}))).toMatchObject({
    instalments: shown.instalments,
    effectiveRate: shown.effectiveRate,
  })
  if (more !== undefined) await withdrawn(await withTwo(of), id, String(more))
  await stands(of, repaid)
}

test('the whole life of a loan that is in default, and is paid after all', async () => {
  clockOn('2027-01-11')
  const of = await placeIn(at)
  await published(at, of.tenant, { '2020-01-01': '2' })
  const late = { lateInterestMargin: '10', lateFee: '60', graceDays: 5, defaultDays: 40 }
  const id = await signed(of, { rate: '6', amortization: 'STRAIGHT', ...late })
  await withdrawn(of, id, '90000')
  const [first, second, third] = [1, 2, 3].map((n) => plusMonths(of.today, n)) as [
    string,
    string,
    string,
  ]
  // Interest of 450 a month on 90,000 at 6 per cent.
  for (const day of [first, plusDays(first, 6)]) await loanDay(of, day)
  const lent = { principal: 90_000, fees: 0, bank: 0, account: 90_000 }
  await loanDay(of, second)
  // 30,000 at the 6 per cent that it does not bear, and 450 at 12: 154.50 a month.
  await stands(of, { ...lent, receivable: 1054.5, interest: 900, late: 154.5 })
  await loanDay(of, plusDays(second, 6))
  await loanDay(of, plusDays(first, 40))
  expect(await loanOf(of, id)).toMatchObject({ status: 'ACTIVE', feesDue: '120.00' })
  await loanDay(of, plusDays(first, 41))
  expect(await loanOf(of, id)).toMatchObject({ status: 'DEFAULTED' })
  const refused = await of.one.put(`/business-loans/${id}/withdraw`, { amount: '1' })
  expect(codeOf(refused)).toEqual([409, 'LOAN_NOT_DRAWABLE'])
  // Fourteen days of both are 72.10 each: with what was due before 61,318.70.
  const paidOn = plusDays(second, 14)
  clockOn(paidOn)
  await paidBy(of, id, paidOn, 61_318.7)
  await loanDay(of, plusDays(paidOn, 1))
  expect(await loanOf(of, id)).toMatchObject({ status: 'ACTIVE', feesDue: '0.00' })
  // 210 of interest until then on 90,000, which falls due with the last.
  const recovered = { fees: 120, bank: 61_318.7, account: 90_000, late: 298.7 }
  await stands(of, { ...recovered, principal: 30_000, receivable: 210, interest: 1110 })
  clockOn(third)
  await loanDay(of, third)
  // And 16 days on 30,000: 80.
  await paidBy(of, id, third, 30_290)
  const closed = { principal: 0, interest: 1190, bank: 91_608.7 }
  await stands(of, { ...recovered, ...closed })
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED' })
}, 60_000)
