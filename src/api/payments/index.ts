import payments from './payments.ts'
import unplacedPayments from './unplaced-payments.ts'

export default {
  name: 'payments',
  rooms: {
    payments,
    'unplaced-payments': unplacedPayments,
  },
} as const
