import type { AreaOfVerbs } from '../area.ts'
import { heedPaymentRequest } from './heed-payment-request.ts'
import { heedPayments } from './heed-payments.ts'

export const payments = {
  appliers: {
    SYNC_PAYMENT_COMPLETE: { heed: heedPayments, apply: null },
    PAYMENT_REQUEST_COMPLETE: { heed: heedPaymentRequest, apply: null },
  },
} as const satisfies AreaOfVerbs
