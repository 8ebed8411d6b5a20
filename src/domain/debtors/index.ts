import type { AreaOfRules } from '../area.ts'
import { life } from '../event-rules.ts'

export const debtors = {
  ids: { DebtorSubtype: 'DS', SystemDebtor: 'SD', Debtor: 'D.', DebtorBlocked: 'DB' },
  events: [
    ...life('Debtor', 'DEBTOR'),
    ...life('SystemDebtor', 'SYSTEM_DEBTOR'),
    ...life('DebtorBlocked', 'DEBTOR_BLOCKED'),
    ...life('DebtorSubtype', 'DEBTOR_SUBTYPE'),
  ],
} as const satisfies AreaOfRules
