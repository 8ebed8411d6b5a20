import { describe, expect, it } from 'vitest'
import { reverseEvent } from '../../src/activities/bookkeeping/reverse-event.ts'
import type { EventDraft } from '../../src/activities/bookkeeping/book.ts'
import { FinancialEvent } from '../../src/entities/financial-event.ts'
import { driftsOf, trialOf } from '../support/books.ts'
import { bookIn, draft, paid, received, worldWithClient } from '../support/booked-client.ts'

const { at, tenant, client } = await worldWithClient()

const refused = (code: string) => expect.objectContaining({ code })

async function itemOf({ sourceKey }: EventDraft) {
  const [item] = await at.owner(
    `select status, amount::int, open::int, client_id, opened_by_id, ended_by_id
     from unallocated_item where tenant_id = $1 and source_key = $2`,
    [tenant.id, sourceKey],
  )
  return item
}

/** Something that places so much of the money. */
const placing = (money: EventDraft, amount: string, variant = 'SERVICED'): EventDraft => ({
  ...draft(client.id, { type: 'PAYMENT', amount: -BigInt(amount), currency: money.currency }),
  facts: { variant, amount, takes: money.sourceKey },
})

const undo = (id: string) =>
  tenant.work(async (unit) => reverseEvent(unit, await unit.load(FinancialEvent, id)))

describe('money that nobody has placed', () => {
  it('is an item of its own until the last of it is placed', async () => {
    const money = received('1000')
    const [came] = await bookIn(tenant, money)
    const open = { status: 'OPEN', amount: 1000, client_id: null, opened_by_id: came!.id }
    expect(await itemOf(money)).toEqual({ ...open, open: 1000, ended_by_id: null })
    await bookIn(tenant, placing(money, '400'))
    expect(await itemOf(money)).toEqual({ ...open, open: 600, ended_by_id: null })
    const [last] = await bookIn(tenant, placing(money, '600', 'FINANCED'))
    expect(await itemOf(money)).toMatchObject({ status: 'PLACED', open: 0, ended_by_id: last!.id })
    expect(await driftsOf(at, tenant.id)).toEqual(
      expect.arrayContaining([expect.stringContaining('claims-there')]),
    )
  })

  it('is placed in the same booking in which it comes, and may be the client’s', async () => {
    const [money, placed] = paid(
      draft(client.id, { type: 'PAYMENT', amount: -700n }),
      'SERVICED',
      '700',
    )
    const events = await bookIn(tenant, { ...money!, clientId: client.id }, placed!)
    expect(await itemOf(money!)).toMatchObject({
      status: 'PLACED',
      client_id: client.id,
      ended_by_id: events[1]!.id,
    })
  })

  it('is never placed beyond what is left, nor from nowhere, nor in another currency', async () => {
    const money = received('1000')
    await bookIn(tenant, money)
    const before = await trialOf(at, tenant.id)
    await expect(bookIn(tenant, placing(money, '1001'))).rejects.toEqual(
      refused('UNALLOCATED_TOO_SMALL'),
    )
    const nowhere = placing(received('1'), '1')
    await expect(bookIn(tenant, nowhere)).rejects.toEqual(refused('UNALLOCATED_MISSING'))
    const unsaid = { ...nowhere, facts: { variant: 'SERVICED', amount: '1' } }
    await expect(bookIn(tenant, unsaid)).rejects.toEqual(refused('UNALLOCATED_MISSING'))
    const foreign = { ...placing(money, '10', 'FINANCED'), currency: 'EUR' }
    await expect(bookIn(tenant, foreign)).rejects.toMatchObject({ status: 409 })
    expect(await trialOf(at, tenant.id)).toEqual(before)
    const both = [placing(money, '600'), placing(money, '600')].map((one) => bookIn(tenant, one))
    const ends = await Promise.allSettled(both)
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await itemOf(money)).toMatchObject({ status: 'OPEN', open: 400 })
  })

  it('is there again once its placing is undone, and only then can it be taken back', async () => {
    const before = await trialOf(at, tenant.id)
    const money = received('1000')
    const [came, placed] = await bookIn(tenant, money, placing(money, '1000'))
    await expect(undo(came!.id)).rejects.toEqual(refused('MONEY_PLACED'))
    await undo(placed!.id)
    expect(await itemOf(money)).toMatchObject({ status: 'OPEN', open: 1000, ended_by_id: null })
    const [again] = await bookIn(tenant, placing(money, '1000'))
    const revert = { ...placing(money, '1000'), type: 'PAYMENT_REVERT', amount: 1000n } as const
    await bookIn(tenant, revert)
    expect(await itemOf(money)).toMatchObject({ status: 'OPEN', open: 1000, ended_by_id: null })
    await expect(undo(again!.id)).rejects.toEqual(refused('UNALLOCATED_TOO_SMALL'))
    const back = await undo(came!.id)
    expect(await itemOf(money)).toMatchObject({ status: 'REVERSED', open: 0, ended_by_id: back.id })
    await expect(bookIn(tenant, placing(money, '1'))).rejects.toEqual(
      refused('UNALLOCATED_MISSING'),
    )
    expect(await trialOf(at, tenant.id)).toEqual(before)
    const drifts = await driftsOf(at, tenant.id)
    expect(drifts.filter((drift) => drift.startsWith('unallocated'))).toEqual([])
  })
})
