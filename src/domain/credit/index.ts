import type { AreaOfRules } from '../area.ts'
import { refusalsOfCredit } from './refusals.ts'

export const credit = {
  refusals: refusalsOfCredit,
  topics: { CREDIT_LIMIT_INCREASE: { usual: 'ALWAYS' } },
} as const satisfies AreaOfRules
