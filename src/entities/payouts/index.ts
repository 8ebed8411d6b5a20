import { PayoutAccount } from '../payout-account.ts'
import { Payout } from '../payout.ts'

export const payouts = [Payout, PayoutAccount] as const
