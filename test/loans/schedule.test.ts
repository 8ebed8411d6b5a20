import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOfInterest, interestOver, plusMonths } from '../../src/domain/loans/day-count.ts'
import { effectiveRate } from '../../src/domain/loans/effective-rate.ts'
import {
  amortizations,
  dueDatesOf,
  levelOf,
  scheduleOf,
  totalOf,
  type Debt,
  type Instalment,
} from '../../src/domain/loans/schedule.ts'
import { seed } from '../support/seed.ts'

const debt = (more: Partial<Debt> & { months?: number } = {}): Debt => {
  const { months = 6, ...rest } = more
  const from = rest.from ?? '2026-01-01'
  return {
    principal: 10_000_000n,
    from,
    rate: '12',
    dayCount: 'THIRTY_360',
    amortization: 'ANNUITY',
    fee: 0n,
    dueDates: dueDatesOf(from, months, null),
    ...rest,
  }
}

const paid = ({ principal, interest, fee }: Instalment) => principal + interest + fee

test('100,000 at 12 per cent for six months is 17,254.84 five times and 17,254.82', () => {
  const instalments = scheduleOf(debt())
  expect(instalments.map(paid)).toEqual([
    1_725_484n,
    1_725_484n,
    1_725_484n,
    1_725_484n,
    1_725_484n,
    1_725_482n,
  ])
  expect(instalments.map(({ interest }) => interest)).toEqual([
    100_000n,
    83_745n,
    67_328n,
    50_746n,
    33_999n,
    17_084n,
  ])
  expect(instalments.at(-1)!.dueDate).toBe('2026-07-01')
})

test('straight: equal parts of the principal, and interest on what is left', () => {
  const instalments = scheduleOf(debt({ amortization: 'STRAIGHT', months: 3 }))
  expect(instalments.map(({ principal }) => principal)).toEqual([
    3_333_333n,
    3_333_333n,
    3_333_334n,
  ])
  expect(instalments.map(({ interest }) => interest)).toEqual([100_000n, 66_667n, 33_333n])
})

test('bullet: interest monthly, and all principal at the end', () => {
  const instalments = scheduleOf(debt({ amortization: 'BULLET', months: 3, fee: 2_500n }))
  expect(instalments.map(paid)).toEqual([102_500n, 102_500n, 10_102_500n])
})

test('interest of before falls due with the first, and shorter terms keep the instalment', () => {
  const carried = scheduleOf(debt({ carried: 5_000n }))
  expect(carried.map(paid).slice(0, 2)).toEqual([1_730_484n, 1_725_484n])
  const shorter = scheduleOf(debt({ principal: 5_000_000n, level: 1_725_484n }))
  expect(shorter.map(paid)).toEqual([1_725_484n, 1_725_484n, 1_648_600n])
})

test.each([
  ['THIRTY_360', '2026-01-31', '2026-02-28', 30],
  ['THIRTY_360', '2026-02-28', '2026-03-31', 30],
  ['THIRTY_360', '2026-01-15', '2027-01-15', 360],
  ['ACT_360', '2026-01-01', '2026-02-01', 31],
  ['ACT_365', '2028-02-01', '2028-03-01', 29],
] as const)('%s counts from %s to %s %i days', (dayCount, from, to, days) => {
  expect(daysOfInterest({ dayCount }, from, to)).toBe(days)
})

test.each([27, 28, 29, 30, 31])('due on the %i. each month has thirty days', (day) => {
  const startDate = `2026-12-${day}`
  const dates = [startDate, ...dueDatesOf(startDate, 6, null)]
  const counted = { dayCount: 'THIRTY_360', startDate } as const
  const days = dates.slice(1).map((to, n) => daysOfInterest(counted, dates[n]!, to))
  expect(days).toEqual([30, 30, 30, 30, 30, 30])
})

test.each([
  ['THIRTY_360', 100_000n],
  ['ACT_360', 103_333n],
  ['ACT_365', 101_918n],
] as const)('100,000 at 12 per cent bears in January by %s %i', (dayCount, interest) => {
  const bears = { rate: '12', dayCount }
  expect(interestOver(10_000_000n, bears, '2026-01-01', '2026-02-01')).toBe(interest)
})

