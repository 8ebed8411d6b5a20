import blockedPayouts from './blocked-payouts.ts'
import payoutAccounts from './payout-accounts.ts'
import payoutBatches from './payout-batches.ts'
import payoutFiles from './payout-files.ts'
import payoutSettlements from './payout-settlements.ts'
import payouts from './payouts.ts'

export default {
  name: 'payouts',
  rooms: {
    'blocked-payouts': blockedPayouts,
    'payout-accounts': payoutAccounts,
    'payout-batches': payoutBatches,
    'payout-files': payoutFiles,
    'payout-settlements': payoutSettlements,
    payouts,
  },
}
