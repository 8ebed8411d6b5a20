import { z } from 'zod'
import { boundOn } from '../../activities/clients/accounts/bound-on.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { availableOn, payoutTypeOf, payoutTypes } from '../../domain/clients/accounts.ts'
import { lastDigits } from '../../domain/clients/bank-account.ts'
import { decimal } from '../../domain/money.ts'
import { ClientAccount, ClientAccountTransaction } from '../../entities/client-account.ts'
import { Payout } from '../../entities/payout.ts'
import { amountShown } from '../../kernel/read/amounts.ts'

export const clientAccountView = viewOf(
  ClientAccount,
  [
    'id',
    'clientId',
    'type',
    'currency',
    'balance',
    'payoutAccountId',
    'payoutSchedule',
    'minPayout',
    'minBalance',
    'versioned',
  ],
  {
    /** The balance less payouts, what claims reserve, and what has to stay on the account. */
    more: { available: amountShown },
    facts: boundOn,
    show: (account, bound: ReadonlyMap<string, bigint>) => ({
      available: decimal(availableOn(account, bound.get(account.id) ?? 0n), account.currency),
    }),
  },
)

export const clientAccountTransactionView = viewOf(ClientAccountTransaction, [
  'id',
  'clientAccountId',
  'clientId',
  'type',
  'amount',
  'balanceAfter',
  'currency',
  'bookDate',
  'valueDate',
  'financialEventId',
  'sourceType',
  'sourceId',
  'text',
  'payoutId',
  'reversesId',
  'reversedById',
  'createdAt',
])

export const payoutView = viewOf(
  Payout,
  [
    'id',
    'clientId',
    'clientAccountId',
    'debtorId',
    'claimId',
    'returnId',
    'amount',
    'currency',
    'plannedDate',
    'payoutAccountId',
    'payoutKind',
    'payoutBic',
    'payoutHolder',
    'reference',
    'remittanceText',
    'status',
    'batchId',
    'scheduledDay',
    'confirmedAt',
    'rejectionCode',
    'createdBy',
    'versioned',
  ],
  {
    /** The end of the number that it goes to, as that was when it was made. */
    more: {
      type: z.enum(payoutTypes),
      endToEndId: z.string().meta({ description: 'As the bank names it in its answers' }),
      payoutNumber: z.string().nullable().meta({ example: '•••• 7466' }),
    },
    // Lists read nothing that is told in no changelog: it is asked for beside them.
    facts: payoutNumbers,
    show: ({ id, claimId, returnId }, numbers: ReadonlyMap<string, string | null>) => ({
      type: payoutTypeOf({ claimId, returnId }),
      endToEndId: id,
      payoutNumber: numbers.get(id) ?? null,
    }),
  },
)

/** The end of the number that each goes to: of a refund, that from which the debtor paid. */
export async function payoutNumbers(unit: Unit, rows: readonly Payout[]) {
  const isShown = ({ claimId }: Payout) => claimId == null || unit.scope.hidesSenders !== true
  const unread = rows.filter(({ payoutNumber }) => payoutNumber === undefined)
  const ids = unread.map(({ id }) => id)
  const read = ids.length === 0 ? [] : await unit.readEach(Payout, 'id = any($2)', [ids])
  const known = [...rows.filter((row) => !unread.includes(row)), ...read]
  return new Map(
    known.map((payout) => {
      const { id, payoutNumber: number } = payout
      return [id, number == null || !isShown(payout) ? null : lastDigits(number)]
    }),
  )
}
