import { describe, expect, test } from 'vitest'
import { findingsOf } from '../../src/domain/payments/matching/find.ts'
import type { Candidate, MatchFacts, Sought } from '../../src/domain/payments/matching/facts.ts'
import {
  inOrder,
  matchSteps,
  rulesFor,
  toleranceOf,
  type Matchable,
  type MatchRule,
} from '../../src/domain/payments/matching/rule.ts'
import { claimsThatSumTo } from '../../src/domain/payments/matching/sums.ts'
import { wordsOf } from '../../src/domain/payments/matching/words.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

const claim = (id: string, open: bigint, more: Partial<Candidate> = {}): Candidate => ({
  id,
  clientId: 'A',
  debtorId: 'D1',
  debtorName: 'Bygg & Trä AB',
  currency: 'SEK',
  open,
  foreign: null,
  ...more,
})

const paying = (amount: bigint, more: Partial<Matchable> = {}): Matchable => ({
  id: 'P1',
  amount,
  currency: 'SEK',
  source: 'FILE',
  clientId: null,
  paymentAccountId: null,
  reference: null,
  message: null,
  payerName: null,
  payerAccount: null,
  payerIdentificationNumber: null,
  bankRef: null,
  endToEndId: null,
  ...more,
})

const sought = (payment: Matchable, more: Partial<Sought> = {}): Sought => ({
  payment,
  named: null,
  accountClientId: null,
  numbered: [],
  debtors: new Set(),
  ofDebtors: null,
  ...more,
})

const rule = (more: Partial<MatchRule> = {}): MatchRule => ({
  id: 'R1',
  priority: 1,
  scope: 'ALL',
  clientIds: new Set(),
  conditions: [],
  action: 'SPLIT',
  steps: matchSteps,
  allowOverpayment: true,
  toleranceAmount: null,
  currency: null,
  tolerancePercent: null,
  ...more,
})

const factsOf = (claims: readonly Candidate[], rules: readonly MatchRule[] = []): MatchFacts => ({
  claims: new Map(claims.map((one) => [one.id, one])),
  rules,
  threshold: 90,
})

function found(one: Sought, claims: readonly Candidate[], rules: readonly MatchRule[] = []) {
  const { parts, isTie } = findingsOf([one], factsOf(claims, rules)).get(one.payment.id)!
  return isTie ? 'TIE' : parts.map((part) => [part.id, part.amount, part.status, part.score])
}

describe('a reference', () => {
  const both = [claim('I1', 10_000n), claim('I2', 5_000n)]
  const names = (amount: bigint | null = null) => ({ named: [{ id: 'I1', amount }] })

  test('is enough to be linked, whatever the amount', () => {
    expect(found(sought(paying(10_000n), names()), both)).toEqual([
      ['I1', 10_000n, 'CONFIRMED', 100],
    ])
    expect(found(sought(paying(4_000n), names()), both)).toEqual([['I1', 4_000n, 'CONFIRMED', 95]])
  })

  test('never spills onto another claim, though that is owed just what is left', () => {
    const one = sought(paying(15_000n), {
      ...names(),
      numbered: ['I2'],
      debtors: new Set(['D1']),
      ofDebtors: ['I1', 'I2'],
    })
    expect(found(one, both)).toEqual([['I1', 10_000n, 'CONFIRMED', 95]])
    const paid = [claim('I1', 0n), claim('I2', 5_000n)]
    expect(found({ ...one, payment: paying(5_000n) }, paid)).toEqual([])
    expect(found({ ...one, payment: paying(5_000n), named: [] }, both)).toEqual([])
    expect(found({ ...one, payment: paying(5_000n), named: 'TIE' }, both)).toBe('TIE')
  })

  test('is of no other client than the account', () => {
    const one = sought(paying(10_000n), { ...names(), accountClientId: 'B' })
    expect(found(one, both)).toEqual([])
  })

  test('gives no more than the rules allow', () => {
    const one = sought(paying(10_500n), names())
    const strict = { allowOverpayment: false }
    expect(found(one, both, [rule(strict)])).toEqual([['I1', 10_000n, 'PROPOSED', 95]])
    const near = rule({ ...strict, toleranceAmount: 500n, currency: 'SEK' })
    expect(found(one, both, [near])).toEqual([['I1', 10_000n, 'CONFIRMED', 95]])
    expect(found(one, both, [{ ...near, currency: 'EUR' }])[0]).toContain('PROPOSED')
    expect(found(one, both, [rule({ action: 'SUGGEST' })])[0]).toContain('PROPOSED')
    expect(found(one, both, [rule({ action: 'IGNORE' })])).toEqual([])
  })
})

