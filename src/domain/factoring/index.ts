import type { AreaOfRules } from '../area.ts'
import { refusalsOfFactoring } from './refusals.ts'

export const factoring = {
  refusals: refusalsOfFactoring,
  topics: { RECOURSE: { usual: 'OFF' } },
  processes: {
    factoringDecision: {
      workflow: 'factoringDecision',
      queue: 'core',
      prefix: 'factoring-decision',
      entity: 'FactoringDecision',
      inNameOf: 'platform',
    },
  },
  tasks: ['factoring.bulkDecision'],
} as const satisfies AreaOfRules
