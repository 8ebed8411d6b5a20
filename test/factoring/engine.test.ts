import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, type EngineFacts } from '../../src/domain/factoring/engine.ts'
import { reserveLeft, recourseOf } from '../../src/domain/factoring/recourse.ts'
import { financingOf, recourseDateOf } from '../../src/domain/factoring/terms.ts'
import { limitLeftOn, creditStatusOn } from '../../src/domain/clients/limits.ts'
import { seed } from '../support/seed.ts'

const facts: EngineFacts = {
  today: '2026-11-22',
  amount: 1_250_000n,
  currency: 'SEK',
  invoiceDate: '2026-11-20',
  expireDate: '2026-12-20',
  product: {
    enabled: true,
    manualControl: false,
    limitsApply: true,
    validFrom: '2026-01-01',
    minTenorDays: 10,
    maxTenorDays: 90,
  },
  client: { status: 'ACTIVE', kycStatus: 'APPROVED' },
  debtor: {
    blocked: false,
    status: 'ACTIVE',
    type: 'COMPANY',
    number: 'VALID',
    isClient: false,
  },
  underReview: false,
  available: { client: 1_250_000n, debtor: null },
  concentration: { maxShare: null, ofAll: 0n, ofDebtor: 0n },
  country: { code: 'SE', isHome: true, rule: null, exposure: null },
  duplicates: 0,
  ofOthers: 0,
  soldBefore: false,
}
const country = {
  enabled: true,
  currencies: ['SEK'],
  maxLimit: 2_000_000n,
  maxLimitCurrency: 'SEK',
  requiresInsurance: false,
}

const withProduct = (product: Partial<EngineFacts['product']>) => ({
  product: { ...facts.product, ...product },
})
const withClient = (client: Partial<EngineFacts['client']>) => ({
  client: { ...facts.client, ...client },
})
const withDebtor = (debtor: Partial<EngineFacts['debtor']>) => ({
  debtor: { ...facts.debtor, ...debtor },
})
const withCountry = (
  more: Partial<typeof country>,
  rest: Partial<EngineFacts['country']> = {},
) => ({
  country: { ...facts.country, exposure: 1_250_000n, rule: { ...country, ...more }, ...rest },
})

