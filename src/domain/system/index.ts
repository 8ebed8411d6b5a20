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
    },
    runJob: {
      workflow: 'runJob',
      queue: 'bulk',
      prefix: 'run-job',
      entity: 'JobRun',
      inNameOf: 'platform',
    },
  },
} as const satisfies AreaOfRules
