import paymentMethods from './payment-methods.ts'
import payments from './payments.ts'
import unplacedPayments from './unplaced-payments.ts'

export default {
  name: 'payments',
  rooms: {
    'payment-methods': paymentMethods,
    payments,
    'unplaced-payments': unplacedPayments,
  },
} as const
