import { z } from 'zod'
import { amountToMoveOn } from '../../../domain/clients/accounts.ts'
import { exampleId } from '../../../entities/ids.ts'
import { ClientAccountTransaction } from '../../../entities/client-account.ts'
import type { Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { amountToMove } from './amount-in.ts'
import { lockedPair, pendingAcross, transferBetween, type Transferred } from './transfer.ts'
import { positiveAmountSent } from '../../../kernel/read/amounts.ts'
import { id, filled } from '../../../kernel/read/fields.ts'

export const transferFromTransactionInput = z.strictObject({
  transactionId: id('ClientAccountTransaction'),
  toId: id('ClientAccount').meta({ example: exampleId('ClientAccount', 'another') }),
  amount: positiveAmountSent.optional(),
  text: filled(500).optional(),
  reason: filled(500).optional(),
})
export type MovedOn = z.output<typeof transferFromTransactionInput>

const sourceType = 'CLIENT_ACCOUNT_TRANSACTION'

/** Moves the amount of a transaction, or a part of it, to another account; never more than once. */
export async function transferFromTransaction(
  unit: Unit,
  wanted: MovedOn,
): Promise<Transferred | Pending> {
  const { transactionId, toId, reason } = wanted
  const named = await unit.load(ClientAccountTransaction, transactionId, '/transactionId')
  const { id, clientAccountId, currency, text } = named
  const pending = await pendingAcross(unit, { fromId: clientAccountId, toId }, wanted)
  if (pending !== undefined) return pending
  const pair = await lockedPair(unit, { fromId: clientAccountId, toId })
  const asked =
    wanted.amount === undefined ? undefined : amountToMove(wanted.amount, currency, '/amount')
  const { moved, reversed } = await since(unit, named)
  const isTakenBack = reversed || named.reversesId != null
  const amount = amountToMoveOn({ amount: named.amount, currency, isTakenBack }, moved, asked)
  const moving = { amount, text: wanted.text ?? text, reason, sourceType, sourceId: id }
  return transferBetween(unit, pair, moving)
}

/** How much of the transaction was moved or reversed before, read under the lock of its account. */
async function since(
  unit: Unit,
  { id, clientAccountId }: ClientAccountTransaction,
): Promise<{ moved: bigint; reversed: boolean }> {
  const [row] = await unit.transaction.query<{ moved: string; reversed: boolean }>(
    `select coalesce(-sum(amount) filter (where source_type = $3 and source_id = $4
         and reverses_id is null and reversed_by_id is null), 0)::text as moved,
       coalesce(bool_or(reversed_by_id is not null) filter (where id = $4), false) as reversed
     from client_account_transaction where tenant_id = $1 and client_account_id = $2`,
    [unit.tenantId, clientAccountId, sourceType, id],
  )
  return { moved: BigInt(row!.moved), reversed: row!.reversed }
}
