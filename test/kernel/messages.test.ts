import { describe, expect, test } from 'vitest'
import { book, type EventDraft } from '../../src/activities/bookkeeping/book.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnitByNotes } from '../../src/kernel/write/in-unit.ts'
import { bookedClient, draft } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import { countedMessages } from '../support/counted-messages.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const costOf = countedMessages(at)

test('a row is read in one message with the question who asks, an invoice with all it has in two', async () => {
  await tenant.api.post('/reason-code', { code: 'LATE', type: 'STOP', name: 'Late' })
  const id = await createdInvoice(tenant, await clientIn(tenant))
  for (const [path, most] of [
    ['/reason-code/LATE', 1],
    [`/invoices/${id}`, 2],
  ] as const) {
    const read = async () => expect((await tenant.api.get(path)).status).toBe(200)
    const costs: number[] = []
    while (costs.length < 6) costs.push((await costOf(read))[1])
    // What is described and noted is so by the first, and beside others something else is told.
    expect(Math.min(...costs), path).toBe(most)
  }
})

describe('one or fifty, by notes', async () => {
  const client = await bookedClient(tenant)
  const drafts = (many: number) => Array.from({ length: many }, () => draft(client.id))
  const as = platform(tenant.id, 'test')
  const booked = (all: readonly EventDraft[]) =>
    inUnitByNotes(at.runtime, as, { now: at.clock.now }, (unit) => book(unit, all))

  test('are booked in two messages: what is held and numbered, and what is written', async () => {
    for (const many of [1, 1, 50, 50]) await booked(drafts(many))
    expect((await costOf(() => booked(drafts(1))))[1]).toBe(2)
    // What is long goes by itself.
    expect((await costOf(() => booked(drafts(50))))[1]).toBeLessThanOrEqual(5)
  })

  test('are booked once: what was guessed to be new is found where it is not', async () => {
    const [one, other] = drafts(2)
    const [first] = await booked([one!])
    const again = await booked([other!, one!])
    expect(again[1]!.id).toBe(first!.id)
    expect(again[0]!.sourceKey).toBe(other!.sourceKey)
    const rows = await at.owner(
      `select count(*)::int as n from financial_event where source_key = any($1)`,
      [[one!.sourceKey, other!.sourceKey]],
    )
    expect(rows).toEqual([{ n: 2 }])
    const drifts = await driftsOf(at, tenant.id)
    // There are no invoices behind these.
    expect(drifts.filter((text) => !text.startsWith('claims-there'))).toEqual([])
  })

  test('are found as they were, also where they could not be booked any more', async () => {
    const [one] = drafts(1)
    const [first] = await booked([one!])
    await at.owner(
      `insert into locked_period (tenant_id, owner_type, owner_id, client_id, locked_until, version,
         created_at, updated_at) values ($1, 'CLIENT', $2, $2, '2999-12-31', 1, now(), now())`,
      [tenant.id, client.id],
    )
    const [again] = await booked([one!])
    expect(again!.id).toBe(first!.id)
    await expect(booked(drafts(1))).rejects.toMatchObject({ code: 'PERIOD_LOCKED' })
  })
})
