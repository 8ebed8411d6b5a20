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
    'payments.answerReturns',
    'payments.answerPayouts',
  ],
  jobs: {
    'payments.reconcile': {
      at: '07:00',
      summary:
        'Bank statements are held against the books, and an errand is left for each difference',
    },
    'payments.fetch': {
      at: '06:00',
      until: '22:00',
      everyMinutes: 15,
      summary: 'Files that banks have left are fetched, taken in, matched and booked',
    },
  },
  processes: {
    paymentRequest: {
      workflow: 'paymentRequest',
      queue: 'core',
      prefix: 'payment-request',
      entity: 'PaymentRequest',
      inNameOf: 'platform',
      statuses: [
        'CREATED',
        'SENT',
        'PENDING',
        'COMPLETED',
        'DECLINED',
        'EXPIRED',
        'FAILED',
        'CANCELLED',
        'GONE',
      ],
      shownAt: '/payment-requests/{id}',
    },
  },
  topics: {
    PAYMENT_RETURN: { usual: 'ALWAYS' },
    PAYOUT_REQUEST: { usual: 'ALWAYS' },
    SYSTEM_BANK_ACCOUNT: { usual: 'ALWAYS' },
  },
} as const satisfies AreaOfRules
