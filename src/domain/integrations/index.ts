import type { AreaOfRules } from '../area.ts'
import { refusalsOfIntegrations } from './refusals.ts'

export const integrations = {
  refusals: refusalsOfIntegrations,
} as const satisfies AreaOfRules