describe('several references', () => {
  const claims = [claim('I1', 12_000n), claim('I2', 10_000n), claim('I3', 1_000n), claim('I4', 0n)]
  const of = (amount: bigint, ...named: (readonly [string | null, bigint | null])[]) => {
    const parts = named.map(([id, said]) => ({ id, amount: said }))
    const got = found(sought(paying(amount), { named: parts }), claims)
    const told = (one: (typeof got)[number]) => [one[0], one[1], one[2]]
    return got === 'TIE' ? got : (got as (typeof got)[number][]).map(told)
  }
  const linked = (id: string, amount: bigint) => [id, amount, 'CONFIRMED']

  test('have each what the bank says of it, in whatever order, and no more', () => {
    const both = [linked('I1', 6_000n), linked('I2', 4_000n)]
    expect(of(10_000n, ['I1', 6_000n], ['I2', 4_000n])).toEqual(both)
    expect(of(10_000n, ['I1', null], ['I2', 4_000n])).toEqual(both)
    // Of the 6,000 for what owes 1,000, nothing is for the other.
    const rest = [linked('I3', 1_000n), linked('I2', 4_000n)]
    expect(of(10_000n, ['I3', 6_000n], ['I2', null])).toEqual(rest)
    expect(of(10_000n, ['I4', 6_000n], ['I2', null])).toEqual([linked('I2', 4_000n)])
  })

  test('of which one is not known keep what is for that', () => {
    expect(of(10_000n, ['I1', null], [null, 4_000n])).toEqual([linked('I1', 6_000n)])
    expect(of(10_000n, ['I1', 6_000n], [null, null])).toEqual([linked('I1', 6_000n)])
    expect(of(10_000n, ['I1', null], [null, null])).toBe('TIE')
    expect(of(12_000n, ['I1', null], [null, null])).toEqual([linked('I1', 12_000n)])
    expect(of(10_000n, ['I1', null], ['I4', null])).toBe('TIE')
  })

  test('without amounts are a tie where the money is not enough for all', () => {
    const all = [linked('I1', 12_000n), linked('I2', 10_000n)]
    expect(of(22_000n, ['I1', null], ['I2', null])).toEqual(all)
    expect(of(23_000n, ['I1', null], ['I2', null])).toEqual(all)
    expect(of(21_999n, ['I1', null], ['I2', null])).toBe('TIE')
    expect(of(10_000n, ['I1', 6_000n], ['I2', 6_000n])).toBe('TIE')
    expect(of(5_990n, ['I1', 6_000n])).toEqual([linked('I1', 5_990n)])
  })
})

