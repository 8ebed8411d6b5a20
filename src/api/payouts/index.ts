import blockedPayouts from './blocked-payouts.ts'
import payoutAccounts from './payout-accounts.ts'
import payouts from './payouts.ts'

export default {
  name: 'payouts',
  rooms: {
    'blocked-payouts': blockedPayouts,
    'payout-accounts': payoutAccounts,
    payouts,
  },
}
