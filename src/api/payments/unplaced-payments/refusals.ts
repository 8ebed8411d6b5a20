import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'

export const linking: readonly RefusalCode[] = [
  ...lifeOfUnplaced.refusals('place', 'propose'),
  'PAYMENT_NOT_BOOKED',
  'CLAIM_NOT_PAYABLE',
  'CLAIM_EXCEEDED',
  'PAYMENT_EXCEEDED',
  'NOT_FOUND',
  'ACCOUNT_MISSING',
  'LOAN_REPAID_TOO_MUCH',
]

export const askingBack: readonly RefusalCode[] = [
  ...lifeOfUnplaced.refusals('askBack'),
  'PAYMENT_NOT_BOOKED',
  'PAYMENT_EXCEEDED',
  'RETURN_ACCOUNT_MISSING',
  'RETURN_TO_ANOTHER',
  'CLIENT_ONLY_PROPOSES',
]
