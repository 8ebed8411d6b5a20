import { z } from 'zod'
import { availableOn, refuseBeyondAvailable } from '../../../domain/clients/accounts.ts'
import { ClientAccount, ClientAccountTransaction } from '../../../entities/client-account.ts'
import { book } from '../../bookkeeping/book.ts'
import { enteredOn } from '../../bookkeeping/refuse-outside.ts'
import { newId } from '../../../kernel/write/ids.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { amountToMove } from './amount-in.ts'
import { boundOnOne } from './bound-on.ts'
import { lockedAccount, refuseOfClosed } from './locked-account.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { signedAmountSent } from '../../../kernel/read/amounts.ts'
import { filled } from '../../../kernel/read/fields.ts'
import { counterRoles } from '../../../domain/bookkeeping/chart.ts'

/** The role of the other account in the tenant's book; the client's book gets its mirror. */
const counterRole = z.enum(Object.keys(counterRoles)).meta({
  example: 'BANK',
  description:
    'The account on the other side: BANK, money that came or went; SETTLEMENT, a partner or ' +
    'another client; FEE_REV, FIN_REV and COLLECTION_REV, a fee or its refund; CREDIT_LOSS, at ' +
    'the cost of the tenant; ROUNDING, a small difference.',
})

export const enterTransactionInput = bodyOf(ClientAccountTransaction, [
  'clientAccountId',
  'bookDate',
])
  .partial({ bookDate: true })
  // Above zero the client receives the amount, below zero the client pays it.
  .extend({ amount: signedAmountSent, counterRole, text: filled(500) })
export type EnteredTransaction = z.output<typeof enterTransactionInput>

/** Books a transaction that a person enters, and a second one agrees to. */
export async function enterTransaction(
  unit: Unit,
  wanted: EnteredTransaction,
): Promise<ClientAccountTransaction | Pending> {
  const { clientAccountId: id } = wanted
  const { clientId, currency } = await unit.load(ClientAccount, id, '/clientAccountId')
  const pending = requireSecond(unit, {
    topic: 'CLIENT_ACCOUNT_TRANSACTION',
    subject: { type: 'ClientAccount', id, clientId },
    payload: wanted,
    amount: { minor: amountToMove(wanted.amount, currency, '/amount'), currency },
  })
  return pending ?? bookEntered(unit, wanted)
}

/** Against an account of the tenant's book. */
export async function bookEntered(
  unit: Unit,
  wanted: EnteredTransaction,
): Promise<ClientAccountTransaction> {
  const { clientAccountId, counterRole, text } = wanted
  const account = await lockedAccount(unit, clientAccountId, '/clientAccountId')
  await refuseOfClosed(unit, [account])
  const { clientId, currency } = account
  const amount = amountToMove(wanted.amount, currency, '/amount')
  // What open claims reserve must stay on the account.
  if (account.type === 'RESERVE' && amount < 0n) {
    const available = availableOn(account, await boundOnOne(unit, account))
    refuseBeyondAvailable(account, available, -amount)
  }
  const bookDate = await enteredOn(unit, wanted)
  const [event] = await book(unit, [
    {
      type: 'MANUAL_TRANSACTION',
      clientId,
      amount: 0n,
      currency,
      bookDate,
      sourceKey: `manual-transaction/${newId('FinancialEvent')}`,
      sourceType: 'MANUAL',
      sourceId: clientAccountId,
      text,
      facts: { clientAccountId, amount: String(amount), counterRole },
    },
  ])
  await unit.flush()
  return unit.load(ClientAccountTransaction, { financialEventId: event!.id })
}
