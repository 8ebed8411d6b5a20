import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountsOfRows, type AmountTerms } from '../../src/domain/invoices/row-amounts.ts'
import type { RowSent } from '../../src/domain/invoices/article-row.ts'
import { sum } from '../../src/domain/money.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { seed } from '../support/seed.ts'

const day = '2026-11-02'
const usual: AmountTerms = {
  dates: { invoiceDate: day, expireDate: '2026-12-02' },
  countryCode: 'SE',
  invoiceCurrency: 'SEK',
  baseCurrency: 'SEK',
  rate: '1',
  roundTotal: false,
}

const faultOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [fault] = error.facts.errors ?? []
    return `${fault?.pointer} ${fault?.code}`
  }
  return 'no fault'
}

const made = (rows: RowSent[], more: Partial<AmountTerms> = {}) => {
  const { rows: kept, totals } = amountsOfRows(rows, true, { ...usual, ...more })
  return {
    kept,
    totals,
    told: kept.map((row) => `${row.type} ${row.price} ${row.vatPercentage}`),
  }
}

test('rows are those that were sent where all are complete', () => {
  const { told } = made([
    { price: '1', vatPercentage: 25 },
    { price: '2', quantity: '3', vatPercentage: 25 },
    { type: 'TEXT', description: 'Thank you' },
  ])
  expect(told).toEqual(['LINE 1 25', 'LINE 2 25', 'TEXT null null'])
})

test.each<[string, RowSent[], string[], bigint]>([
  ['a price without a rate has the usual one', [{ price: '100' }], ['LINE 100 25'], 12500n],
  [
    'several of a rate become one',
    [{ price: '100' }, { price: '50', quantity: '2', vatPercentage: 25 }],
    ['LINE 200.00 25'],
    25000n,
  ],
  ['a gross gives its net', [{ grossAmount: '125' }], ['LINE 100.00 25'], 12500n],
  [
    'a gross of a rate likewise',
    [{ grossAmount: '106', vatPercentage: 6 }],
    ['LINE 100.00 6'],
    10600n,
  ],
  [
    'net and VAT give the rate',
    [{ netAmount: '100', vatAmount: '12' }],
    ['LINE 100.00 12'],
    11200n,
  ],
  ['so do net and gross', [{ netAmount: '100', grossAmount: '106' }], ['LINE 100.00 6'], 10600n],
  ['and gross and VAT', [{ grossAmount: '125', vatAmount: '25' }], ['LINE 100.00 25'], 12500n],
  [
    'a row a rate, text last',
    [{ description: 'Hello' }, { grossAmount: '125' }, { netAmount: '10', vatPercentage: 6 }],
    ['LINE 100.00 25', 'LINE 10.00 6', 'TEXT null null'],
    13560n,
  ],
  [
    'what rounding leaves of a gross is a row',
    [{ grossAmount: '0.07' }],
    ['LINE 0.06 25', 'ROUNDING -0.01 0'],
    7n,
  ],
])('%s', (_, rows, told, gross) => {
  const { told: kept, totals } = made(rows)
  expect(kept).toEqual(told)
  expect(totals.grossAmount).toBe(gross)
})

test('rows keep what all of a rate say, and all that they say', () => {
  const { kept } = made([
    { description: 'Planks', price: '1', accountNumber: '3001', project: 'A', colour: 'red' },
    { description: 'Nails', price: '1', accountNumber: '3001', project: 'B', heavy: true },
  ])
  expect(kept[0]).toMatchObject({
    description: 'Planks, Nails',
    accountNumber: '3001',
    project: null,
    further: { colour: 'red', heavy: true },
  })
})

test('a row alone keeps its own price and quantity', () => {
  const { kept } = made([{ price: '12.5', quantity: '4', unit: 'h' }])
  expect(kept[0]).toMatchObject({ price: '12.5', quantity: '4', unit: 'h', vatPercentage: '25' })
})

test.each<[string, RowSent[], string]>([
  ['VAT alone is sent', [{ vatAmount: '25' }], '/articleRows/0 AMOUNT_MISSING'],
  ['no rate fits', [{ netAmount: '100', vatAmount: '19' }], '/articleRows/0 VAT_RATE_UNKNOWN'],
  [
    'the rate does not fit',
    [{ netAmount: '100', vatAmount: '25', vatPercentage: 6 }],
    '/articleRows/0/vatPercentage AMOUNTS_DISAGREE',
  ],
  [
    'the price is another',
    [{ price: '10', netAmount: '11' }],
    '/articleRows/0/netAmount AMOUNTS_DISAGREE',
  ],
  [
    'the three do not add up',
    [{ netAmount: '100', vatAmount: '25', grossAmount: '120' }],
    '/articleRows/0/grossAmount AMOUNTS_DISAGREE',
  ],
  [
    'the net does not fit the other amounts',
    [{ netAmount: '90', grossAmount: '125', vatPercentage: 25 }],
    '/articleRows/0/netAmount AMOUNTS_DISAGREE',
  ],
  [
    'the net alone does not fit the other three',
    [{ netAmount: '90', vatAmount: '25', grossAmount: '125', vatPercentage: 25 }],
    '/articleRows/0/netAmount AMOUNTS_DISAGREE',
  ],
  [
    'the net is not what gross and VAT leave',
    [{ netAmount: '90', vatAmount: '25', grossAmount: '125' }],
    '/articleRows/0/netAmount AMOUNTS_DISAGREE',
  ],
  [
    'the VAT is not what lies between net and gross',
    [{ netAmount: '100', vatAmount: '20', grossAmount: '125' }],
    '/articleRows/0/vatAmount AMOUNTS_DISAGREE',
  ],
  [
    'the gross does not fit the price',
    [{ price: '100', grossAmount: '120', vatPercentage: 25 }],
    '/articleRows/0/grossAmount AMOUNTS_DISAGREE',
  ],
  [
    'the price does not fit VAT and gross',
    [{ price: '90', vatAmount: '25', grossAmount: '125' }],
    '/articleRows/0/price AMOUNTS_DISAGREE',
  ],
  [
    'the rate does not fit all three amounts',
    [{ netAmount: '100', vatAmount: '50', grossAmount: '150', vatPercentage: 25 }],
    '/articleRows/0/vatPercentage AMOUNTS_DISAGREE',
  ],
  ['cents are split', [{ netAmount: '1.005' }], '/articleRows/0/netAmount TOO_PRECISE'],
])('rows are refused where %s', (_, rows, fault) => {
  expect(faultOf(() => made(rows))).toBe(fault)
})

test('rows read no amounts where they are not asked for', () => {
  const fault = faultOf(() => amountsOfRows([{ grossAmount: '125' }], false, usual))
  expect(fault).toBe('/articleRows/0/grossAmount ONLY_GENERATED')
})

test(`rows add up to the gross that was sent (SEED=${seed})`, () => {
  const gross = fc.integer({ min: 1, max: 10_000_000 }).map((minor) => {
    const text = String(minor).padStart(3, '0')
    return `${text.slice(0, -2)}.${text.slice(-2)}`
  })
  const row = fc.record({
    grossAmount: gross,
    vatPercentage: fc.option(fc.constantFrom(25, 12, 6, 0)),
  })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
      const { totals, kept } = made(rows)
      const told = sum(rows.map(({ grossAmount }) => BigInt(grossAmount.replace('.', ''))))
      expect(totals.grossAmount).toBe(told)
      const rates = kept.filter(({ type }) => type === 'LINE').map((each) => each.vatPercentage)
      expect(new Set(rates).size).toBe(rates.length)
    }),
    { seed },
  )
})
