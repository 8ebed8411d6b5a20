import { expect, it } from 'vitest'
import type { EventDraft } from '../../src/activities/bookkeeping/book.ts'
import {
  bookIn,
  draft,
  financedFacts,
  postingsOf,
  worldWithClient,
} from '../support/booked-client.ts'

const { at, tenant, client } = await worldWithClient()

const transactionsOf = async (eventId: string) =>
  (
    await at.owner(
      `select a.type as account, t.type, t.amount, t.balance_after from client_account_transaction t
       join client_account a on a.tenant_id = t.tenant_id and a.id = t.client_account_id
       where t.financial_event_id = $1 order by t.id`,
      [eventId],
    )
  ).map((row) => Object.values(row).map(String).join(' '))

it('P1: books the sale in the client’s book, by VAT rate', async () => {
  const [event] = await bookIn(tenant, draft(client.id))
  expect(await postingsOf(at, event!.id)).toEqual([
    'C 1510 1250000',
    'C 3001 -1000000',
    'C 2611 -250000',
  ])
  expect(await at.owner(`select type, name from event where subject_id = $1`, [event!.id])).toEqual(
    [{ type: 'INVOICE_FINANCIAL_EVENT', name: 'created' }],
  )
  expect(
    await at.owner(
      `select v.series, v.number, v.fiscal_year, v.rule, v.status, v.total, c.action
       from voucher v join changelog c on c.entity_id = id_text(v.id)
       where v.financial_event_id = $1`,
      [event!.id],
    ),
  ).toEqual([
    {
      series: 'A',
      number: 1,
      fiscal_year: 2026,
      rule: 'P1',
      status: 'BOOKED',
      total: '1250000',
      action: 'CREATED',
    },
  ])
})

it('P6: buys the claim, holds back a reserve, and takes the commission with its VAT', async () => {
  const [event] = await bookIn(
    tenant,
    draft(client.id, { type: 'FINANCED', amount: 0n, facts: financedFacts() }),
  )
  expect(await postingsOf(at, event!.id)).toEqual([
    'T 1511 1250000',
    'T 2892 -1125000',
    'T 2893 -125000',
    'T 2892 31250',
    'T 3042 -25000',
    'T 2611 -6250',
    'C 1684 1125000',
    'C 1685 125000',
    'C 1510 -1250000',
    'C 6064 25000',
    'C 2641 6250',
    'C 1684 -31250',
  ])
  expect(await transactionsOf(event!.id)).toEqual([
    'MAIN FINANCED 1125000 1125000',
    'RESERVE RESERVE_HELD 125000 125000',
    'MAIN FEE -31250 1093750',
  ])
  expect(
    await at.owner(
      `select name from event where type = 'CLIENT_ACCOUNT' and subject_id = $1 order by id`,
      [client.mainId],
    ),
  ).toEqual([{ name: 'created' }, { name: 'changed' }])
})

it('P10f: a credit note takes its part of both', async () => {
  const facts = { amount: '250000', fromReserve: '25000', fromClient: '225000' }
  const [event] = await bookIn(tenant, draft(client.id, { type: 'DILUTION', amount: 0n, facts }))
  expect(await postingsOf(at, event!.id)).toEqual([
    'T 2893 25000',
    'T 2892 225000',
    'T 1511 -250000',
    'C 1510 250000',
    'C 1684 -225000',
    'C 1685 -25000',
  ])
  expect(await transactionsOf(event!.id)).toEqual([
    'RESERVE DILUTION -25000 100000',
    'MAIN DILUTION -225000 868750',
  ])
})

it('P8: recourse takes the reserve first and the rest from the client', async () => {
  const facts = { open: '1000000', fromReserve: '100000', fromClient: '900000' }
  const [event] = await bookIn(tenant, draft(client.id, { type: 'RECOURSE', amount: 0n, facts }))
  expect(await postingsOf(at, event!.id)).toEqual([
    'T 2893 100000',
    'T 2892 900000',
    'T 1511 -1000000',
    'C 1510 1000000',
    'C 1684 -900000',
    'C 1685 -100000',
  ])
  // What the client owes now is the commission and the VAT on it.
  expect(await transactionsOf(event!.id)).toEqual([
    'RESERVE RECOURSE -100000 0',
    'MAIN RECOURSE -900000 -31250',
  ])
})

it('P10: a credit note is the mirror of a sale', async () => {
  const [event] = await bookIn(
    tenant,
    draft(client.id, { type: 'CREDIT_BOOKED', amount: -1_250_000n }),
  )
  expect(await postingsOf(at, event!.id)).toEqual([
    'C 1510 -1250000',
    'C 3001 1000000',
    'C 2611 250000',
  ])
})

it('P19: moves money between a client’s accounts, and in from a role', async () => {
  const transfer: Partial<EventDraft> = {
    type: 'TRANSFER',
    amount: 0n,
    facts: { fromAccountId: client.mainId, toAccountId: client.reserveId, amount: '500' },
  }
  const manual: Partial<EventDraft> = {
    type: 'MANUAL_TRANSACTION',
    amount: 0n,
    facts: { clientAccountId: client.mainId, amount: '700', counterRole: 'FEE_REV' },
  }
  const [moved, given] = await bookIn(tenant, draft(client.id, transfer), draft(client.id, manual))
  expect(await postingsOf(at, moved!.id)).toEqual([
    'T 2892 500',
    'T 2893 -500',
    'C 1685 500',
    'C 1684 -500',
  ])
  expect(await transactionsOf(moved!.id)).toEqual([
    'MAIN TRANSFER_OUT -500 -31750',
    'RESERVE TRANSFER_IN 500 500',
  ])
  expect(await postingsOf(at, given!.id)).toEqual([
    'T 3041 700',
    'T 2892 -700',
    'C 1684 700',
    'C 6069 -700',
  ])
  expect(await transactionsOf(given!.id)).toEqual(['MAIN MANUAL 700 -31050'])
})
