import type { AreaOfRules } from '../area.ts'
import { refusalsOfAutomation } from './refusals.ts'

export const automation = {
  refusals: refusalsOfAutomation,
  processes: {
    expireRequest: {
      workflow: 'expireRequest',
      queue: 'core',
      prefix: 'expire-request',
      entity: 'InternalRequest',
      inNameOf: 'platform',
    },
    planSchedule: {
      workflow: 'planSchedule',
      queue: 'bulk',
      prefix: 'plan-schedule',
      entity: 'Schedule',
      inNameOf: 'platform',
    },
    runSchedule: {
      workflow: 'runSchedule',
      queue: 'bulk',
      prefix: 'run-schedule',
      entity: 'ScheduleRun',
      inNameOf: 'asker',
    },
  },
} as const satisfies AreaOfRules
