import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { book, type EventDraft } from '../../src/activities/bookkeeping/book.ts'
import { reverseEvent } from '../../src/activities/bookkeeping/reverse-event.ts'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { recourseOf } from '../../src/domain/factoring/recourse.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { FinancialEvent } from '../../src/entities/financial-event.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { bookedClient, bookIn, draft, paid, type BookedClient } from '../support/booked-client.ts'
import { balancesOf } from '../support/books.ts'
import { seed } from '../support/seed.ts'

let at: World
let tenant: TestTenant
let clients: BookedClient[]
beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clients = [await bookedClient(tenant), await bookedClient(tenant, { bookInvoices: false })]
})
afterAll(() => at.close())

type Made = Partial<EventDraft> & { type: EventDraft['type'] }

const minor = fc.bigInt({ min: 1n, max: 10n ** 9n })
const text = (amount: bigint) => amount.toString()

const events = fc.oneof(
  fc.tuple(minor, fc.boolean()).map(([net, isCredit]): Made => ({
    type: isCredit ? 'CREDIT_BOOKED' : 'INVOICE_BOOKED',
    amount: (isCredit ? -1n : 1n) * (net + net / 4n),
    facts: {
      net: [{ rate: '25', amount: text(net) }],
      vat: [{ rate: '25', amount: text(net / 4n) }],
    },
  })),
  fc.tuple(minor, minor, minor).map(([advance, reserve, fee]): Made => ({
    type: 'FINANCED',
    amount: 0n,
    facts: {
      gross: text(advance + reserve),
      advance: text(advance),
      reserve: text(reserve),
      commission: text(fee),
      commissionVat: text(fee / 4n),
    },
  })),
  fc.tuple(minor, minor).map(([open, reserve]): Made => {
    const { fromReserve, fromClient } = recourseOf(open, reserve)
    return {
      type: 'RECOURSE',
      amount: 0n,
      facts: { open: text(open), fromReserve: text(fromReserve), fromClient: text(fromClient) },
    }
  }),
  fc.tuple(minor, fc.constantFrom('SERVICED', 'FINANCED')).map(([amount, variant]): Made => ({
    type: 'PAYMENT',
    amount: -amount,
    facts: { variant, amount: text(amount) },
  })),
  fc
    .tuple(minor, fc.constantFrom('SENT', 'CONFIRMED', 'REJECTED', 'RETURNED'))
    .map(([amount, variant]): Made => ({
      type: 'PAYOUT_BOOKED',
      amount: 0n,
      facts: { variant, amount: text(amount) },
    })),
)

const steps = fc.array(
  fc.record({ client: fc.nat(1), event: events, undone: fc.boolean(), twice: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
)

/** Whatever places money has it from what came in before. */
async function received(drafts: EventDraft[]): Promise<EventDraft[]> {
  return Promise.all(
    drafts.map(async (placing) => {
      if (placing.type !== 'PAYMENT') return placing
      const { variant, amount } = placing.facts as { variant: string; amount: string }
      const [money, placed] = paid(placing, variant, amount)
      await bookIn(tenant, money!)
      return placed!
    }),
  )
}

async function undo(id: string): Promise<void> {
  await tenant.work(async (unit) => reverseEvent(unit, await unit.load(FinancialEvent, id)))
}

it(`the books hold after whatever happens (SEED=${seed})`, { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const drafts = await received(
        history.map(({ client, event }) => draft(clients[client]!.id, event)),
      )
      const booked = await bookIn(tenant, ...drafts)
      for (const [n, { undone, twice }] of history.entries()) {
        if (twice) expect((await bookIn(tenant, drafts[n]!))[0]!.id).toBe(booked[n]!.id)
        if (!undone) continue
        await undo(booked[n]!.id)
        if (twice) await expect(undo(booked[n]!.id)).rejects.toBeInstanceOf(Refusal)
      }
      const findings = await verifyBooks(at.runtime.pool, tenant.id)
      // There are no invoices behind these claims, and what they are bought for is arbitrary.
      const arbitrary = ['bought-claims', 'reserves', 'receivables', 'claims-there']
      expect(findings.filter(({ check }) => !arbitrary.includes(check))).toEqual([])
    }),
    { seed, numRuns: 15 },
  )
})

it(
  `what is undone in any order leaves nothing behind (SEED=${seed})`,
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.nat()), async (history, chance) => {
        const drafts = await received(
          history.map(({ client, event }) => draft(clients[client]!.id, event)),
        )
        const before = await balancesOf(at, tenant.id)
        const left = await bookIn(tenant, ...drafts)
        while (left.length > 0) {
          const [n] = [...chance.take(1)]
          const [event] = left.splice((n ?? 0) % left.length, 1)
          await undo(event!.id)
        }
        expect(await balancesOf(at, tenant.id)).toEqual(before)
      }),
      { seed, numRuns: 8 },
    )
  },
)

it('hundreds are booked in no more statements than two', async () => {
  const [client] = clients
  const sent = (n: number) =>
    tenant.work(async (unit) => {
      let statements = 0
      const { transaction } = unit
      for (const name of ['query', 'prepared'] as const) {
        const plain = transaction[name].bind(transaction) as (...of: unknown[]) => Promise<never>
        Object.assign(transaction, {
          [name]: (...of: unknown[]) => {
            statements++
            return plain(...of)
          },
        })
      }
      const drafts = Array.from({ length: n }, () => draft(client!.id))
      expect(await book(unit, drafts)).toHaveLength(n)
      return statements
    })
  expect(await sent(400)).toBeLessThanOrEqual(await sent(2))
})
