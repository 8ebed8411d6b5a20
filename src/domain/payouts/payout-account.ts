import { life } from '../life.ts'

export const payoutAccountStatuses = ['UNVERIFIED', 'VERIFIED', 'DISABLED'] as const

/** UNVERIFIED until two people of the tenant have seen which account it is paid to. */
export const lifeOfPayoutAccount = life(
  'payout account',
  'PAYOUT_ACCOUNT_DISABLED',
  payoutAccountStatuses,
  {
    verify: { from: ['UNVERIFIED', 'VERIFIED'], to: 'VERIFIED', event: 'verified' },
    change: { from: ['UNVERIFIED', 'VERIFIED'], to: 'UNVERIFIED' },
    disable: { from: ['UNVERIFIED', 'VERIFIED'], to: 'DISABLED', event: 'disabled' },
  },
)
