import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayouts } from './refusals.ts'

export const payouts = {
  refusals: refusalsOfPayouts,
  tasks: ['payouts.generate', 'payouts.export', 'payouts.bookkeep'],
  topics: {
    PAYOUT_BATCH_AUTHORIZE: { usual: 'ALWAYS' },
    PAYOUT_ACCOUNT_CHANGE: { usual: 'ALWAYS' },
  },
} as const satisfies AreaOfRules
