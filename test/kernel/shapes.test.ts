import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { Client } from '../../src/entities/client.ts'
import { CreditStatus } from '../../src/entities/credit-status.ts'
import { Debtor } from '../../src/entities/debtor.ts'
import { FactoringCountry } from '../../src/entities/factoring-country.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { bodyOf } from '../../src/kernel/read/body.ts'
import { filtersOf } from '../../src/kernel/read/columns.ts'
import { partOf, shownAll, viewOf } from '../../src/kernel/read/view.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'

const at = new Date('2026-11-22T10:00:00.000Z')
const versioned = { version: 3, createdAt: at, updatedAt: at }
const id = 'RC06D7ZCEWYHZ8N17900QG7H8PR4'

test('a view shows amounts in their currency, instants as text, and null for what is not there', () => {
  const view = partOf(CreditStatus, [
    'creditLimit',
    'temporaryLimit',
    'temporaryUntil',
    'utilised',
    'maxDebtorShare',
    'versioned',
  ])
  const row = {
    creditLimit: 12500n,
    utilised: -5n,
    maxDebtorShare: '0.2500000000',
    currency: 'JPY',
  }
  const shown = view.show({ ...row, ...versioned } as never)
  expect(shown).toEqual({
    creditLimit: '12500',
    temporaryLimit: null,
    temporaryUntil: null,
    utilised: '-5',
    maxDebtorShare: '0.25',
    version: 3,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  })
  expect(view.schema.parse(shown)).toEqual(shown)
  expectTypeOf(shown.creditLimit).toEqualTypeOf<string | null>()
  expectTypeOf(shown.utilised).toEqualTypeOf<string>()
  expectTypeOf(view.show).returns.toEqualTypeOf<z.output<typeof view.schema>>()
})

test('an amount finds the column of its currency by what its table says', () => {
  const view = partOf(FactoringCountry, ['maxLimit', 'maxLimitCurrency'])
  const shown = view.show({ maxLimit: 100n, maxLimitCurrency: 'KWD' } as never)
  expect(shown).toEqual({ maxLimit: '0.100', maxLimitCurrency: 'KWD' })
  expect(view.show({ maxLimit: null, maxLimitCurrency: null } as never).maxLimit).toBeNull()
})

test('further fields stand among the others, and take no name of ours', () => {
  const view = partOf(Debtor, ['further', 'name'])
  const shown = view.show({ name: 'Ours', further: { name: 'theirs', gln: '73' } } as never)
  expect(shown).toEqual({ name: 'Ours', gln: '73' })
  expect(view.schema.parse(shown)).toEqual(shown)
})

test('what rows alone do not say is fetched once for all of them', async () => {
  const asked: string[][] = []
  const view = viewOf(ReasonCode, ['code'], {
    name: 'ReasonCodeCounted',
    more: { used: z.int() },
    facts: (_: Unit, rows) => {
      asked.push(rows.map(({ code }) => code))
      return new Map([['B', 2]])
    },
    show: ({ code }, uses: ReadonlyMap<string, number>) => ({ used: uses.get(code) ?? 0 }),
  })
  const unit = { scope: { debtorId: null } } as unknown as Unit
  const rows = [{ code: 'A' }, { code: 'B' }] as ReasonCode[]
  expect(await shownAll(unit, view, rows)).toEqual([
    { code: 'A', used: 0 },
    { code: 'B', used: 2 },
  ])
  expect(asked).toEqual([['A', 'B']])
})

test('a column whose form nobody knows is not shown', () => {
  expect(() => viewOf(Client, ['contactInformation' as 'name'])).toThrow(/by hand/)
})

test('a body is as strict as its table', () => {
  const body = bodyOf(ReasonCode, ['code', 'type', 'name', 'description', 'active'], {
    description: '',
    active: true,
  })
  const sent = { code: 'LATE', type: 'STOP', name: ' Too late ' }
  const kept = { ...sent, name: 'Too late', description: '', active: true }
  expect(body.parse(sent)).toEqual(kept)
  const faulty = [
    { ...sent, name: ' ' },
    { ...sent, name: 'x'.repeat(101) },
    { ...sent, code: 'late' },
    { ...sent, type: 'NONE' },
    { ...sent, colour: 'red' },
    { code: 'LATE', name: 'Too late' },
    { ...sent, id },
  ]
  for (const one of faulty) expect(body.safeParse(one).success).toBe(false)
  expect(body.partial().parse({ name: 'Later' })).toMatchObject({ name: 'Later' })
  expectTypeOf<z.output<typeof body>['active']>().toEqualTypeOf<boolean>()
})

test('a body takes money as text without a sign, a currency in use, and null where the table does', () => {
  const body = bodyOf(CreditStatus, ['creditLimit', 'temporaryUntil', 'currency'])
  const good = { creditLimit: null, temporaryUntil: '2026-12-31', currency: 'SEK' }
  expect(body.parse(good)).toEqual(good)
  expect(body.parse({ currency: 'EUR' })).toEqual({ currency: 'EUR' })
  const faulty = [{ creditLimit: 5 }, { creditLimit: '-5' }, { temporaryUntil: '1234-01-01' }]
  for (const one of [...faulty, { currency: 'XXX' }]) {
    expect(body.safeParse({ ...good, ...one }).success).toBe(false)
  }
})

test('a list is asked for columns by the words that they hold', () => {
  const { type, active, createdAt } = filtersOf(ReasonCode, ['type', 'active', 'createdAt'])
  expect(type.body.safeParse(['STOP', 'DENY']).success).toBe(true)
  expect(type.body.safeParse('NONE').success).toBe(false)
  expect(active.body.safeParse(true).success).toBe(true)
  expect(createdAt.body.safeParse({ from: '2026-11-22T10:00:00Z' }).success).toBe(true)
})
