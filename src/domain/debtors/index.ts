import type { AreaOfRules } from '../area.ts'
import { refusalsOfDebtors } from './refusals.ts'

export const debtors = {
  refusals: refusalsOfDebtors,
  tasks: ['debtors.bankruptcy'],
  topics: { DEBTOR_MERGE: 'OFF' },
} as const satisfies AreaOfRules
