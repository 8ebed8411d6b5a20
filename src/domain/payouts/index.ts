import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayouts } from './refusals.ts'

export const payouts = {
  refusals: refusalsOfPayouts,
  topics: { PAYOUT_ACCOUNT_CHANGE: { usual: 'ALWAYS' } },
} as const satisfies AreaOfRules