describe('a number in the text', () => {
  const claims = [claim('I1', 10_000n), claim('I2', 7_000n, { clientId: 'B', debtorId: 'D2' })]
  const text = { numbered: ['I1', 'I2'] }

  test('is linked with its payer, who is known by account, number or name', () => {
    const byAccount = sought(paying(10_000n), { ...text, debtors: new Set(['D1']) })
    expect(found(byAccount, claims)).toEqual([['I1', 10_000n, 'CONFIRMED', 92]])
    const byName = sought(paying(10_000n, { payerName: 'BYGG TRÄ, AB' }), { numbered: ['I1'] })
    expect(found(byName, claims)).toEqual([['I1', 10_000n, 'CONFIRMED', 92]])
    expect(found({ ...byAccount, payment: paying(9_000n) }, claims)).toEqual([
      ['I1', 9_000n, 'PROPOSED', 75],
    ])
  })

  test('is proposed where only the amount fits besides, and is a tie where two do', () => {
    expect(found(sought(paying(7_000n), text), claims)).toEqual([['I2', 7_000n, 'PROPOSED', 60]])
    expect(found(sought(paying(6_000n), text), claims)).toEqual([])
    const alike = [claim('I1', 7_000n), claims[1]!]
    expect(found(sought(paying(7_000n), text), alike)).toBe('TIE')
  })

  test('of several claims takes them all, if together they are what was paid', () => {
    const own = [claim('I1', 10_000n), claim('I2', 7_000n)]
    const one = sought(paying(17_000n), { ...text, debtors: new Set(['D1']) })
    expect(found(one, own)).toEqual([
      ['I1', 10_000n, 'CONFIRMED', 90],
      ['I2', 7_000n, 'CONFIRMED', 90],
    ])
    expect(found({ ...one, payment: paying(16_999n) }, own)).toBe('TIE')
    expect(found(one, own, [rule({ action: 'LINK' })])).toBe('TIE')
  })

  test('is read out of what people write', () => {
    expect(wordsOf('Faktura 2026-1001, (nr INV77). Tack!', null)).toEqual([
      '2026-1001',
      'INV77',
      '77',
    ])
    expect(wordsOf('tack', '1', null)).toEqual([])
  })
})

describe('a payer who has paid before', () => {
  const known = { debtors: new Set(['D1']), ofDebtors: ['I1', 'I2', 'I3'] }

  test('is proposed the one claim of just that amount, and no one of two', () => {
    const claims = [claim('I1', 100n), claim('I2', 250n), claim('I3', 900n)]
    expect(found(sought(paying(250n), known), claims)).toEqual([['I2', 250n, 'PROPOSED', 85]])
    const alike = [claim('I1', 250n), claim('I2', 250n), claim('I3', 900n)]
    expect(found(sought(paying(250n), known), alike)).toBe('TIE')
    const low = { ...factsOf(claims), threshold: 85 }
    const [part] = findingsOf([sought(paying(250n), known)], low).get('P1')!.parts
    expect(part?.status).toBe('CONFIRMED')
  })

  test('is proposed one that is near, where a rule says how near', () => {
    const claims = [claim('I1', 10_000n), claim('I2', 5_000n)]
    const one = sought(paying(9_950n), known)
    expect(found(one, claims)).toEqual([])
    const percent = rule({ tolerancePercent: '0.5' })
    expect(found(one, claims, [percent])).toEqual([['I1', 9_950n, 'PROPOSED', 72]])
    expect(found(one, claims, [{ ...percent, tolerancePercent: '0.4' }])).toEqual([])
    const lesser = { ...percent, toleranceAmount: 49n, currency: 'SEK' }
    expect(found(one, claims, [lesser])).toEqual([])
  })

  test('is proposed the one sum of claims that it can be', () => {
    const claims = [claim('I1', 100n), claim('I2', 250n), claim('I3', 900n)]
    expect(found(sought(paying(1_000n), known), claims)).toEqual([
      ['I3', 900n, 'PROPOSED', 70],
      ['I1', 100n, 'PROPOSED', 70],
    ])
    expect(found(sought(paying(1_000n), known), claims, [rule({ action: 'LINK' })])).toEqual([])
    expect(found(sought(paying(999n), known), claims)).toEqual([])
    const several = [claim('I1', 100n), claim('I2', 900n), claim('I3', 800n), claim('I4', 200n)]
    const all = { ...known, ofDebtors: ['I1', 'I2', 'I3', 'I4'] }
    expect(found(sought(paying(1_000n), all), several)).toBe('TIE')
  })

  test('pays no claims of others, once it is known whose money it is', () => {
    const claims = [claim('I1', 100n), claim('I2', 100n, { clientId: 'B' })]
    const one = sought(paying(100n, { clientId: 'B' }), known)
    expect(found(one, claims)).toEqual([['I2', 100n, 'PROPOSED', 85]])
  })
})

