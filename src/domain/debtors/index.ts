import type { AreaOfRules } from '../area.ts'
import { life } from '../event-rules.ts'
import { refusalsOfDebtors } from './refusals.ts'

export const debtors = {
  ids: { DebtorSubtype: 'DS', SystemDebtor: 'SD', Debtor: 'D.', DebtorBlocked: 'DB' },
  refusals: refusalsOfDebtors,
  events: [
    ...life('Debtor', 'DEBTOR'),
    ...life('SystemDebtor', 'SYSTEM_DEBTOR'),
    ...life('DebtorBlocked', 'DEBTOR_BLOCKED'),
    ...life('DebtorSubtype', 'DEBTOR_SUBTYPE'),
  ],
} as const satisfies AreaOfRules