const cases: [why: string, more: Partial<EngineFacts>, outcome: string, criterion?: string][] = [
  ['everything in order', {}, 'PASS'],
  ['a product that is off', withProduct({ enabled: false }), 'MANUAL', 'PRODUCT_ENABLED'],
  ['a product not yet valid', withProduct({ validFrom: '2026-12-01' }), 'MANUAL', 'PRODUCT_VALID'],
  ['manual control', withProduct({ manualControl: true }), 'MANUAL', 'MANUAL_CONTROL'],
  ['nothing to finance', { amount: 0n }, 'DENY', 'AMOUNT'],
  ['ninety days of age', { invoiceDate: '2026-08-24' }, 'PASS'],
  ['ninety-one days of age', { invoiceDate: '2026-08-23' }, 'MANUAL', 'AGE'],
  ['due today', { expireDate: '2026-11-22', ...withProduct({ minTenorDays: null }) }, 'PASS'],
  [
    'due yesterday',
    { expireDate: '2026-11-21', ...withProduct({ minTenorDays: null }) },
    'DENY',
    'NOT_DUE',
  ],
  ['ten days left', { expireDate: '2026-12-02' }, 'PASS'],
  ['nine days left', { expireDate: '2026-12-01' }, 'DENY', 'MIN_TENOR'],
  ['ninety days left', { expireDate: '2027-02-20' }, 'PASS'],
  ['ninety-one days left', { expireDate: '2027-02-21' }, 'DENY', 'MAX_TENOR'],
  ['a client nobody knows yet', withClient({ kycStatus: 'PENDING' }), 'MANUAL', 'KYC'],
  ['a client that was known', withClient({ kycStatus: 'EXPIRED' }), 'MANUAL', 'KYC'],
  ['a client that does no business', withClient({ status: 'PAUSED' }), 'MANUAL', 'CLIENT_STATUS'],
  ['a blocked debtor', withDebtor({ blocked: true }), 'DENY', 'DEBTOR_BLOCKED'],
  ['a bankrupt debtor', withDebtor({ status: 'BANKRUPT' }), 'DENY', 'DEBTOR_STATUS'],
  ['a debtor without a number', withDebtor({ number: 'MISSING' }), 'MANUAL', 'DEBTOR_NUMBER'],
  ['a debtor with a slip of one', withDebtor({ number: 'FAULTY' }), 'MANUAL', 'DEBTOR_NUMBER'],
  ['a person', withDebtor({ type: 'PERSON' }), 'MANUAL', 'DEBTOR_TYPE'],
  ['the client as its debtor', withDebtor({ isClient: true }), 'DENY', 'OWN_DEBTOR'],
  ['three days ahead', { invoiceDate: '2026-11-25' }, 'PASS'],
  ['four days ahead', { invoiceDate: '2026-11-26' }, 'MANUAL', 'DATED_AHEAD'],
  ['something found', { underReview: true }, 'MANUAL', 'UNDER_REVIEW'],
  ['a client that was denied', withClient({ kycStatus: 'DENIED' }), 'DENY', 'KYC'],
  ['no limit', { available: { client: null, debtor: null } }, 'MANUAL', 'CLIENT_LIMIT'],
  ['an öre too much', { available: { client: 1_249_999n, debtor: null } }, 'DENY', 'CLIENT_LIMIT'],
  ['a debtor’s limit just kept', { available: { client: 9_000_000n, debtor: 1_250_000n } }, 'PASS'],
  [
    'a debtor’s limit passed',
    { available: { client: 9_000_000n, debtor: 1_249_999n } },
    'DENY',
    'DEBTOR_LIMIT',
  ],
  [
    'limits that do not apply',
    { available: { client: 0n, debtor: 0n }, ...withProduct({ limitsApply: false }) },
    'PASS',
  ],
  [
    'a share just kept',
    { concentration: { maxShare: '0.5', ofAll: 1_250_000n, ofDebtor: 0n } },
    'PASS',
  ],
  [
    'a share passed',
    { concentration: { maxShare: '0.5', ofAll: 1_240_000n, ofDebtor: 0n } },
    'MANUAL',
    'CONCENTRATION',
  ],
  [
    'a country nobody has opened',
    { country: { code: 'FR', isHome: false, rule: null, exposure: null } },
    'MANUAL',
    'COUNTRY',
  ],
  ['a country that is closed', withCountry({ enabled: false }), 'DENY', 'COUNTRY'],
  ['a currency it does not take', withCountry({ currencies: ['EUR'] }), 'DENY', 'COUNTRY_CURRENCY'],
  ['a country’s limit just kept', withCountry({}, { exposure: 2_000_000n }), 'PASS'],
  ['a country’s limit passed', withCountry({}, { exposure: 2_000_001n }), 'DENY', 'COUNTRY_LIMIT'],
  [
    'a limit in a currency without a rate',
    withCountry({}, { exposure: null }),
    'MANUAL',
    'COUNTRY_LIMIT',
  ],
  ['insurance needed', withCountry({ requiresInsurance: true }), 'MANUAL', 'COUNTRY_INSURANCE'],
  ['a claim that came back', { soldBefore: true }, 'MANUAL', 'SOLD_BEFORE'],
  ['the same claim twice', { duplicates: 1 }, 'MANUAL', 'DUPLICATE'],
  ['the same claim of another client', { ofOthers: 1 }, 'MANUAL', 'FINANCED_ELSEWHERE'],
]

