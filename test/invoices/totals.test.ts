import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundledRates } from '../../src/ports/rates/bundled-rates.ts'
import { normalisedNumber } from '../../src/domain/identification-number.ts'
import { amountsOfRows, type AmountTerms } from '../../src/domain/invoices/row-amounts.ts'
import { exchangeRate, inBaseCurrency } from '../../src/domain/bookkeeping/exchange-rates.ts'
import { amountMax, totalsOf, vatOf, type RowFacts } from '../../src/domain/invoices/totals.ts'
import { standardRateOf, vatRatesOf } from '../../src/domain/invoices/vat-rates.ts'
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

describe('a row', () => {
  const row = (quantity?: string, price?: string, percent?: string, amount?: string): RowFacts => ({
    quantity,
    price,
    discountPercent: percent,
    discountAmount: amount,
  })
  test.each([
    ['one of a price', row(undefined, '9.99'), 'SEK', 999n],
    ['several', row('3', '33.333'), 'SEK', 10000n],
    ['half a cent is a cent', row('1', '0.005'), 'SEK', 1n],
    ['just below half is none', row('1', '0.0049999999'), 'SEK', 0n],
    ['half a cent below zero is a cent below', row('-1', '0.005'), 'SEK', -1n],
    ['with a tenth off', row('1', '99.95', '10'), 'SEK', 8996n],
    ['all of it off', row('7', '13', '100'), 'SEK', 0n],
    ['an amount off, after the share', row('2', '100', '25', '10.50'), 'SEK', 13950n],
    ['a discount alone', row(undefined, undefined, undefined, '50'), 'SEK', -5000n],
    ['taken back', row('-2', '10.10'), 'SEK', -2020n],
    ['without decimals', row('3', '33.5'), 'JPY', 101n],
    ['with three decimals', row('3', '0.3335'), 'KWD', 1001n],
    ['text', row(), 'SEK', 0n],
    ['ten places on either side', row('0.0000000001', '100000000'), 'SEK', 1n],
  ])('%s', (_, facts, currency, net) => {
    const covered = [facts, row('1', '1000000')]
    expect(totalsOf(covered, currency).rows[0]?.netAmount).toBe(net)
  })

  test.each([
    ['is too large', { quantity: '999999999999', price: '999999999999' }, '/articleRows/0'],
    ['is a discount that adds', { type: 'DISCOUNT', price: '1' }, '/articleRows/0/price'],
    ['is text with a price', { type: 'TEXT', price: '1' }, '/articleRows/0/price'],
  ] as const)('%s, and refused', (_, facts, pointer) => {
    expect(faultOf(() => totalsOf([facts], 'SEK'))).toContain(pointer)
  })
})

describe('totals', () => {
  const at = (price: string, vatPercentage: string | null): RowFacts => ({ price, vatPercentage })
  test('VAT is that of the summed net of its rate, and rows share it', () => {
    const totals = totalsOf([at('0.10', '25'), at('0.10', '25'), at('0.10', '25')], 'SEK')
    expect(totals).toMatchObject({ netAmount: 30n, vatAmount: 8n, grossAmount: 38n })
    expect(totals.rows.map(({ vatAmount }) => vatAmount)).toEqual([3n, 2n, 3n])
  })

  test('each rate stands for itself, the highest first', () => {
    const totals = totalsOf([at('100', '6'), at('50', null), at('100', '25')], 'SEK')
    expect(totals.vats).toEqual([
      { rate: '25', base: '10000', amount: '2500' },
      { rate: '6', base: '10000', amount: '600' },
      { rate: '0', base: '5000', amount: '0' },
    ])
  })

  test('a rate is the same however it is written', () => {
    const totals = totalsOf([at('1', '25'), at('1', '25.0000000000')], 'SEK')
    expect(totals.vats).toHaveLength(1)
  })

  test.each([
    ['99.49', 'SEK', -49n, 9900n],
    ['99.50', 'SEK', 50n, 10000n],
    ['100', 'SEK', 0n, 10000n],
    ['7', 'JPY', 0n, 7n],
    ['99.50', 'NOK', 50n, 10000n],
    ['99.49', 'EUR', 0n, 9949n],
    ['1.499', 'KWD', 0n, 1499n],
  ])(
    '%s %s is rounded to what there are coins for where that is asked',
    (price, currency, rounding, gross) => {
      const totals = totalsOf([{ price }], currency, { roundTotal: true })
      expect(totals).toMatchObject({ roundingAmount: rounding, grossAmount: gross })
    },
  )

  test('below zero they are refused, and zero is not below', () => {
    expect(faultOf(() => totalsOf([at('-0.01', '0')], 'SEK'))).toBe('/articleRows NEGATIVE_TOTAL')
    expect(totalsOf([at('-5', '25'), at('5', '25')], 'SEK').grossAmount).toBe(0n)
    expect(totalsOf([], 'SEK').grossAmount).toBe(0n)
  })

  test('too large they are refused also where no row is', () => {
    const rows = Array.from({ length: 3 }, () => at('4000000000000', '25').price)
    const large = rows.map((price) => ({ price, quantity: '1' }))
    expect(faultOf(() => totalsOf(large, 'SEK'))).toBe('/articleRows AMOUNT_TOO_LARGE')
  })
})

