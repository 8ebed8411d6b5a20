import type { AreaOfRules } from '../area.ts'
import { refusalsOfSystem } from './refusals.ts'

export const system = {
  ids: {
    SystemErrand: 'SE',
    ErrandEvent: 'EE',
    BackgroundTask: 'T',
    CacheClear: 'CC',
    SystemSetting: 'ST',
    Journal: 'JR',
    Changelog: 'CL',
    Event: 'EV',
    Outbox: 'OB',
    Note: 'NT',
    NoteFile: 'NF',
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
    runJob: {
      workflow: 'runJob',
      queue: 'bulk',
      prefix: 'run-job',
      entity: 'JobRun',
    },
  },
} as const satisfies AreaOfRules
