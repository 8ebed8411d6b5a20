import { expect, test } from 'vitest'
import { netOfOpen } from '../../src/domain/bookkeeping/doubtful.ts'

const quarter = { rate: '25', base: '100000', amount: '25000' }
const free = { rate: '0', base: '100000', amount: '0' }
const invoice = { amount: 225_000n, vat: 25_000n }

test.each([
  ['all of it is open', 225_000n, [], 200_000n],
  ['half of it was paid, of both rates alike', 112_500n, [], 100_000n],
  ['the free half was credited', 125_000n, [{ amount: 100_000n, vats: [free] }], 100_000n],
  ['the other was credited', 100_000n, [{ amount: 125_000n, vats: [quarter] }], 100_000n],
  [
    'a part of the other, and half of the rest was paid',
    87_500n,
    // 225,000 − 50,000 leaves 75,000 with VAT (60,000 net) and 100,000 without: 160,000 of 175,000.
    [{ amount: 50_000n, vats: [quarter] }],
    80_000n,
  ],
  [
    'a rate that it has not',
    125_000n,
    // 25,000 of VAT is left of 125,000.
    [{ amount: 100_000n, vats: [{ ...free, rate: '6' }] }],
    100_000n,
  ],
  [
    'a rate that it has not, and half of the rest was paid',
    62_500n,
    [{ amount: 100_000n, vats: [{ ...free, rate: '6' }] }],
    50_000n,
  ],
  ['nothing', 0n, [], 0n],
] as const)('what is net of what is open: %s', (_, open, credits, net) => {
  expect(netOfOpen(open, invoice, credits)).toBe(net)
})

test('what has no VAT is net', () => {
  expect(netOfOpen(100n, { amount: 100n, vat: 0n })).toBe(100n)
})

const v = (rate: string, base: number, amount: number) => ({
  rate,
  base: String(base),
  amount: String(amount),
})

test.each([
  [
    'of 1,000 + 250 a note of 250 without VAT leaves 750 + 250',
    100_000n,
    { amount: 125_000n, vat: 25_000n },
    [{ amount: 25_000n, vats: [v('0', 25_000, 0)] }],
    75_000n,
  ],
  [
    'of 1,000 + 250 a note of 106 at 6 per cent leaves 900 + 244',
    114_400n,
    { amount: 125_000n, vat: 25_000n },
    [{ amount: 10_600n, vats: [v('6', 10_000, 600)] }],
    90_000n,
  ],
  [
    'of a note at two rates half is linked: 1,250 + 1,060 less half of 250 + 106 is 1,850 + 282',
    213_200n,
    { amount: 231_000n, vat: 31_000n },
    [{ amount: 17_800n, vats: [v('25', 20_000, 5_000), v('6', 10_000, 600)] }],
    185_000n,
  ],
  [
    'of a discount without VAT: 1,000 + 250 less 100 is 900 + 250',
    115_000n,
    { amount: 115_000n, vat: 25_000n },
    [],
    90_000n,
  ],
  [
    'where all but its discount is credited at 25 per cent: 100 + 50',
    15_000n,
    { amount: 115_000n, vat: 25_000n },
    [{ amount: 100_000n, vats: [v('25', 80_000, 20_000)] }],
    10_000n,
  ],
  [
    'rounded up by 0.40, which has no VAT',
    125_040n,
    { amount: 125_040n, vat: 25_000n },
    [],
    100_040n,
  ],
  [
    'less than the VAT that a note without VAT leaves',
    10_000n,
    { amount: 125_000n, vat: 25_000n },
    [{ amount: 115_000n, vats: [v('0', 115_000, 0)] }],
    0n,
  ],
  [
    'without VAT, whatever the note has',
    50_000n,
    { amount: 100_000n, vat: 0n },
    [{ amount: 50_000n, vats: [v('25', 40_000, 10_000)] }],
    50_000n,
  ],
])('by hand: %s', (_, open, invoice, credits, net) => {
  expect(netOfOpen(open, invoice, credits)).toBe(net)
})
