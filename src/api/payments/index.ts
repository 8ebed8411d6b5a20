import bankFeeds from './bank-feeds.ts'
import accountReferences from './client-account-payment-reference-settings.ts'
import caseReferences from './collection-batch-payment-reference-settings.ts'
import invoiceReferences from './invoice-payment-reference-settings.ts'
import paymentAccounts from './payment-accounts.ts'
import paymentAccountssettings from './payment-accountssettings.ts'
import paymentMatchingEngine from './payment-matching-engine.ts'
import paymentMethods from './payment-methods.ts'
import paymentTransactionsReturns from './payment-transactions-returns.ts'
import paymentBatches from './payment-batches.ts'
import paymentFiles from './payment-files.ts'
import paymentReconciliations from './payment-reconciliations.ts'
import paymentRequests from './payment-requests.ts'
import payments from './payments.ts'
import systemBankAccounts from './system-bank-accounts.ts'
import unplacedPayments from './unplaced-payments/index.ts'

export default {
  name: 'payments',
  rooms: {
    'bank-feeds': bankFeeds,
    'client-account-payment-reference-settings': accountReferences,
    'collection-batch-payment-reference-settings': caseReferences,
    'invoice-payment-reference-settings': invoiceReferences,
    'payment-accounts': paymentAccounts,
    'payment-accountssettings': paymentAccountssettings,
    'payment-matching-engine': paymentMatchingEngine,
    'payment-methods': paymentMethods,
    'payment-transactions-returns': paymentTransactionsReturns,
    'payment-batches': paymentBatches,
    'payment-files': paymentFiles,
    'payment-reconciliations': paymentReconciliations,
    'payment-requests': paymentRequests,
    payments,
    'system-bank-accounts': systemBankAccounts,
    'unplaced-payments': unplacedPayments,
  },
} as const
