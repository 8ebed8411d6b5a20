import { describe, expect, test } from 'vitest'
import {
  bookingOf,
  guardActivation,
  guardRelease,
  isUnderWay,
  ledgerPlan,
} from '../../src/domain/invoices/activation.ts'

const service = { enabled: true, validFrom: '2026-01-01' }
const facts = {
  type: 'INVOICE',
  rowCount: 1,
  productCode: 'INVOICE_SERVICE',
  clientStatus: 'ACTIVE',
  product: service,
  today: '2026-11-22',
} as const

describe('what may be activated', () => {
  test.each([
    ['a service invoice', {}, undefined],
    ['one of a client that nobody gave any product', { product: null }, undefined],
    ['a credit note as service', { type: 'CREDIT_INVOICE' }, undefined],
    ['one that is to be sold', { productCode: 'INVOICE_FACTORING_SELL' }, undefined],
    ['one of a client that is taken on', { clientStatus: 'ONBOARDING' }, undefined],
    ['one of a client that is paused', { clientStatus: 'PAUSED' }, 'CLIENT_PAUSED'],
    ['one of a client that leaves', { clientStatus: 'OFFBOARDING' }, 'CLIENT_OFFBOARDING'],
    ['one of a client that has left', { clientStatus: 'CLOSED' }, 'CLIENT_CLOSED'],
    ['one without rows', { rowCount: 0 }, 'INVOICE_WITHOUT_ROWS'],
    [
      'service that is switched off',
      { product: { ...service, enabled: false } },
      'PRODUCT_NOT_ENABLED',
    ],
    [
      'a product of tomorrow',
      { product: { ...service, validFrom: '2026-11-23' } },
      'PRODUCT_NOT_ENABLED',
    ],
    ['a product of today', { product: { ...service, validFrom: '2026-11-22' } }, undefined],
    [
      'a sale without the product',
      { productCode: 'INVOICE_FACTORING_SELL', product: null },
      'PRODUCT_NOT_ENABLED',
    ],
    [
      'a sold credit note',
      { type: 'CREDIT_INVOICE', productCode: 'INVOICE_FACTORING_SELL' },
      'CREDIT_NOTE_NOT_FINANCED',
    ],
    ['a pledge', { productCode: 'INVOICE_FACTORING_PLEDGE' }, 'PRODUCT_NOT_AVAILABLE'],
    ['a product of another kind', { productCode: 'COLLECTION' }, 'VALIDATION_FAILED'],
  ] as const)('%s', (_, more, code) => {
    const guard = () => guardActivation({ ...facts, ...more })
    if (code === undefined) expect(guard).not.toThrow()
    else expect(guard).toThrow(expect.objectContaining({ code }))
  })
})

test('what is held is released by somebody else, as what was asked for', () => {
  const held = { productCode: 'INVOICE_SERVICE' } as const
  const by =
    (isRequester: boolean, productCode: 'INVOICE_SERVICE' | 'INVOICE_FACTORING_SELL') => () =>
      guardRelease(held, { isRequester, productCode })
  expect(by(false, 'INVOICE_SERVICE')).not.toThrow()
  expect(by(true, 'INVOICE_SERVICE')).toThrow(expect.objectContaining({ code: 'SAME_APPROVER' }))
  expect(by(false, 'INVOICE_FACTORING_SELL')).toThrow(
    expect.objectContaining({ code: 'PRODUCT_DIFFERS' }),
  )
})

test('only what waits or runs is moved on', () => {
  const statuses = ['HELD', 'WAITING', 'RUNNING', 'FAILED', 'DONE', 'WITHDRAWN'] as const
  expect(statuses.filter(isUnderWay)).toEqual(['WAITING', 'RUNNING'])
})

