import { describe, expect, test } from 'vitest'
import { halfYearOf, isOutdated, type BaseRate } from '../../src/domain/system/base-interest.ts'
import {
  dayCountOf,
  lateInterest,
  marginBy,
  ratePeriods,
  type InterestTerms,
} from '../../src/domain/system/late-interest.ts'
import { bundledReferenceRates, readReferenceRates } from '../../src/ports/rates/reference-rates.ts'

const rates = bundledReferenceRates()
const swedish: InterestTerms = {
  baseRateCode: 'SE_REFERENCE',
  marginPp: '8',
  fixedRate: null,
  roundingRule: 'NONE',
  dayCount: 'ACTUAL_365',
}
const owed = (amount: bigint, from = '2020-01-01') => ({ from, amount })

describe('late interest', () => {
  test('follows the reference rate from the day on which it changes', () => {
    const { periods, total } = lateInterest(swedish, rates, {
      owed: [owed(10_000_00n)],
      from: '2025-06-01',
      to: '2025-07-31',
    })
    // 30 days at 3 + 8, and 31 at 2 + 8: 10,000 × 0.11 × 30 / 365 = 90.4110, and 84.9315.
    expect(periods).toMatchObject([
      { from: '2025-06-01', to: '2025-06-30', days: 30, rate: '11', amount: 9041n },
      { from: '2025-07-01', to: '2025-07-31', days: 31, rate: '10', amount: 8493n },
    ])
    // 175.3425 in all.
    expect(total).toBe(17534n)
  })

  test('counts the leap day, and divides by 365 in every year', () => {
    const of = (from: string, to: string) =>
      lateInterest(swedish, rates, { owed: [owed(36_500_00n)], from, to })
    // Each day at 12 per cent is 12.00.
    expect(of('2024-02-29', '2024-02-29').total).toBe(1200n)
    expect(of('2024-02-01', '2024-02-29')).toMatchObject({
      total: 348_00n,
      periods: [{ days: 29 }],
    })
    // Half a year has 182 days then, and 181 otherwise; at 11 per cent a day is 11.00.
    expect(of('2024-01-01', '2024-06-30').total).toBe(2184_00n)
    expect(of('2025-01-01', '2025-06-30').total).toBe(1991_00n)
  })

  test('is on what is owed on each day, and is rounded once', () => {
    const { periods, total } = lateInterest(swedish, rates, {
      owed: [owed(1_000_00n), owed(400_00n, '2025-02-11'), owed(0n, '2025-02-21')],
      from: '2025-02-01',
      to: '2025-03-31',
    })
    // 1,000 × 0.11 × 10 / 365 = 3.01370; 400 × 0.11 × 10 / 365 = 1.20548: 4.21918 in all.
    expect(periods.map(({ capital, days, amount }) => [capital, days, amount])).toEqual([
      [1_000_00n, 10, 301n],
      [400_00n, 10, 121n],
      [0n, 39, 0n],
    ])
    expect(total).toBe(422n)
  })

  test('of Danish claims has months of thirty days', () => {
    const danish = { ...swedish, baseRateCode: 'DK_REFERENCE', dayCount: dayCountOf('DK') } as const
    const of = (from: string, to: string) =>
      lateInterest(danish, rates, { owed: [owed(3_600_00n)], from, to })
    // 1.75 + 8: one month is 3,600 × 0.0975 / 12 = 29.25, February's as well.
    expect(of('2026-01-01', '2026-01-31').total).toBe(2925n)
    expect(of('2026-02-01', '2026-02-28')).toMatchObject({ total: 2925n, periods: [{ days: 30 }] })
    // Over a change it is not a day longer: 2.75 + 8 until June, 1.75 + 8 from July on.
    const { periods } = of('2025-06-01', '2025-07-31')
    expect(periods.map(({ days, amount }) => [days, amount])).toEqual([
      [30, 3225n],
      [30, 2925n],
    ])
  })

  test('of what the law adds is less for people in Finland', () => {
    expect([marginBy('SE', 'PERSON'), marginBy('FI', 'COMPANY'), marginBy('FI', 'PERSON')]).toEqual(
      ['8', '8', '7'],
    )
    const terms = { ...swedish, baseRateCode: 'FI_REFERENCE', marginPp: '7' } as const
    const [period] = ratePeriods(terms, rates, '2026-01-01', '2026-06-30')
    // As the Bank of Finland published it for the first half of 2026.
    expect(period).toMatchObject({ rate: '9.5', isProvisional: false })
  })
})

