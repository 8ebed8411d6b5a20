import { answerPayouts } from './take-status.ts'
import type { AreaOfVerbs } from '../area.ts'
import { bookPayouts } from './batches/book-batch.ts'
import { exportBatches } from './batches/export-batch.ts'
import { generatePayouts } from './batches/generate-batches.ts'
import { blockPayouts } from './block-payouts.ts'
import { carriedPayouts } from './carried-payouts.ts'
import { chaseJob, generateJob } from './jobs.ts'
import { returnPayouts } from './return-payouts.ts'
import { refundCredits, refunds } from './refunds/index.ts'

export const payouts = {
  payoutsFollow: blockPayouts,
  refunds,
  carriedPayouts,
  returnPayouts,
  jobs: { 'payout.generate': generateJob, 'payout.chase': chaseJob },
  tasks: {
    'payments.answerPayouts': answerPayouts,
    'invoices.bulkRefundCredit': refundCredits,
    'payouts.generate': generatePayouts,
    'payouts.export': exportBatches,
    'payouts.bookkeep': bookPayouts,
  },
} as const satisfies AreaOfVerbs