describe('what is booked', () => {
  const claim = {
    type: 'INVOICE',
    invoiceCurrency: 'SEK',
    baseCurrency: 'SEK',
    rate: '1.0000000000',
  } as const

  test('net by rate, account, cost centre and project, VAT by rate, and what was rounded', () => {
    const rows = [
      { vatPercentage: '25.0000000000', netAmount: 10_000n },
      { vatPercentage: '25', netAmount: 2_001n },
      { vatPercentage: '25', accountNumber: '3041', netAmount: 300n },
      { vatPercentage: '25', accountNumber: '3041', costCentre: 'N', netAmount: 150n },
      { vatPercentage: '25', accountNumber: '3041', costCentre: 'N', netAmount: 40n },
      { vatPercentage: '25', costCentre: null, project: 'P', netAmount: 10n },
      { vatPercentage: '6', netAmount: 1_000n },
      { vatPercentage: null, netAmount: 0n },
    ]
    const vats = [
      { rate: '25', amount: '3125' },
      { rate: '6', amount: '60' },
    ]
    expect(bookingOf({ ...claim, grossAmount: 16_700n, vats }, rows)).toEqual({
      gross: 16_700n,
      facts: {
        net: [
          { rate: '25', amount: '12001' },
          { rate: '25', amount: '300', accountNumber: '3041' },
          { rate: '25', amount: '190', accountNumber: '3041', costCentre: 'N' },
          { rate: '25', amount: '10', project: 'P' },
          { rate: '6', amount: '1000' },
        ],
        vat: [
          { rate: '25', amount: '3125' },
          { rate: '6', amount: '60' },
        ],
        rounding: '14',
      },
    })
  })

  test('a row that rounds as rounding, unless it says where it is sold or is taxed', () => {
    const rows = [
      { type: 'LINE', vatPercentage: '0', netAmount: 9_960n },
      { type: 'ROUNDING', vatPercentage: '0', netAmount: 30n },
      { type: 'ROUNDING', vatPercentage: null, costCentre: 'N', netAmount: 10n },
      { type: 'ROUNDING', vatPercentage: null, accountNumber: '3740', netAmount: 5n },
      { type: 'ROUNDING', vatPercentage: '25', netAmount: 4n },
    ] as const
    const vats = [{ rate: '25', amount: '1' }]
    expect(bookingOf({ ...claim, grossAmount: 10_010n, vats }, rows).facts).toMatchObject({
      net: [
        { rate: '0', amount: '9960' },
        { rate: '0', amount: '5', accountNumber: '3740' },
        { rate: '25', amount: '4' },
      ],
      rounding: '40',
    })
  })

  test('each part in the base currency, the rounding taking up the rest', () => {
    const rows = [
      { vatPercentage: '25', netAmount: 333n },
      { vatPercentage: '12', netAmount: 333n },
    ]
    const vats = [
      { rate: '25', amount: '83' },
      { rate: '12', amount: '40' },
    ]
    const type = 'INVOICE' as const
    const euro = { type, invoiceCurrency: 'EUR', baseCurrency: 'SEK', rate: '11.1234' }
    const { gross, facts: parts } = bookingOf({ ...euro, grossAmount: 789n, vats }, rows)
    const sum = [...parts.net, ...parts.vat].reduce((all, { amount }) => all + BigInt(amount), 0n)
    expect(gross).toBe(8776n)
    expect(sum + BigInt(parts.rounding)).toBe(gross)
    const yen = { type, invoiceCurrency: 'JPY', baseCurrency: 'KWD', rate: '0.00205' }
    expect(bookingOf({ ...yen, grossAmount: 1_000n, vats: [] }, []).gross).toBe(2_050n)
  })
})

test('a claim is planned to be due and overdue; a credit note is not', () => {
  expect(ledgerPlan('2026-12-31', '2026-11-22')).toMatchObject([
    { type: 'BOOKED', plannedDate: '2026-11-22' },
    { type: 'DUE', plannedDate: '2026-12-31' },
    { type: 'OVERDUE', plannedDate: '2027-01-01' },
  ])
  expect(ledgerPlan(null, '2026-11-22')).toHaveLength(1)
})
