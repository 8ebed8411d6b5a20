import type { AreaOfRules } from '../area.ts'
import { refusalsOfDistribution } from './refusals.ts'

export const distribution = {
  refusals: refusalsOfDistribution,
} as const satisfies AreaOfRules
