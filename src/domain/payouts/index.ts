import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayouts } from './refusals.ts'

export const payouts = {
  refusals: refusalsOfPayouts,
} as const satisfies AreaOfRules
