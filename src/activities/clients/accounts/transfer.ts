import { z } from 'zod'
import { positiveAmountSent } from '../../../kernel/read/amounts.ts'
import { id, filled } from '../../../kernel/read/fields.ts'
import {
  availableOn,
  refuseBeyondAvailable,
  refuseOtherCurrency,
} from '../../../domain/clients/accounts.ts'
import { invalid } from '../../../domain/refusal.ts'
import { exampleId } from '../../../entities/ids.ts'
import { ClientAccount, ClientAccountTransaction } from '../../../entities/client-account.ts'
import { book, type EventDraft } from '../../bookkeeping/book.ts'
import { newId } from '../../../kernel/write/ids.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { amountToMove } from './amount-in.ts'
import { boundOn } from './bound-on.ts'
import { refuseBlockedPayouts } from './payouts-blocked.ts'
import { lockAccounts, refuseOfClosed } from './locked-account.ts'

export const transferInput = z.strictObject({
  fromId: id('ClientAccount'),
  toId: id('ClientAccount').meta({ example: exampleId('ClientAccount', 'another') }),
  amount: positiveAmountSent,
  text: filled(500),
  reason: filled(500).optional(),
})
export type TransferWanted = z.output<typeof transferInput>

export interface Transferred {
  from: ClientAccount
  to: ClientAccount
  transactions: ClientAccountTransaction[]
}

/** Moves money between two accounts of one client or, with a reason and by two people, of two. */
export async function transfer(unit: Unit, wanted: TransferWanted): Promise<Transferred | Pending> {
  const pending = await pendingAcross(unit, wanted, wanted)
  return pending ?? transferNow(unit, wanted)
}

/** Nothing where both accounts belong to one client. */
export async function pendingAcross(
  unit: Unit,
  { fromId, toId }: { fromId: string; toId: string },
  payload: Readonly<Record<string, unknown>> & { amount?: string | undefined },
): Promise<Pending | undefined> {
  const { clientId, currency } = await unit.load(ClientAccount, fromId, '/fromId')
  const to = await unit.load(ClientAccount, toId, '/toId')
  if (clientId === to.clientId) return undefined
  const { amount } = payload
  return requireSecond(unit, {
    topic: 'CROSS_CLIENT_TRANSFER',
    subject: { type: 'ClientAccount', id: fromId, clientId },
    payload,
    ...(amount !== undefined && {
      amount: { minor: amountToMove(amount, currency, '/amount'), currency },
    }),
  })
}

export async function transferNow(unit: Unit, wanted: TransferWanted): Promise<Transferred> {
  const pair = await lockedPair(unit, wanted)
  const amount = amountToMove(wanted.amount, pair.from.currency, '/amount')
  return transferBetween(unit, pair, { ...wanted, amount, sourceType: 'TRANSFER' })
}

export interface Pair {
  from: ClientAccount
  to: ClientAccount
}

/** Both accounts, locked until the commit. */
export async function lockedPair(
  unit: Unit,
  { fromId, toId }: { fromId: string; toId: string },
): Promise<Pair> {
  if (fromId === toId) invalid('/toId', 'SAME_ACCOUNT', 'Choose another account than the first')
  await lockAccounts(unit, [fromId, toId])
  const from = await unit.load(ClientAccount, fromId, '/fromId')
  const to = await unit.load(ClientAccount, toId, '/toId')
  await refuseOfClosed(unit, [from, to])
  if (from.clientId !== to.clientId) await refuseBlockedPayouts(unit, from.clientId)
  return { from, to }
}

interface Moving {
  amount: bigint
  text: string
  reason?: string | undefined
  sourceType: string
  sourceId?: string
}

/** Refuses more than is available after payouts and what open claims reserve. */
export async function transferBetween(
  unit: Unit,
  pair: Pair,
  moving: Moving,
): Promise<Transferred> {
  const { from, to } = pair
  refuseOtherCurrency(pair)
  if (from.clientId !== to.clientId && moving.reason === undefined) {
    invalid('/reason', 'REQUIRED', 'Say why the money goes to another client')
  }
  const bound = await boundOn(unit, [from, to])
  const available = availableOn(from, bound.get(from.id) ?? 0n)
  refuseBeyondAvailable(from, available, moving.amount)
  const drafts = from.clientId === to.clientId ? within(pair, moving) : across(pair, moving)
  const bookDate = await unit.today()
  const events = await book(
    unit,
    drafts.map((draft) => ({ ...draft, bookDate })),
  )
  await unit.flush()
  const ids = events.map(({ id }) => id)
  const made = await unit.all(ClientAccountTransaction, { financialEventId: { $in: ids } })
  const transactions = made.toSorted((a, b) => Number(a.amount - b.amount))
  return { ...pair, transactions }
}

type Draft = Omit<EventDraft, 'bookDate'>

/** P19: one event, because both accounts belong to one client. */
function within({ from, to }: Pair, moving: Moving): Draft[] {
  const facts = { fromAccountId: from.id, toAccountId: to.id, amount: String(moving.amount) }
  return [{ ...shared(from, moving, newId('FinancialEvent')), type: 'TRANSFER', facts }]
}

/**
 * An event for each client, against SETTLEMENT, so that each client's book mirrors the tenant's.
 */
function across({ from, to }: Pair, moving: Moving): Draft[] {
  const key = newId('FinancialEvent')
  const manual = (account: ClientAccount, amount: bigint): Draft => ({
    ...shared(account, moving, `${key}/${account.id}`),
    type: 'MANUAL_TRANSACTION',
    facts: {
      clientAccountId: account.id,
      amount: String(amount),
      counterRole: 'SETTLEMENT',
      fromAccountId: from.id,
      toAccountId: to.id,
      reason: moving.reason,
    },
  })
  return [manual(from, -moving.amount), manual(to, moving.amount)]
}

function shared(
  account: ClientAccount,
  moving: Moving,
  key: string,
): Omit<Draft, 'type' | 'facts'> {
  return {
    clientId: account.clientId,
    amount: 0n,
    currency: account.currency,
    sourceKey: `transfer/${key}`,
    sourceType: moving.sourceType,
    sourceId: moving.sourceId ?? account.id,
    text: moving.text,
  }
}
