import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayments } from './refusals.ts'

export const payments = {
  refusals: refusalsOfPayments,
} as const satisfies AreaOfRules
