import paymentBatches from './payment-batches.ts'
import paymentFiles from './payment-files.ts'
import paymentReconciliations from './payment-reconciliations.ts'
import payments from './payments.ts'
import unplacedPayments from './unplaced-payments.ts'

export default {
  name: 'payments',
  rooms: {
    'payment-batches': paymentBatches,
    'payment-files': paymentFiles,
    'payment-reconciliations': paymentReconciliations,
    payments,
    'unplaced-payments': unplacedPayments,
  },
} as const