const decimalText = (whole: number, places: number) =>
  fc
    .tuple(fc.integer({ min: -whole, max: whole }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([n, part]) => `${n}.${String(part).padStart(places, '0')}`)

const someRow: fc.Arbitrary<RowFacts> = fc.record({
  quantity: fc.option(decimalText(1000, 3)),
  price: fc.option(decimalText(100_000, 4)),
  discountPercent: fc.option(fc.constantFrom('0', '12.5', '33.333', '100')),
  discountAmount: fc.option(decimalText(50, 2)),
  vatPercentage: fc.option(fc.constantFrom('25', '12', '6', '0', '25.5')),
})

test(`whatever the rows are, they add up (SEED=${seed})`, () => {
  const currencies = fc.constantFrom('SEK', 'JPY', 'KWD')
  fc.assert(
    fc.property(
      fc.array(someRow, { maxLength: 40 }),
      currencies,
      fc.boolean(),
      (rows, at, whole) => {
        const covered = [...rows, { price: '100000000000', quantity: '1' }]
        const totals = totalsOf(covered, at, { roundTotal: whole })
        const { netAmount, vatAmount, roundingAmount, grossAmount } = totals
        expect(netAmount + vatAmount + roundingAmount).toBe(grossAmount)
        expect(sum(totals.rows.map((row) => row.netAmount))).toBe(netAmount)
        expect(sum(totals.rows.map((row) => row.vatAmount))).toBe(vatAmount)
        expect(sum(totals.rows.map((row) => row.grossAmount))).toBe(netAmount + vatAmount)
        expect(sum(totals.vats.map(({ amount }) => BigInt(amount)))).toBe(vatAmount)
        for (const { rate, base, amount } of totals.vats) {
          expect(vatOf(BigInt(base), rate)).toBe(BigInt(amount))
        }
        if (whole && at === 'SEK') expect(grossAmount % 100n).toBe(0n)
        expect(grossAmount <= amountMax).toBe(true)
      },
    ),
    { seed },
  )
})

test(`the order of the rows changes no total (SEED=${seed})`, () => {
  fc.assert(
    fc.property(fc.array(someRow, { minLength: 1, maxLength: 20 }), (rows) => {
      const covered = [...rows, { price: '100000000000' }]
      const [there, back] = [totalsOf(covered, 'SEK'), totalsOf(covered.toReversed(), 'SEK')]
      expect({ ...there, rows: [] }).toEqual({ ...back, rows: [] })
    }),
    { seed },
  )
})

describe('the rates of VAT', () => {
  test.each([
    ['SE', '2026-11-02', ['25', '12', '6', '0']],
    ['SE', '2026-04-01', ['25', '12', '6', '0']],
    ['FI', '2024-08-31', ['24', '14', '10', '0']],
    ['FI', '2024-09-01', ['25.5', '14', '10', '0']],
    ['FI', '2026-01-01', ['25.5', '13.5', '10', '0']],
    ['NO', '2026-01-01', ['25', '15', '12', '11.11', '0']],
    ['DK', '2026-01-01', ['25', '0']],
    ['DE', '2026-01-01', undefined],
  ])('in %s on %s', (country, date, rates) => {
    expect(vatRatesOf(country, date)).toEqual(rates)
  })

  test('one is the usual one', () => {
    expect(standardRateOf('FI', '2024-08-31')).toBe('24')
    expect(standardRateOf('FI', '2026-08-31')).toBe('25.5')
    expect(standardRateOf('DE', '2026-08-31')).toBe('0')
  })

  test.each([
    ['SE', {}, 24, '/articleRows/1/vatPercentage VAT_RATE_UNKNOWN'],
    ['SE', {}, 6, 'no fault'],
    ['DE', {}, 19, 'no fault'],
    ['FI', { invoiceDate: '2024-09-01' }, 24, '/articleRows/1/vatPercentage VAT_RATE_UNKNOWN'],
    ['FI', { invoiceDate: '2024-09-01', deliveryDate: '2024-08-31' }, 24, 'no fault'],
  ])('in %s with %j a rate of %d: the day of supply decides', (countryCode, dates, rate, fault) => {
    const by = { ...usual, countryCode, dates: { ...usual.dates, ...dates } }
    const rows = [{ price: '1' }, { price: '1', vatPercentage: rate }]
    expect(faultOf(() => amountsOfRows(rows, false, by))).toBe(fault)
  })
})

describe('another currency', () => {
  const on = (invoiceCurrency: string, baseCurrency: string, date: string) =>
    exchangeRate({ invoiceCurrency, baseCurrency }, date, [bundledRates(date)])

  test.each([
    ['SEK', 'SEK', '2020-01-01', '1', null, null],
    ['EUR', 'SEK', '2026-10-29', '10.9995', '2026-10-29', 'ECB'],
    ['EUR', 'SEK', '2026-10-30', '10.978', '2026-10-30', 'ECB'],
    ['EUR', 'SEK', '2026-11-02', '10.978', '2026-10-30', 'ECB'],
    ['EUR', 'SEK', '2025-12-31', '10.8215', '2025-12-31', 'ECB'],
    ['EUR', 'SEK', '2025-12-26', '10.8055', '2025-12-24', 'ECB'],
    ['SEK', 'EUR', '2026-11-02', '0.0910912735', '2026-10-30', 'ECB'],
    ['USD', 'SEK', '2026-10-30', '9.8263515933', '2026-10-30', 'ECB'],
    ['EUR', 'SEK', '2026-12-20', '10.85', '2026-01-01', 'INDICATION'],
    ['KWD', 'SEK', '2026-10-30', '30.0970873786', '2026-01-01', 'INDICATION'],
  ])('%s in %s on %s', (invoiceCurrency, baseCurrency, date, rate, rateDate, rateSource) => {
    expect(on(invoiceCurrency, baseCurrency, date)).toEqual({ rate, rateDate, rateSource })
  })

  const quoted = (base: string, currency: string, date: string, rate: string, source: string) => ({
    base,
    currency,
    date,
    rate,
    source,
  })
  const pair = { invoiceCurrency: 'EUR', baseCurrency: 'SEK' }

  test('of what was loaded and what ships the latest day counts, and of one day what was loaded', () => {
    const loaded = (date: string) => [quoted('EUR', 'SEK', date, '12', 'LOADED')]
    const on = (date: string) =>
      exchangeRate(pair, '2026-10-30', [loaded(date), bundledRates('2026-10-30')])
    expect(on('2026-10-21')).toMatchObject({ rate: '10.978', rateDate: '2026-10-30' })
    expect(on('2026-10-30')).toMatchObject({ rate: '12', rateSource: 'LOADED' })
  })

  test('a rate by a third currency is of its later day', () => {
    const rates = [
      quoted('EUR', 'SEK', '2026-10-26', '12', 'OLD'),
      quoted('EUR', 'USD', '2026-10-30', '1.2', 'ECB'),
      quoted('USD', 'SEK', '2026-10-29', '9', 'RIKSBANK'),
    ]
    const expected = { rate: '10.8', rateDate: '2026-10-29', rateSource: 'RIKSBANK' }
    expect(exchangeRate(pair, '2026-10-30', [rates])).toEqual(expected)
  })

  test('has no rate where none is published', () => {
    const missing = '/currency/invoiceCurrency EXCHANGE_RATE_MISSING'
    expect(faultOf(() => on('THB', 'SEK', day))).toBe(missing)
    expect(faultOf(() => on('EUR', 'SEK', '2023-12-31'))).toBe(missing)
  })

  test.each([
    ['EUR', 'SEK', '11', 100n, 1100n],
    ['JPY', 'SEK', '0.07', 100n, 700n],
    ['KWD', 'SEK', '30', 1000n, 3000n],
    ['SEK', 'JPY', '14.5', 1050n, 152n],
  ])('%s in %s at %s', (invoiceCurrency, baseCurrency, rate, minor, base) => {
    expect(inBaseCurrency(minor, { invoiceCurrency, baseCurrency, rate })).toBe(base)
  })

  test('is refused where the amount is too large in the base currency', () => {
    const by = { ...usual, invoiceCurrency: 'KWD', rate: '30' }
    const rows = [{ price: '900000000000' }]
    expect(faultOf(() => amountsOfRows(rows, false, by))).toBe('/articleRows AMOUNT_TOO_LARGE')
  })
})

test.each([
  ['556677-8899', 'SE', '5566778899'],
  ['16556677-8899', 'SE', '5566778899'],
  ['SE556677889901', 'SE', '5566778899'],
  ['19811218-9876', 'SE', '8112189876'],
  ['811218-9876', 'SE', '8112189876'],
  ['NO 923 609 016 MVA', 'NO', '923609016'],
  ['923609016', 'NO', '923609016'],
  ['DK12345678', 'DK', '12345678'],
  ['1234567-8', 'FI', '12345678'],
  ['gb 123 abc', 'GB', '123ABC'],
  ['--', 'SE', ''],
])('%s is a number of %s: %s', (written, country, number) => {
  expect(normalisedNumber(written, country)).toBe(number)
})
