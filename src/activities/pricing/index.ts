import type { AreaOfVerbs } from '../area.ts'
import { updateMultipleBrackets, updateMultiplePrices } from './update-multiple.ts'

export const pricing = {
  tasks: {
    'priceLists.updateMultiplePrices': updateMultiplePrices,
    'priceLists.updateMultipleBrackets': updateMultipleBrackets,
  },
} as const satisfies AreaOfVerbs
