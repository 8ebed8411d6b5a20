import type { AreaOfRules } from '../area.ts'
import { refusalsOfDebtors } from './refusals.ts'

export const debtors = {
  refusals: refusalsOfDebtors,
  topics: { DEBTOR_MERGE: 'OFF' },
} as const satisfies AreaOfRules
