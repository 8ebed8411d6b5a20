import { Automation, AutomationRoute, AutomationRule } from '../automation.ts'
import { AutomationRun } from '../automation-run.ts'
import { InternalRequest } from '../internal-request.ts'

export const automation = [
  InternalRequest,
  Automation,
  AutomationRoute,
  AutomationRule,
  AutomationRun,
] as const