describe('rows', () => {
  test('come by priority, then the older, and the first for a client counts', () => {
    const rows = [rule({ id: 'R3' }), rule({ id: 'R2' }), rule({ id: 'R1', priority: 2 })]
    expect(inOrder(rows).map(({ id }) => id)).toEqual(['R2', 'R3', 'R1'])
    const one = sought(paying(100n), { named: [{ id: 'I1', amount: null }] })
    const claims = [claim('I1', 100n)]
    const ofB = rule({ scope: 'CLIENTS', clientIds: new Set(['B']), action: 'IGNORE' })
    expect(found(one, claims, [ofB, rule({ action: 'SUGGEST' })])[0]).toContain('PROPOSED')
    const ofA = { ...ofB, clientIds: new Set(['A']) }
    expect(found(one, claims, [ofA, rule()])).toEqual([])
    const ofNobody = { ...ofB, clientIds: new Set<string>() }
    expect(found(one, claims, [ofNobody])[0]).toContain('CONFIRMED')
  })

  test('are for payments of which all their conditions hold', () => {
    const payment = paying(10_000n, { payerName: 'Klarna Bank', payerAccount: '5050-1055' })
    const holds = (...conditions: MatchRule['conditions'][number][]) =>
      rulesFor(payment, [rule({ conditions })]).length === 1
    const value = (text: string | null) => text
    expect(holds({ field: 'PAYER_NAME', operator: 'CONTAINS', value: 'klarna' })).toBe(true)
    expect(holds({ field: 'PAYER_ACCOUNT', operator: 'EQUALS', value: '50501055' })).toBe(true)
    expect(holds({ field: 'AMOUNT', operator: 'AT_LEAST', value: '100.00' })).toBe(true)
    expect(holds({ field: 'AMOUNT', operator: 'AT_LEAST', value: '100.01' })).toBe(false)
    const amount = (operator: 'EQUALS' | 'DIFFERS' | 'AT_LEAST' | 'AT_MOST', said: string) =>
      holds({ field: 'AMOUNT', operator, value: said })
    // Nothing is rounded to what the currency has.
    expect([amount('EQUALS', '100'), amount('EQUALS', '100.004')]).toEqual([true, false])
    expect([amount('DIFFERS', '99.996'), amount('AT_LEAST', '100.001')]).toEqual([true, false])
    expect([amount('AT_MOST', '99.999'), amount('AT_MOST', '100.000')]).toEqual([false, true])
    expect(holds({ field: 'MESSAGE', operator: 'IS_EMPTY', value: value(null) })).toBe(true)
    expect(
      holds(
        { field: 'PAYER_NAME', operator: 'STARTS_WITH', value: 'Klarna' },
        { field: 'CURRENCY', operator: 'DIFFERS', value: 'SEK' },
      ),
    ).toBe(false)
  })

  test('take their own steps in their own order', () => {
    const claims = [claim('I1', 100n), claim('I2', 60n), claim('I3', 40n)]
    const known = { debtors: new Set(['D1']), ofDebtors: ['I1', 'I2', 'I3'] }
    const one = sought(paying(100n), known)
    expect(found(one, claims)).toEqual([['I1', 100n, 'PROPOSED', 85]])
    expect(found(one, claims, [rule({ steps: ['SUM', 'PAYER'] })])).toHaveLength(2)
    expect(found(one, claims, [rule({ steps: [] })])).toEqual([])
  })
})

test('where an amount and a share are said, the lesser is the tolerance', () => {
  const both = { toleranceAmount: 100n, currency: 'SEK', tolerancePercent: '1' }
  expect(toleranceOf(rule(both), 5_000n, 'SEK')).toBe(50n)
  expect(toleranceOf(rule(both), 50_000n, 'SEK')).toBe(100n)
  expect(toleranceOf(rule(both), 50_000n, 'EUR')).toBe(0n)
})

