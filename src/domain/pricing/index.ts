import type { AreaOfRules } from '../area.ts'
import { refusalsOfPricing } from './refusals.ts'

export const pricing = {
  refusals: refusalsOfPricing,
  topics: { PRICE_MASS_UPDATE: { usual: 'OFF' } },
  tasks: ['priceLists.updateMultiplePrices', 'priceLists.updateMultipleBrackets', 'templates.push'],
} as const satisfies AreaOfRules
