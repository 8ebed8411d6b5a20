import type { AreaOfRules } from '../area.ts'

export const payouts = {
  ids: { Payout: 'PO' },
} as const satisfies AreaOfRules
