import type { AreaOfRules } from '../area.ts'
import { refusalsOfCredit } from './refusals.ts'

export const credit = {
  refusals: refusalsOfCredit,
} as const satisfies AreaOfRules
