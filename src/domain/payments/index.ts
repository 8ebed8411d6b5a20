import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayments } from './refusals.ts'

export const payments = {
  refusals: refusalsOfPayments,
  topics: { MANUAL_PAYMENT: 'OFF' },
} as const satisfies AreaOfRules
