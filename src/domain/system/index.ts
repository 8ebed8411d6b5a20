import type { AreaOfRules } from '../area.ts'
import { refusalsOfSystem } from './refusals.ts'

export const system = {
  refusals: refusalsOfSystem,
  processes: {
    runTask: {
      workflow: 'runTask',
      queue: 'bulk',
      prefix: 'task',
      entity: 'BackgroundTask',
      inNameOf: 'asker',
      statuses: ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'CLOSED'],
      shownAt: '/background-task/{id}',
    },
    runJob: {
      workflow: 'runJob',
      queue: 'bulk',
      prefix: 'run-job',
      entity: 'JobRun',
      inNameOf: 'platform',
      statuses: ['RUNNING', 'DONE', 'FAILED'],
    },
  },
  jobs: {
    cleanup: {
      at: '03:30',
      summary: 'What is kept for a time only goes when that is over',
    },
    'rates.reference': {
      at: '06:05',
      days: 'business',
      summary: 'Reference rates are loaded, and asked for where that of the half-year is missing',
    },
    'rates.fx': {
      at: '16:30',
      days: 'business',
      summary: 'Exchange rates are loaded from where the operator says',
    },
  },
} as const satisfies AreaOfRules
