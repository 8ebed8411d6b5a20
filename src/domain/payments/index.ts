import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayments } from './refusals.ts'

export const payments = {
  refusals: refusalsOfPayments,
  tasks: [
    'payments.importFile',
    'payments.match',
    'payments.bookkeep',
    'payments.abortBatch',
    'payments.exportFunded',
  ],
  processes: {
    paymentRequest: {
      workflow: 'paymentRequest',
      queue: 'core',
      prefix: 'payment-request',
      entity: 'PaymentRequest',
      inNameOf: 'platform',
    },
  },
  topics: {
    PAYMENT_RETURN: { usual: 'ALWAYS' },
    PAYOUT_REQUEST: { usual: 'ALWAYS' },
    SYSTEM_BANK_ACCOUNT: { usual: 'ALWAYS' },
  },
} as const satisfies AreaOfRules
