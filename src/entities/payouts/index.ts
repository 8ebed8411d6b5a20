import { Payout } from '../payout.ts'

export const payouts = [Payout] as const
