import { compareBooks } from '../../activities/payments/reconciliations/compare-books.ts'
import { differencesOf } from '../../activities/payments/reconciliations/differences.ts'
import {
  explainDifference,
  explainInput,
} from '../../activities/payments/reconciliations/explain.ts'
import { lifeOfReconciliation } from '../../domain/payments/reconciliation.ts'
import { PaymentReconciliation } from '../../entities/payment-reconciliation.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { differencesShown, reconciliationView, showDifferences } from './file-views.ts'

const reconciliations = collection(PaymentReconciliation, {
  noun: ['payment reconciliation', 'payment reconciliations'],
  shows: reconciliationView,
  filters: filtersOf(PaymentReconciliation, ['status', 'account', 'date', 'clientId']),
  sort: ['-id', 'date'],
})

export default {
  readPaymentReconciliation: operation(
    'GET /payment-reconciliations/{id}',
    'ReadPaymentReconciliation',
    reconciliations.read,
  ),
  searchPaymentReconciliations: operation(
    'POST /payment-reconciliations/search',
    'SearchPaymentReconciliation',
    reconciliations.search,
  ),
  readReconciliationDifferences: operation(
    'GET /payment-reconciliations/{id}/differences',
    'ReadPaymentReconciliation',
    {
      extension: true,
      names: { entity: PaymentReconciliation },
      summary: 'Read what a statement and the books do not both have',
      returns: differencesShown,
      purpose: 'report',
    },
  ).handle(async ({ unit, params }) => showDifferences(await differencesOf(unit, params.id))),
  comparePaymentReconciliation: operation(
    'PUT /payment-reconciliations/{id}/compare',
    'BookkeepPaymentBatches',
    {
      extension: true,
      summary: 'Hold a statement against the books as they are',
      shows: reconciliationView,
    },
  ).handle(({ unit, params }) => compareBooks(unit, params.id)),
  explainPaymentReconciliation: operation(
    'PUT /payment-reconciliations/{id}/explain',
    'BookkeepPaymentBatches',
    {
      extension: true,
      summary: 'Say why a statement and the books differ',
      body: explainInput,
      shows: reconciliationView,
      refuses: lifeOfReconciliation.refusals('explain'),
    },
  ).handle(({ unit, params, body }) => explainDifference(unit, params.id, body)),
} satisfies Room
