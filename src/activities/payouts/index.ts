import type { AreaOfVerbs } from '../area.ts'
import { blockPayouts } from './block-payouts.ts'
import { carriedPayouts } from './carried-payouts.ts'
import { answerPayouts } from './take-status.ts'
import { refundCredits, refunds } from './refunds/index.ts'

export const payouts = {
  payoutsFollow: blockPayouts,
  refunds,
  carriedPayouts,
  tasks: { 'payments.answerPayouts': answerPayouts, 'invoices.bulkRefundCredit': refundCredits },
} as const satisfies AreaOfVerbs
