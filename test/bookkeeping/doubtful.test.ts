import { expect, test } from 'vitest'
import { netOfOpen } from '../../src/domain/bookkeeping/doubtful.ts'

const quarter = { rate: '25', base: '100000', amount: '25000' }
const free = { rate: '0', base: '100000', amount: '0' }
const invoice = { amount: 225_000n, vats: [quarter, free] }

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
    [{ amount: 100_000n, vats: [{ ...free, rate: '6' }] }],
    111_111n,
  ],
  ['nothing', 0n, [], 0n],
] as const)('what is net of what is open: %s', (_, open, credits, net) => {
  expect(netOfOpen(open, invoice, credits)).toBe(net)
})

test('without rates there is no VAT', () => {
  expect(netOfOpen(100n, { amount: 100n, vats: [] })).toBe(100n)
})
