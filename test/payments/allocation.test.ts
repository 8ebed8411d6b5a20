import { describe, expect, test } from 'vitest'
import { invoiceClaim, type Component } from '../../src/domain/bookkeeping/ledger.ts'
import { allocate, orderOn, roundedOff } from '../../src/domain/payments/allocation.ts'
import { applyToInvoice } from '../../src/activities/invoices/apply-events.ts'
import { book } from '../../src/activities/bookkeeping/book.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { loadHeld } from '../../src/kernel/write/hold.ts'
import { activated, dayFromNow } from '../factoring/ground.ts'
import { draft } from '../support/booked-client.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const owed: readonly (readonly [Component, bigint])[] = [
  ['CAPITAL', 1000n],
  ['CREDIT_INTEREST', 9n],
  ['LATE_INTEREST', 8n],
  ['NOTICE_FEE', 7n],
  ['PLAN_FEE', 6n],
  ['LATE_COMPENSATION', 5n],
  ['REMINDER_FEE', 4n],
  ['COLLECTION_FEE', 3n],
  ['ENFORCEMENT_COST', 2n],
]
const partsOf = (amount: bigint, order: Parameters<typeof allocate>[2]) => [
  ...allocate(amount, new Map(owed), order),
]

describe('what is owed on a claim is settled', () => {
  test('costs first, those of the authority before those of the claim, then interest', () => {
    expect(partsOf(1044n, 'COSTS_FIRST')).toEqual([
      ['ENFORCEMENT_COST', 2n],
      ['COLLECTION_FEE', 3n],
      ['REMINDER_FEE', 4n],
      ['LATE_COMPENSATION', 5n],
      ['PLAN_FEE', 6n],
      ['NOTICE_FEE', 7n],
      ['LATE_INTEREST', 8n],
      ['CREDIT_INTEREST', 9n],
      ['CAPITAL', 1000n],
    ])
    expect(partsOf(7n, 'COSTS_FIRST')).toEqual([
      ['ENFORCEMENT_COST', 2n],
      ['COLLECTION_FEE', 3n],
      ['REMINDER_FEE', 2n],
    ])
  })

  test('capital first, where the tenant says so', () => {
    expect(partsOf(1005n, 'CAPITAL_FIRST')).toEqual([
      ['CAPITAL', 1000n],
      ['ENFORCEMENT_COST', 2n],
      ['COLLECTION_FEE', 3n],
    ])
  })

  test('to the unit, and what is more than all of it is capital', () => {
    for (let amount = 1n; amount <= 1100n; amount += 7n) {
      for (const order of ['COSTS_FIRST', 'CAPITAL_FIRST'] as const) {
        const parts = allocate(amount, new Map(owed), order)
        expect([...parts.values()].reduce((sum, part) => sum + part, 0n)).toBe(amount)
        for (const [component, most] of owed.slice(1)) {
          expect((parts.get(component) ?? 0n) <= most).toBe(true)
        }
      }
    }
  })

  test('and rounded off of capital alone', () => {
    expect(roundedOff(new Map([['CAPITAL', 5n]]), 5n)).toBe(5n)
    expect(roundedOff(new Map([['CAPITAL', 6n]]), 5n)).toBe(0n)
    expect(
      roundedOff(
        new Map<Component, bigint>([
          ['CAPITAL', 5n],
          ['REMINDER_FEE', 1n],
        ]),
        9n,
      ),
    ).toBe(0n)
    expect(roundedOff(new Map([['REMINDER_FEE', 5n]]), 9n)).toBe(0n)
  })
})

test('an order is in force from its day on, however they are listed', () => {
  const chosen = [
    { validFrom: '2027-01-01', order: 'COSTS_FIRST' },
    { validFrom: '2026-06-01', order: 'CAPITAL_FIRST' },
  ] as const
  const on = (day: string) => orderOn(chosen, day)
  expect([on('2026-05-31'), on('2026-06-01'), on('2026-12-31'), on('2027-01-01')]).toEqual([
    'COSTS_FIRST',
    'CAPITAL_FIRST',
    'CAPITAL_FIRST',
    'COSTS_FIRST',
  ])
  expect(orderOn('CAPITAL_FIRST', '2000-01-01')).toBe('CAPITAL_FIRST')
})

/** A fee of 60.00 on a claim of 12,500.00, as a reminder would book it. */
async function claimWithFee(): Promise<string> {
  const clientId = await clientIn(tenant)
  const id = await activated(at, tenant, clientId)
  await tenant.work(async (unit) => {
    const invoice = await loadHeld(unit, Invoice, id)
    const of = { claim: invoiceClaim(id), component: 'REMINDER_FEE', amount: 6000n } as const
    const facts = { net: [{ rate: '0', amount: '6000' }], vat: [], rounding: '0' }
    const bookDate = dayFromNow(at, -5)
    const { debtorId } = invoice
    const fee = draft(clientId, { ...of, debtorId, facts, bookDate, sourceKey: `fee/${id}` })
    applyToInvoice(unit, invoice, await book(unit, [fee]))
  })
  return id
}

test('a payment goes by the order of the day on which it is put on its claim', async () => {
  const order = 'CAPITAL_FIRST'
  const choose = async (value: unknown) =>
    (await tenant.api.put('/system-setting/payments.allocationOrder', { value })).status
  const paid = async () => {
    const claim = await claimWithFee()
    const sent = { amount: '100.00', currency: 'SEK', claims: [{ id: claim }] }
    const { status, body } = await tenant.api.post('/payments', sent)
    expect([status, body.linked]).toEqual([201, '100.00'])
    const rows = await at.owner(
      `select component, (-amount)::text as amount from financial_event
       where tenant_id = $1 and claim_id = $2 and type = 'PAYMENT' order by component`,
      [tenant.id, claim],
    )
    return rows.map(({ component, amount }) => `${component} ${amount}`)
  }
  const [costs, capital] = [['CAPITAL 4000', 'REMINDER_FEE 6000'], ['CAPITAL 10000']]
  expect(await paid()).toEqual(costs)
  expect(await choose([{ validFrom: dayFromNow(at, 1), order }])).toBe(200)
  expect(await paid()).toEqual(costs)
  expect(await choose([{ validFrom: dayFromNow(at, 0), order }])).toBe(200)
  expect(await paid()).toEqual(capital)
  const both = [
    { validFrom: dayFromNow(at, -9), order },
    { validFrom: dayFromNow(at, -1), order: 'COSTS_FIRST' },
  ]
  expect(await choose(both)).toBe(200)
  expect(await paid()).toEqual(costs)
  expect(await choose(order)).toBe(200)
  expect(await paid()).toEqual(capital)
  for (const wrong of [
    [],
    [{ validFrom: '2026-02-30', order }],
    [{ validFrom: '2026-01-01', order: 'OLDEST' }],
    [both[0], { ...both[1], validFrom: both[0]!.validFrom }],
  ]) {
    expect(await choose(wrong)).toBe(400)
  }
})
