import { Automation, AutomationRoute, AutomationRule } from '../automation.ts'
import { AutomationRun } from '../automation-run.ts'
import { DoneAlone } from '../done-alone.ts'
import { InternalRequest } from '../internal-request.ts'
import { Schedule, ScheduleRun } from '../schedule.ts'

export const automation = [
  InternalRequest,
  DoneAlone,
  Automation,
  AutomationRoute,
  AutomationRule,
  AutomationRun,
  Schedule,
  ScheduleRun,
] as const
