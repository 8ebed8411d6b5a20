import type { AreaOfRules } from '../area.ts'
import { life } from '../event-rules.ts'
import { refusalsOfDistribution } from './refusals.ts'

export const distribution = {
  ids: { ReasonCode: 'RC', Document: 'DOC' },
  refusals: refusalsOfDistribution,
  events: [...life('Document', 'DOCUMENT'), ...life('ReasonCode', 'REASON_CODE')],
} as const satisfies AreaOfRules
