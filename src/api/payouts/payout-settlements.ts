import { z } from 'zod'
import { linesOfSettlements } from '../../activities/payouts/settlement-lines.ts'
import { PayoutSettlement } from '../../entities/payout-settlement.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { clientAccountTransactionView } from '../clients/account-views.ts'

const settlementView = viewOf(
  PayoutSettlement,
  [
    'id',
    'clientId',
    'clientAccountId',
    'payoutId',
    'batchId',
    'currency',
    'opening',
    'payments',
    'financed',
    'fees',
    'payouts',
    'adjustments',
    'closing',
    'createdAt',
  ],
  {
    /** Each transaction stands in one settlement; with the opening they give the closing. */
    more: { lines: z.array(clientAccountTransactionView.schema) },
    facts: (unit, rows: readonly PayoutSettlement[]) =>
      linesOfSettlements(
        unit,
        rows.map(({ id }) => id),
      ),
    show: ({ id }, lines: Awaited<ReturnType<typeof linesOfSettlements>>) => ({
      lines: (lines.get(id) ?? []).map((line) => clientAccountTransactionView.show(line)),
    }),
  },
)

const settlements = collection(PayoutSettlement, {
  noun: ['settlement of a payout', 'settlements of payouts'],
  shows: settlementView,
  filters: filtersOf(PayoutSettlement, ['clientId', 'clientAccountId', 'payoutId', 'batchId']),
  sort: ['id'],
})

const right = 'ReadPayoutSettlementsExternalExport'

export default {
  listPayoutSettlements: operation('GET /payout-settlements', right, settlements.list),
  readPayoutSettlement: operation('GET /payout-settlements/{id}', right, settlements.read),
} satisfies Room
