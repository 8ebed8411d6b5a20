import type { AreaOfRules } from '../area.ts'
import { refusalsOfDistribution } from './refusals.ts'

export const distribution = {
  ids: { ReasonCode: 'RC', Document: 'DOC' },
  refusals: refusalsOfDistribution,
} as const satisfies AreaOfRules
