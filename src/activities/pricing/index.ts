import type { AreaOfVerbs } from '../area.ts'
import { pushTemplates } from './push-template.ts'
import { updateMultipleBrackets, updateMultiplePrices } from './update-multiple.ts'

export const pricing = {
  tasks: {
    'priceLists.updateMultiplePrices': updateMultiplePrices,
    'priceLists.updateMultipleBrackets': updateMultipleBrackets,
    'templates.push': pushTemplates,
  },
} as const satisfies AreaOfVerbs
