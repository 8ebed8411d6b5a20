import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  adjusted,
  bracketOf,
  chargedBy,
  faultsOfBrackets,
  faultsOfPrices,
  type Bracket,
  type Price,
} from '../../src/domain/pricing/price.ts'
import { seed } from '../support/seed.ts'

/** Brackets that begin at 0 and end at each of these values in turn; the last is open. */
const bracketsEnding = (ends: readonly number[]): Bracket[] =>
  [0, ...ends].map((from, n) => ({
    from: String(from),
    to: ends[n] === undefined ? null : String(ends[n]),
    fixed: String(n),
    percent: null,
  }))

const ends = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 8 })
  .map((values) => values.toSorted((a, b) => a - b))

const codesOf = (brackets: readonly Bracket[]) =>
  faultsOfBrackets(brackets, '').map(({ code }) => code)

const price = (more: Partial<Price>): Price => ({
  chargeType: 'INVOICE_FEE',
  fixed: null,
  percent: null,
  min: null,
  max: null,
  vatTreatment: null,
  bracketBasis: 'NONE',
  brackets: [],
  ...more,
})

const basis = (amount: string, quantity = 1, volume = quantity) => ({ amount, quantity, volume })

test(`brackets that are accepted have one for every value (SEED=${seed})`, () => {
  fc.assert(
    fc.property(ends, fc.integer({ min: 0, max: 20_000 }), (values, volume) => {
      const brackets = bracketsEnding(values)
      expect(codesOf(brackets)).toEqual([])
      const found = bracketOf({ bracketBasis: 'VOLUME', brackets }, basis('0', 1, volume))
      expect(found?.fixed).toBe(String(values.filter((end) => end <= volume).length))
    }),
    { seed },
  )
})

test(`whichever bracket is left out, moved or made longer, it is refused (SEED=${seed})`, () => {
  fc.assert(
    fc.property(ends, fc.nat(), (values, at) => {
      const brackets = bracketsEnding(values)
      const n = at % brackets.length
      expect(codesOf(brackets.toSpliced(n, 1))).toContain('BRACKET_GAP')
      const { from } = brackets[n]!
      const later = { ...brackets[n]!, from: `${from}.5` }
      expect(codesOf(brackets.with(n, later))).toContain('BRACKET_GAP')
      if (n === 0) return
      const earlier = { ...brackets[n]!, from: String(Number(from) - 0.5) }
      expect(codesOf(brackets.with(n, earlier))).toContain('BRACKET_OVERLAP')
    }),
    { seed },
  )
})

test('a bracket below zero, an empty one, one that ends the list and none at all are refused', () => {
  const open = { from: '0', to: null, fixed: '1', percent: null }
  expect(codesOf([open])).toEqual([])
  expect(codesOf([{ ...open, from: '-1' }])).toEqual(['BRACKET_BELOW_ZERO'])
  expect(codesOf([{ ...open, to: '0' }])).toContain('BRACKET_EMPTY')
  expect(codesOf([{ ...open, to: '5' }])).toEqual(['BRACKET_GAP'])
  expect(codesOf([])).toEqual(['BRACKET_GAP'])
  expect(codesOf([open, { ...open, from: '5' }])).toEqual(['BRACKET_OVERLAP'])
  expect(codesOf([{ ...open, fixed: null }])).toEqual(['NO_PRICE'])
})

test('a list says one thing of each charge', () => {
  const codes = (...prices: Price[]) => faultsOfPrices(prices).map(({ code }) => code)
  const fee = price({ fixed: '10' })
  expect(codes(fee)).toEqual([])
  expect(codes(fee, fee)).toEqual(['TWICE'])
  expect(codes(price({}))).toEqual(['NO_PRICE'])
  expect(codes(price({ fixed: '1', min: '10', max: '9.99' }))).toEqual(['BELOW_MINIMUM'])
  const brackets = bracketsEnding([100])
  expect(codes(price({ fixed: '1', brackets }))).toEqual(['NO_BASIS'])
  expect(codes(price({ fixed: '1', bracketBasis: 'VOLUME', brackets }))).toEqual(['OF_BRACKETS'])
  expect(codes(price({ bracketBasis: 'VOLUME', brackets }))).toEqual([])
})

test('what is charged is each so much and so many hundredths, within its limits, rounded once', () => {
  // 3 × 12.345 = 37.035, half up.
  expect(chargedBy(price({ fixed: '12.345' }), basis('0', 3), 'SEK')).toBe('37.04')
  // 1.5 % of 12,345.67 = 185.18505; and 20 each for two.
  const both = price({ fixed: '20', percent: '1.5' })
  expect(chargedBy(both, basis('12345.67', 2), 'SEK')).toBe('225.19')
  expect(chargedBy({ ...both, min: '300' }, basis('12345.67', 2), 'SEK')).toBe('300.00')
  expect(chargedBy({ ...both, max: '200' }, basis('12345.67', 2), 'SEK')).toBe('200.00')
  expect(chargedBy(price({ fixed: '12.5' }), basis('0'), 'JPY')).toBe('13')
  const tiers = price({
    bracketBasis: 'AMOUNT',
    brackets: [
      { from: '0', to: '1000', fixed: '5', percent: null },
      { from: '1000', to: null, fixed: null, percent: '2' },
    ],
  })
  expect(chargedBy(tiers, basis('999.99'), 'SEK')).toBe('5.00')
  expect(chargedBy(tiers, basis('1000'), 'SEK')).toBe('20.00')
})

test('a price that is changed stays within what a price can be', () => {
  expect(adjusted('10', 'PERCENT', '2.5')).toBe('10.25')
  expect(adjusted('999999999999', 'ABSOLUTE', '0.999999')).toBe('999999999999.999999')
  expect(() => adjusted('999999999999', 'PERCENT', '999999999')).toThrow(
    expect.objectContaining({ code: 'PRICE_TOO_HIGH' }),
  )
  expect(() => adjusted('5', 'ABSOLUTE', '-5.000001')).toThrow(
    expect.objectContaining({ code: 'PRICE_BELOW_ZERO' }),
  )
})
