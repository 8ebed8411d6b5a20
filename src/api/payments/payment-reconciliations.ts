import { PaymentReconciliation } from '../../entities/payment-reconciliation.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { reconciliationView } from './file-views.ts'

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
} satisfies Room
