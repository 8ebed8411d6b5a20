import type { AreaOfRules } from '../area.ts'
import { refusalsOfPricing } from './refusals.ts'

export const pricing = {
  refusals: refusalsOfPricing,
} as const satisfies AreaOfRules