describe('rates of late interest', () => {
  test('may be fixed, or rounded up to a half', () => {
    const fixed = { ...swedish, fixedRate: '24' }
    const asked = { owed: [owed(36_500_00n)], from: '2024-12-01', to: '2025-01-31' }
    expect(lateInterest(fixed, [], asked)).toMatchObject({
      total: 62n * 24_00n,
      periods: [{ base: null, rate: '24' }],
    })
    const half = { ...swedish, baseRateCode: 'DK_REFERENCE', roundingRule: 'UP_TO_HALF' } as const
    expect(ratePeriods(half, rates, '2026-01-01', '2026-01-01')).toMatchObject([{ rate: '10' }])
    const exact = { ...half, marginPp: '8.25' } as const
    expect(ratePeriods(exact, rates, '2026-01-01', '2026-01-01')).toMatchObject([{ rate: '10' }])
  })

  test('goes on by the last rate where the next is not known, and says so', () => {
    const periods = ratePeriods(swedish, rates, '2026-06-15', '2027-02-01')
    expect(
      periods.map(({ from, to, rate, isProvisional }) => [from, to, rate, isProvisional]),
    ).toEqual([
      ['2026-06-15', '2026-06-30', '10', false],
      ['2026-07-01', '2027-02-01', '10', true],
    ])
    expect(() => ratePeriods(swedish, rates, '2022-12-31', '2023-01-01')).toThrow(
      expect.objectContaining({ code: 'BASE_RATE_UNKNOWN' }),
    )
    expect(
      lateInterest(swedish, rates, { owed: [], from: '2026-01-02', to: '2026-01-01' }),
    ).toEqual({ periods: [], total: 0n })
  })

  test('of many days is the sum of that of each of its parts', () => {
    const asked = { owed: [owed(123_456_78n), owed(7_77n, '2024-08-13')] }
    const whole = lateInterest(swedish, rates, { ...asked, from: '2024-01-15', to: '2026-06-30' })
    expect(whole.periods.reduce((all, { amount }) => all + amount, 0n)).toBe(whole.total)
    expect(whole.periods.reduce((all, { days }) => all + days, 0)).toBe(898)
  })
})

describe('reference rates', () => {
  const of: BaseRate = { code: 'SE_REFERENCE', validFrom: '2026-01-01', rate: '2' }

  test('hold for half a year', () => {
    expect([halfYearOf('2026-06-30'), halfYearOf('2026-07-01')]).toEqual([
      '2026-01-01',
      '2026-07-01',
    ])
    expect([isOutdated(of, '2026-06-30'), isOutdated(of, '2026-07-01')]).toEqual([false, true])
  })

  test('are read as the platform and as the Riksbank write them', () => {
    const source = 'Riksbanken'
    expect(
      readReferenceRates('SE_REFERENCE,2026-07-01,2.25,Riksbanken\nXX,2026-07-01,1,A'),
    ).toEqual([{ code: 'SE_REFERENCE', validFrom: '2026-07-01', rate: '2.25', source }])
    const days = ['2026-07-01', '2026-07-02', '2027-01-04']
    const series = days.map((date) => ({ seriesId: 'SECBREFEFF', date, value: 2.5 }))
    const read = [
      { code: 'SE_REFERENCE', validFrom: '2026-07-01', rate: '2.5', source },
      { code: 'SE_REFERENCE', validFrom: '2027-01-01', rate: '2.5', source },
    ]
    expect(readReferenceRates(JSON.stringify(series))).toEqual(read)
    const csv = days.map((day) => `${day};Riksbankens räntor;SECBREFEFF;2,5`).join('\n')
    expect(readReferenceRates(csv)).toEqual(read)
  })

  test('of a file that says two things of one are not believed', () => {
    const two = 'SE_REFERENCE,2026-07-01,2,A\nSE_REFERENCE,2026-07-01,2.5,B'
    expect(() => readReferenceRates(two)).toThrow('two things')
    expect(
      readReferenceRates('SE_REFERENCE,2026-02-30,2,A\nSE_REFERENCE,2026-07-01,N/A,A'),
    ).toEqual([])
  })
})
