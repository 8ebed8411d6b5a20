import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayments } from './refusals.ts'

export const payments = {
  refusals: refusalsOfPayments,
  topics: { PAYMENT_RETURN: 'ALWAYS', SYSTEM_BANK_ACCOUNT: 'ALWAYS' },
} as const satisfies AreaOfRules