describe(`whatever the payments are (SEED=${seed})`, () => {
  test('a sum is found if it is the only one, and no other', () => {
    const next = chance(seed)
    let [sole, ties] = [0, 0]
    for (let round = 0; round < 400; round++) {
      const claims = Array.from({ length: 2 + next(9) }, (_, n) => ({
        id: `I${n}`,
        open: BigInt(1 + next(60)),
      }))
      const amount = BigInt(2 + next(150))
      const answers: string[] = []
      for (let set = 0; set < 2 ** claims.length; set++) {
        const chosen = claims.filter((_, n) => (set >> n) % 2 === 1)
        const total = chosen.reduce((sum, { open }) => sum + open, 0n)
        if (chosen.length > 1 && total === amount) {
          answers.push(
            chosen
              .map(({ id }) => id)
              .toSorted()
              .join(),
          )
        }
      }
      const got = claimsThatSumTo(amount, claims)
      if (answers.length > 1) {
        expect(got).toBe('TIE')
        ties++
      } else if (answers.length === 1) {
        expect(got).not.toBe('TIE')
        expect(
          (got as readonly { id: string }[])
            .map(({ id }) => id)
            .toSorted()
            .join(),
        ).toBe(answers[0])
        sole++
      } else expect(got).toBeNull()
    }
    expect(Math.min(sole, ties)).toBeGreaterThan(10)
  })

  test('too many claims are not tried, and are a tie at once', () => {
    const claims = Array.from({ length: 40 }, (_, n) => ({ id: `I${n}`, open: 1n }))
    expect(claimsThatSumTo(20n, claims)).toBe('TIE')
    expect(claimsThatSumTo(41n, claims)).toBeNull()
  })

  test('no claim gets more than is owed, no payment gives more than it is, and chance has no say', () => {
    const next = chance(seed + 1)
    for (let round = 0; round < 300; round++) {
      const claims = Array.from({ length: 1 + next(8) }, (_, n) =>
        claim(`I${n}`, BigInt(next(5)) * 100n, {
          clientId: next(2) === 0 ? 'A' : 'B',
          debtorId: `D${next(3)}`,
        }),
      )
      const some = () => claims.filter(() => next(2) === 0).map(({ id }) => id)
      const all = Array.from({ length: 1 + next(6) }, (_, n) =>
        sought(paying(BigInt(1 + next(6)) * 100n, { id: `P${n}` }), {
          named: next(3) === 0 ? some().map((id) => ({ id, amount: null })) : null,
          numbered: some(),
          debtors: new Set(next(2) === 0 ? ['D1'] : []),
          ofDebtors: next(2) === 0 ? some() : null,
        }),
      )
      const rules = [rule({ action: (['LINK', 'SPLIT', 'SUGGEST', 'IGNORE'] as const)[next(4)]! })]
      const facts = { ...factsOf(claims, rules), threshold: 60 + next(40) }
      const findings = findingsOf(all, facts)
      const linked = new Map<string, bigint>()
      for (const { payment, named } of all) {
        const { parts } = findings.get(payment.id)!
        const total = parts.reduce((sum, { amount }) => sum + amount, 0n)
        expect(total <= payment.amount).toBe(true)
        for (const { id, amount, status } of parts) {
          expect(amount > 0n).toBe(true)
          if (named !== null)
            expect((named as readonly { id: string }[]).map((one) => one.id)).toContain(id)
          if (status === 'CONFIRMED') linked.set(id, (linked.get(id) ?? 0n) + amount)
        }
      }
      for (const { id, open } of claims) expect((linked.get(id) ?? 0n) <= open).toBe(true)
      const turned = all.map((one) => ({
        ...one,
        numbered: one.numbered.toReversed(),
        ofDebtors: one.ofDebtors?.toReversed() ?? null,
      }))
      const shuffled = { ...facts, claims: new Map([...facts.claims].toReversed()) }
      const sorted = (of: ReturnType<typeof findingsOf>) =>
        [...of].map(([id, { parts, isTie }]) => {
          return [id, isTie, parts.map((one) => `${one.id} ${one.amount} ${one.status}`).toSorted()]
        })
      expect(sorted(findingsOf(turned, shuffled))).toEqual(sorted(findings))
    }
  })
})
