import blockedPayouts from './blocked-payouts.ts'
import payouts from './payouts.ts'

export default {
  name: 'payouts',
  rooms: {
    'blocked-payouts': blockedPayouts,
    payouts,
  },
}
