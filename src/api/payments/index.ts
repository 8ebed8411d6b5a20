import paymentTransactionsReturns from './payment-transactions-returns.ts'
import payments from './payments.ts'
import unplacedPayments from './unplaced-payments/index.ts'

export default {
  name: 'payments',
  rooms: {
    'payment-transactions-returns': paymentTransactionsReturns,
    payments,
    'unplaced-payments': unplacedPayments,
  },
} as const
