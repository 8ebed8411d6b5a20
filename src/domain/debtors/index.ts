import type { AreaOfRules } from '../area.ts'
import { refusalsOfDebtors } from './refusals.ts'

export const debtors = {
  ids: { DebtorSubtype: 'DS', SystemDebtor: 'SD', Debtor: 'D.', DebtorBlocked: 'DB' },
  refusals: refusalsOfDebtors,
} as const satisfies AreaOfRules
