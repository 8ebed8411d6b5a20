import blockedPayouts from './blocked-payouts.ts'
import clientDebtorPayoutAccounts from './client-debtor-payout-accounts.ts'
import debtorPayoutAccounts from './debtor-payout-accounts.ts'
import payoutAccounts from './payout-accounts.ts'
import payoutBatches from './payout-batches.ts'
import payoutFiles from './payout-files.ts'
import payoutSettlements from './payout-settlements.ts'
import payouts from './payouts.ts'
import settlementAccountTransactions from './settlement-account-transactions.ts'
import settlementAccounts from './settlement-accounts.ts'

export default {
  name: 'payouts',
  rooms: {
    'blocked-payouts': blockedPayouts,
    'client-debtor-payout-accounts': clientDebtorPayoutAccounts,
    'debtor-payout-accounts': debtorPayoutAccounts,
    'payout-accounts': payoutAccounts,
    'payout-batches': payoutBatches,
    'payout-files': payoutFiles,
    'payout-settlements': payoutSettlements,
    payouts,
    'settlement-account-transactions': settlementAccountTransactions,
    'settlement-accounts': settlementAccounts,
  },
}
