import type { AreaOfVerbs } from '../area.ts'
import { expireRequest, readRequest } from './expire-request.ts'
import { runAutomation } from './run-automation.ts'
import { decide, isNeeded } from './second-person.ts'
import { dualControlSettings } from './settings.ts'

export const automation = {
  verbs: { readRequest, expireRequest, runAutomation },
  secondPerson: { isNeeded, decide },
  settings: [dualControlSettings],
  overdue: {
    expireRequest: `select tenant_id, id from internal_request where status = 'OPEN'
        and expires_at < now() - interval '5 minutes'
      order by expires_at limit 500`,
    runAutomation: `select tenant_id, id, id_text(id) || '/' || depth as key from automation_run
      where ended_at is null and starts_at is null and created_at < now() - interval '2 minutes'
      order by created_at limit 500`,
  },
} as const satisfies AreaOfVerbs