describe('the rule set', () => {
  test.each(cases)('of %s', (_, more, outcome, criterion) => {
    const { outcome: found, criteria } = evaluate({ ...facts, ...more })
    expect(found).toBe(outcome)
    const other = criteria.filter((each) => each.outcome !== 'PASS').map((each) => each.criterion)
    expect(other).toEqual(criterion === undefined ? [] : [criterion])
  })

  test('denies before it asks a person, but under manual control', () => {
    const both = { duplicates: 1, available: { client: 1n, debtor: null } }
    expect(evaluate({ ...facts, ...both }).outcome).toBe('DENY')
    const manual = { ...both, ...withProduct({ manualControl: true }) }
    expect(evaluate({ ...facts, ...manual }).outcome).toBe('MANUAL')
  })
})

describe('what is paid, held and charged', () => {
  const terms = {
    recourse: true,
    recourseDays: 30,
    advanceRate: '0.9',
    commissionRate: '0.02',
    commissionVatRate: '0.25',
  }

  test('is that of the running example', () => {
    expect(financingOf(1_250_000n, terms)).toEqual({
      gross: 1_250_000n,
      advance: 1_125_000n,
      reserve: 125_000n,
      commission: 25_000n,
      commissionVat: 6_250n,
    })
    const claim = { expireDate: '2026-12-20', dueDate: '2026-12-21' }
    const open = () => false
    expect(recourseDateOf(claim, terms, open)).toBe('2027-01-20')
    expect(recourseDateOf({ expireDate: '2026-12-20' }, terms, open)).toBe('2027-01-19')
    expect(recourseDateOf(claim, terms, (day) => day < '2027-01-25')).toBe('2027-01-25')
    expect(recourseDateOf(claim, { ...terms, recourse: false }, open)).toBeNull()
  })

  test(`is the claim exactly, whatever the rates (SEED=${seed})`, () => {
    const rate = fc.integer({ min: 0, max: 1_000_000 }).map((n) => (n / 1_000_000).toFixed(6))
    const amount = fc.bigInt({ min: 1n, max: 10n ** 14n })
    fc.assert(
      fc.property(amount, rate, rate, (gross, advanceRate, commissionRate) => {
        const made = financingOf(gross, { ...terms, advanceRate, commissionRate })
        expect(made.advance + made.reserve).toBe(gross)
        expect(made.reserve >= 0n && made.advance >= 0n).toBe(true)
      }),
      { seed },
    )
  })

  test('comes back out of the reserve first', () => {
    expect(recourseOf(1_250_000n, 125_000n)).toEqual({
      open: 1_250_000n,
      fromReserve: 125_000n,
      fromClient: 1_125_000n,
    })
    expect(recourseOf(100_000n, 125_000n)).toMatchObject({ fromReserve: 100_000n, fromClient: 0n })
    const events = [
      { type: 'FINANCED', facts: { reserve: '125000' } },
      { type: 'DILUTION', facts: { fromReserve: '25000' } },
      { type: 'DILUTION', facts: { fromReserve: '9000' }, reversedById: 'FE1' },
      { type: 'RESERVE_RELEASED', facts: { amount: '40000' } },
      { type: 'PAYMENT', facts: {} },
    ]
    expect(reserveLeft(events)).toBe(60_000n)
  })
})

describe('a limit', () => {
  const limited = { creditLimit: 1000n, utilised: 700n, reserved: 99n }
  test.each([
    [limited, 201n, 'OK'],
    [{ ...limited, reserved: 100n }, 200n, 'WARNING'],
    [{ ...limited, reserved: 300n }, 0n, 'BLOCKED'],
    [{ ...limited, reserved: 400n }, -100n, 'BLOCKED'],
    [{ ...limited, creditLimit: null }, null, 'OK'],
    [{ ...limited, temporaryLimit: 5000n, temporaryUntil: '2026-11-22' }, 4201n, 'OK'],
    [{ ...limited, temporaryLimit: 5000n, temporaryUntil: '2026-11-21' }, 201n, 'OK'],
  ])('%o', (row, available, status) => {
    expect(limitLeftOn(row, '2026-11-22')).toBe(available)
    expect(creditStatusOn(row, '2026-11-22')).toBe(status)
  })
})
