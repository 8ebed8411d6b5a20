import type { AreaOfRules } from '../area.ts'
import { automationPrefix } from './automation.ts'
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
    runAutomation: {
      workflow: 'runAutomation',
      queue: 'core',
      prefix: automationPrefix,
      entity: 'AutomationRun',
      inNameOf: 'asker',
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
