import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartRole, charts, roleOfRate } from '../../src/domain/bookkeeping/chart.ts'
import { fiscalYearOf, firstOpenDay } from '../../src/domain/bookkeeping/fiscal-year.ts'
import { derive, postingRules } from '../../src/domain/bookkeeping/posting-rules.ts'
import type { RuleInput, RuleLine } from '../../src/domain/bookkeeping/rule-lines.ts'
import { sum } from '../../src/domain/money.ts'
import { cases, financed, sale } from './posting-cases.ts'
import { seed } from '../support/seed.ts'

const typeOf = (id: string) =>
  id === 'reserve' ? 'RESERVE' : id === 'blocked' ? 'BLOCKED' : 'MAIN'

const written = (lines: readonly RuleLine[]) =>
  lines.map(({ role, amount }) => `${role} ${amount}`).join(', ')

test.each(cases)('$rule: $of', ({ rule, input, tenant = '', client = '', movements = '' }) => {
  const derived = derive({ ...input, typeOf })
  expect(derived.rule).toBe(rule)
  expect(written(derived.tenant)).toBe(tenant)
  expect(written(derived.client)).toBe(client)
  const moved = derived.movements.map(
    ({ clientAccount, type, amount }) => `${Object.values(clientAccount).join()} ${type} ${amount}`,
  )
  expect(moved.join(', ')).toBe(movements)
})

test('every rule has its cases, and names no role that the charts do not have', () => {
  const covered = new Set(
    cases.map(({ input }) => `${input.type} ${String(input.facts['variant'] ?? '')}`),
  )
  for (const { type, variant = '' } of postingRules) {
    if (type === 'PAYMENT_REVERT' && variant === 'FINANCED') continue
    expect(covered).toContain(`${type} ${variant}`)
  }
  const roles = (book: 'TENANT' | 'CLIENT') => new Set(charts[book].map(({ role }) => role))
  for (const { input } of cases) {
    const { tenant, client } = derive({ ...input, typeOf })
    for (const { role } of tenant) expect(roles('TENANT')).toContain(role)
    for (const { role } of client) expect(roles('CLIENT')).toContain(role)
  }
})

test('a chart has each number and each role once', () => {
  for (const chart of Object.values(charts)) {
    expect(new Set(chart.map(({ number }) => number)).size).toBe(chart.length)
    expect(new Set(chart.map(({ role }) => role)).size).toBe(chart.length)
  }
})

describe('whatever the amounts are', () => {
  const minor = fc.bigInt({ min: 0n, max: 10n ** 15n })
  const text = (amount: bigint) => amount.toString()
  const parts = fc.array(
    fc.record({ rate: fc.constantFrom('25', '12', '6.00', '0', '19'), amount: minor.map(text) }),
    { maxLength: 6 },
  )
  const sales = fc
    .record({
      net: parts,
      vat: parts,
      rounding: fc.bigInt({ min: -99n, max: 99n }).map(text),
      sign: fc.constantFrom(1n, -1n),
    })
    .map(({ sign, ...facts }): RuleInput => {
      const all = [...facts.net, ...facts.vat].map(({ amount }) => BigInt(amount))
      const amount = sign * (sum(all) + BigInt(facts.rounding))
      return { type: sign > 0n ? 'INVOICE_BOOKED' : 'CREDIT_BOOKED', amount, facts }
    })
  const financings = fc
    .tuple(minor, minor, minor, minor)
    .map(([advance, reserve, commission, commissionVat]): RuleInput => ({
      type: 'FINANCED',
      amount: 0n,
      facts: { gross: advance + reserve, advance, reserve, commission, commissionVat },
    }))
  const givenBack = fc
    .tuple(minor, minor, fc.constantFrom('RECOURSE' as const, 'DILUTION' as const))
    .map(([fromReserve, fromClient, type]): RuleInput => ({
      type,
      amount: 0n,
      facts: {
        open: fromReserve + fromClient,
        amount: fromReserve + fromClient,
        fromReserve,
        fromClient,
      },
    }))
  const simple = fc
    .tuple(fc.constantFrom(...postingRules.filter(({ variant }) => variant !== undefined)), minor)
    .map(([{ type, variant }, amount]): RuleInput => ({
      type,
      amount: 0n,
      facts: { variant, amount, difference: amount, net: amount, vat: amount / 4n },
      typeOf: () => 'MAIN',
    }))

  test(`both books balance, and say the same of the client (SEED=${seed})`, () => {
    fc.assert(
      fc.property(fc.oneof(sales, financings, givenBack, simple), (input) => {
        const { tenant, client, movements } = derive(input)
        const of = (lines: readonly RuleLine[], ...roles: string[]) =>
          sum(lines.filter(({ role }) => roles.includes(role)).map(({ amount }) => amount))
        expect(sum(tenant.map(({ amount }) => amount))).toBe(0n)
        expect(sum(client.map(({ amount }) => amount))).toBe(0n)
        // What is paid back is no debt to the client any more when it leaves the bank.
        const isClients = input.type === 'PAYOUT_BOOKED' && input.facts['variant'] !== 'PAID_BACK'
        const payout = isClients ? ['IN_TRANSIT'] : []
        expect(
          of(tenant, 'CLIENT_PAYABLE', 'RESERVE', 'CLIENT_BILLED_AR', ...payout) +
            of(client, 'CLEARING', 'CLEARING_RESERVE'),
        ).toBe(0n)
        expect(-of(tenant, 'CLIENT_PAYABLE', 'RESERVE')).toBe(
          sum(movements.map(({ amount }) => amount)),
        )
        expect([...tenant, ...client, ...movements].every(({ amount }) => amount !== 0n)).toBe(true)
      }),
      { seed, numRuns: 2000 },
    )
  })
})

