import { cancelPayout } from '../../activities/payouts/cancel-payout.ts'
import { lifeOfPayout } from '../../domain/payouts/payout.ts'
import { Payout } from '../../entities/payout.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { payoutView } from '../clients/account-views.ts'

const payouts = collection(Payout, {
  noun: ['payout', 'payouts'],
  shows: payoutView,
  filters: filtersOf(Payout, [
    'clientId',
    'clientAccountId',
    'status',
    'currency',
    'plannedDate',
    'batchId',
    'returnId',
  ]),
  sort: ['-id', 'plannedDate'],
})

export default {
  listPayouts: operation('GET /payouts', 'ReadPayouts', payouts.list),
  readPayout: operation('GET /payouts/{id}', 'ReadPayout', payouts.read),
  searchPayouts: operation('POST /payouts/search', 'SearchPayouts', payouts.search),

  cancelPayout: operation('DELETE /payouts/{id}', 'DeletePayouts', {
    names: { entity: Payout },
    summary: 'Call off a payout that is in no batch',
    refuses: [
      ...lifeOfPayout.refusals('cancel'),
      'ALREADY_REVERSED',
      'CLIENT_ONLY_PROPOSES',
      'PERIOD_LOCKED',
      'ACCOUNT_MISSING',
    ],
  }).handle(({ unit, params }) => cancelPayout(unit, params.id)),
} satisfies Room
