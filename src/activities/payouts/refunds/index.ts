import { refuseClient } from '../../payments/held-unplaced.ts'
import { refundClaim, refundToAgree } from './refund-claim.ts'
import { refundsToAgree } from './refund-credits.ts'
import { takeBackRefund } from './take-back-refund.ts'

export { refundCredits } from './refund-credits.ts'

export const refunds = {
  refuseClient,
  refund: refundClaim,
  second: refundToAgree,
  toAgree: refundsToAgree,
  takeBack: takeBackRefund,
} as const
