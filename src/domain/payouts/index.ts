import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayouts } from './refusals.ts'

export const payouts = {
  refusals: refusalsOfPayouts,
  jobs: {
    'payout.generate': {
      at: '08:00',
      days: 'business',
      summary: 'Accounts whose day has come are paid out, and payouts gathered into batches',
    },
    'payout.chase': {
      at: '10:00',
      summary: 'Batches of payouts that the bank has not answered are told to a person',
    },
  },
  tasks: ['payouts.generate', 'payouts.export', 'payouts.bookkeep'],
  topics: {
    PAYOUT_BATCH_AUTHORIZE: { usual: 'ALWAYS' },
    PAYOUT_ACCOUNT_CHANGE: { usual: 'ALWAYS' },
    SETTLEMENT_TRANSACTION: { usual: 'ALWAYS' },
  },
} as const satisfies AreaOfRules
