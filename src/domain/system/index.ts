import type { AreaOfRules } from '../area.ts'
import { onBecoming, life } from '../event-rules.ts'
import { refusalsOfSystem } from './refusals.ts'

export const system = {
  ids: {
    SystemErrand: 'SE',
    ErrandEvent: 'EE',
    BackgroundTask: 'T',
    CacheClear: 'CC',
    SystemSetting: 'ST',
    Changelog: 'CL',
    Event: 'EV',
    Outbox: 'OB',
    Note: 'NT',
    ToDo: 'TD',
    Label: 'LB',
    LabelAssignment: 'LA',
  },
  refusals: refusalsOfSystem,
  processes: {
    runTask: {
      workflow: 'runTask',
      queue: 'bulk',
      prefix: 'task',
      entity: 'BackgroundTask',
    },
  },
  events: [
    ...onBecoming('SystemErrand', 'status', 'ERRAND', {
      RESOLVED: 'resolved',
      CLOSED: 'closed',
      OPEN: 'opened',
    }),
    { entity: 'SystemErrand', when: 'CREATED', type: 'ERRAND', name: 'opened' },
    ...life('SystemErrand', 'ERRAND'),
    ...onBecoming('BackgroundTask', 'status', 'BACKGROUND_TASK', {
      COMPLETED: 'completed',
      FAILED: 'failed',
    }),
    ...life('BackgroundTask', 'BACKGROUND_TASK'),
    ...life('Note', 'NOTE'),
    ...onBecoming('ToDo', 'status', 'TODO', {
      RESOLVED: 'resolved',
      CANCELLED: 'cancelled',
      OPEN: 'reopened',
    }),
    ...life('ToDo', 'TODO'),
    ...life('Label', 'LABEL'),
    ...life('LabelAssignment', 'LABEL', 'assignment'),
    { entity: 'SystemSetting', when: 'CREATED', type: 'SETTING', name: 'chosen' },
    { entity: 'SystemSetting', when: 'UPDATED', type: 'SETTING', name: 'chosen' },
    { entity: 'CacheClear', when: 'CREATED', type: 'CACHE', name: 'cleared' },
  ],
  eventContents: { CACHE: { fields: ['module'] }, SETTING: { fields: ['key'] } },
} as const satisfies AreaOfRules
