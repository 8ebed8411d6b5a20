import type { AreaOfRules } from '../area.ts'
import { refusalsOfBookkeeping } from './refusals.ts'

export const bookkeeping = {
  refusals: refusalsOfBookkeeping,
  tasks: ['bookkeepingFiles.generate', 'bookkeepingFiles.internal'],
  topics: ['LOCKED_PERIOD_BACK'],
} as const satisfies AreaOfRules
