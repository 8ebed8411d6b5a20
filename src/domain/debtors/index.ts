import type { AreaOfRules } from '../area.ts'
import { refusalsOfDebtors } from './refusals.ts'

export const debtors = {
  refusals: refusalsOfDebtors,
  tasks: ['debtors.bankruptcy'],
  topics: {
    DEBTOR_MERGE: { usual: 'OFF', ofClients: 'among debtors of its own' },
  },
} as const satisfies AreaOfRules