describe('what contradicts itself', () => {
  test.each<[string, RuleInput]>([
    ['parts that do not add up', { type: 'INVOICE_BOOKED', amount: 99n, facts: sale }],
    ['no amount', { type: 'RESERVE_RELEASED', amount: 0n, facts: {} }],
    [
      'a reserve beside the gross',
      { type: 'FINANCED', amount: 0n, facts: { ...financed, reserve: '1' } },
    ],
  ])('is no entry: %s', (_, input) => {
    expect(() => derive(input)).toThrow()
  })

  test.each<[string, RuleInput]>([
    [
      'a role that nothing is booked against by hand',
      {
        type: 'MANUAL_TRANSACTION',
        amount: 0n,
        facts: { clientAccountId: 'main', amount: '1', counterRole: 'AR_PURCHASED' },
      },
    ],
    [
      'an account that is not there',
      {
        type: 'TRANSFER',
        amount: 0n,
        facts: { amount: '1', fromAccountId: 'a', toAccountId: 'b' },
      },
    ],
  ])('is refused: %s', (_, input) => {
    const known = (id: string) => (id === 'main' ? 'MAIN' : undefined)
    expect(() => derive({ ...input, typeOf: known as never })).toThrow(
      expect.objectContaining({ code: 'ACCOUNT_MISSING' }),
    )
  })
})

test('links have no entry of their own', () => {
  for (const type of ['CREDIT_LINK', 'CREDIT_UNLINK'] as const) {
    expect(derive({ type, amount: -1n, facts: {} })).toMatchObject({ tenant: [], client: [] })
  }
})

test.each([
  ['25', 'REVENUE_25'],
  ['25.0000', 'REVENUE_25'],
  ['0', 'REVENUE_0'],
  ['12.50', 'REVENUE_OTHER'],
])('the rate %s is booked on %s', (rate, role) => {
  expect(chartRole('CLIENT', roleOfRate('REVENUE', rate))).toBe(role)
})

test.each([
  ['2026-11-20', '01-01', 2026],
  ['2026-04-30', '05-01', 2025],
  ['2026-05-01', '05-01', 2026],
  ['2026-01-01', '12-31', 2025],
])('%s is in the fiscal year that begins on %s of %s', (date, start, year) => {
  expect(fiscalYearOf(date, start)).toBe(year)
})

test.each([
  ['2026-11-20', null, '2026-11-20'],
  ['2026-11-20', '2026-11-19', '2026-11-20'],
  ['2026-11-20', '2026-11-20', '2026-11-21'],
  ['2026-11-20', '2026-12-31', '2027-01-01'],
])('from %s on, locked up to %s, the first open day is %s', (date, until, day) => {
  expect(firstOpenDay(date, until)).toBe(day)
})
