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
      statuses: ['OPEN', 'CLOSED', 'EXPIRED', 'GONE'],
      shownAt: '/internal-request/{id}',
    },
    runAutomation: {
      workflow: 'runAutomation',
      queue: 'core',
      prefix: automationPrefix,
      entity: 'AutomationRun',
      inNameOf: 'asker',
      statuses: ['RUNNING', 'DONE', 'NOT_MET', 'FAILED', 'ENDED', 'GONE'],
    },
    planSchedule: {
      workflow: 'planSchedule',
      queue: 'bulk',
      prefix: 'plan-schedule',
      entity: 'Schedule',
      inNameOf: 'platform',
      statuses: ['RUNNING', 'PLANNED', 'NOTHING', 'GONE'],
    },
    runSchedule: {
      workflow: 'runSchedule',
      queue: 'bulk',
      prefix: 'run-schedule',
      entity: 'ScheduleRun',
      inNameOf: 'asker',
      statuses: ['QUEUED', 'PRODUCED', 'SENT', 'NOTHING', 'FAILED', 'GONE'],
    },
  },
} as const satisfies AreaOfRules