test('months end on their last day', () => {
  expect(dueDatesOf('2026-01-31', 3, null)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
  expect(dueDatesOf('2026-01-10', 2, 25)).toEqual(['2026-02-25', '2026-03-25'])
  expect(plusMonths('2026-11-30', 3)).toBe('2027-02-28')
})

test('the effective rate: 12 per cent a month on, and more by a fee', () => {
  const instalments = scheduleOf(debt({ months: 12 }))
  expect(effectiveRate(10_000_000n, '2026-01-01', instalments)).toBe('12.68')
  expect(effectiveRate(9_900_000n, '2026-01-01', instalments)).toBe('14.84')
  expect(effectiveRate(0n, '2026-01-01', instalments)).toBeNull()
})

/** The year rate by bisection of what each instalment is worth, its months as twelfths. */
function worthAt(rate: number, instalments: readonly Instalment[]): number {
  return instalments.reduce(
    (all, one, n) => all + Number(paid(one)) / (1 + rate) ** ((n + 1) / 12),
    0,
  )
}

test.each([
  [{ months: 6 }, 0n],
  [{ months: 12, rate: '7.5', dayCount: 'ACT_365' as const }, 150_000n],
  [{ months: 36, rate: '4', amortization: 'STRAIGHT' as const, fee: 2_500n }, 50_000n],
  [{ months: 24, rate: '9', amortization: 'BULLET' as const, dayCount: 'ACT_360' as const }, 0n],
])('at its effective rate a loan is worth what was paid out: %o', (terms, setup) => {
  const instalments = scheduleOf(debt(terms))
  const told = Number(effectiveRate(10_000_000n - setup, '2026-01-01', instalments))
  const out = Number(10_000_000n - setup)
  // Two places are told: half of the last one more or less is on either side of it.
  expect(worthAt((told - 0.0051) / 100, instalments)).toBeGreaterThan(out)
  expect(worthAt((told + 0.0051) / 100, instalments)).toBeLessThan(out)
})

test('a loan of the last of January in a leap year is due on the last days of months', () => {
  const from = '2028-01-31'
  const instalments = scheduleOf(debt({ from, months: 3, dayCount: 'ACT_365' }))
  expect(instalments.map(({ dueDate }) => dueDate)).toEqual([
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
  ])
  // 29 days of 365 at 12 per cent.
  expect(instalments[0]!.interest).toBe(95_342n)
  expect(totalOf(instalments).principal).toBe(10_000_000n)
})

test('a loan of 30 years takes no longer than many times one of ten', () => {
  const fastest = new Map([
    [360, Infinity],
    [120, Infinity],
  ])
  const ratio = () => fastest.get(360)! / fastest.get(120)!
  // In turn, and as often as it takes: whatever else the machine does only adds.
  for (let round = 0; round < 15 || (round < 300 && !(ratio() < 7)); round++) {
    for (const [months, before] of fastest) {
      const started = performance.now()
      const instalments = scheduleOf(debt({ months }))
      effectiveRate(10_000_000n, '2026-01-01', instalments)
      fastest.set(months, Math.min(before, performance.now() - started))
    }
  }
  // Three times as many instalments: nine times would be quadratic.
  expect(ratio()).toBeLessThan(7)
})

const anyDebt = fc
  .record({
    principal: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    rate: fc.integer({ min: 0, max: 4_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    months: fc.integer({ min: 1, max: 120 }),
    amortization: fc.constantFrom(...amortizations),
    dayCount: fc.constantFrom('THIRTY_360', 'ACT_360', 'ACT_365'),
    start: fc.integer({ min: 0, max: 3_000 }),
  })
  .map(({ start, months, ...rest }) => {
    const from = new Date(Date.UTC(2026, 0, 1 + start)).toISOString().slice(0, 10)
    return debt({ ...rest, from, months } as Partial<Debt> & { months: number })
  })

test(`whatever it is, all principal is paid back, and annuities are level (SEED=${seed})`, () => {
  fc.assert(
    fc.property(anyDebt, (of) => {
      const instalments = scheduleOf(of)
      expect(totalOf(instalments).principal).toBe(of.principal)
      expect(
        instalments.every(({ principal, interest }) => principal >= 0n && interest >= 0n),
      ).toBe(true)
      if (of.amortization !== 'ANNUITY' || of.principal < 1_000_000n) return
      // At high rates months of more days may bear more than the instalment: they pay off nothing.
      const level = levelOf(of)
      const [most, last] = [instalments.slice(0, -1), paid(instalments.at(-1)!)]
      let left = of.principal
      for (const one of most) {
        left -= one.principal
        // Who has paid more in such months has paid all a little sooner.
        if (left === 0n) expect(paid(one)).toBeLessThanOrEqual(level)
        else if (one.principal === 0n) expect(paid(one)).toBeGreaterThanOrEqual(level)
        else expect(paid(one)).toBe(level)
      }
      if (most.some(({ principal }) => principal === 0n)) return
      const first = level
      const apart = last > first ? last - first : first - last
      expect(apart).toBeLessThanOrEqual(BigInt(instalments.length) * 60n)
    }),
    { seed },
  )
})
