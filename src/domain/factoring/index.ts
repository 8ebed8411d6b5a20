import type { AreaOfRules } from '../area.ts'
import { refusalsOfFactoring } from './refusals.ts'

export const factoring = {
  refusals: refusalsOfFactoring,
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
  jobs: {
    'decisions.sla': {
      at: '07:15',
      summary: 'Decisions that have waited too long where they stand are left to people',
    },
  },
} as const satisfies AreaOfRules
