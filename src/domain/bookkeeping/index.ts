import type { AreaOfRules } from '../area.ts'
import { refusalsOfBookkeeping } from './refusals.ts'

export const bookkeeping = {
  refusals: refusalsOfBookkeeping,
  topics: { LOCKED_PERIOD_BACK: 'ALWAYS', MANUAL_VOUCHER: 'ALWAYS' },
} as const satisfies AreaOfRules
