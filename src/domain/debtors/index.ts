import type { AreaOfRules } from '../area.ts'
import { refusalsOfDebtors } from './refusals.ts'

export const debtors = {
  refusals: refusalsOfDebtors,
} as const satisfies AreaOfRules
