import type { AreaOfVerbs } from '../area.ts'
import { isAutomationAmiss } from './automation-errands.ts'
import { endRequestsBy } from './end-requests-about.ts'
import { expireRequest, readRequest } from './expire-request.ts'
import { isNeeded, mayDoAlone } from './done-alone.ts'
import { mailScheduled } from './mail-scheduled.ts'
import { planSchedule } from './plan-schedule.ts'
import { produceScheduled } from './produce-scheduled.ts'
import { runAutomation } from './run-automation.ts'
import { failSchedule, isScheduleAmiss, retryScheduleRun } from './schedule-run.ts'
import { decide } from './second-person.ts'
import { dualControlSettings } from './settings.ts'

export const automation = {
  verbs: {
    readRequest,
    expireRequest,
    runAutomation,
    planSchedule,
    produceScheduled,
    mailScheduled,
    failSchedule,
  },
  secondPerson: { isNeeded, mayDoAlone, decide, endAskedBy: endRequestsBy },
  settings: [dualControlSettings],
  errandCauses: { AUTOMATION: isAutomationAmiss, SCHEDULE: isScheduleAmiss },
  errandActions: { RUN_SCHEDULE: { of: 'ScheduleRun', act: retryScheduleRun } },
  overdue: {
    expireRequest: `select tenant_id, id from internal_request where status = 'OPEN'
        and expires_at < now() - interval '5 minutes'
      order by expires_at limit 500`,
    runAutomation: `select tenant_id, id, id_text(id) || '/' || depth as key from automation_run
      where ended_at is null and starts_at is null and created_at < now() - interval '2 minutes'
      order by created_at limit 500`,
    // Also what no clock of Temporal has: a time left out when clocks change, or a lost store.
    planSchedule: `select tenant_id, id from schedule where enabled
        and next_run_at < now() - interval '2 minutes'
      order by next_run_at limit 500`,
    runSchedule: `select tenant_id, id from schedule_run where status in ('QUEUED', 'PRODUCED')
        and updated_at < now() - interval '5 minutes'
      order by updated_at limit 500`,
  },
} as const satisfies AreaOfVerbs
