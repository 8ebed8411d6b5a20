import type { AreaOfRules } from '../area.ts'
import { life } from '../event-rules.ts'

export const payouts = {
  ids: { Payout: 'PO' },
  events: [...life('Payout', 'PAYOUT')],
} as const satisfies AreaOfRules
