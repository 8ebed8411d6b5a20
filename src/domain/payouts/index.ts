import type { AreaOfRules } from '../area.ts'
import { life } from '../event-rules.ts'
import { lifeOfPayout } from './payout.ts'

export const payouts = {
  ids: { Payout: 'PO' },
  events: [
    ...lifeOfPayout.events('Payout', 'status', 'PAYOUT', { BLOCKED: 'blocked' }),
    ...life('Payout', 'PAYOUT'),
  ],
} as const satisfies AreaOfRules
