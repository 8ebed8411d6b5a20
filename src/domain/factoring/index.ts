import type { AreaOfRules } from '../area.ts'
import { decisionStatuses } from '../credit/decision-status.ts'
import { refusalsOfFactoring } from './refusals.ts'

export const factoring = {
  refusals: refusalsOfFactoring,
  jobs: {
    'factoring.recourse': {
      at: '07:30',
      summary: 'Claims whose day of recourse has come go back to their clients, or to a person',
    },
  },
  topics: { RECOURSE: { usual: 'OFF' } },
  processes: {
    factoringDecision: {
      workflow: 'factoringDecision',
      queue: 'core',
      prefix: 'factoring-decision',
      entity: 'FactoringDecision',
      inNameOf: 'platform',
      statuses: decisionStatuses,
    },
  },
  tasks: ['factoring.bulkDecision'],
} as const satisfies AreaOfRules
