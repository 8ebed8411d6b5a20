import type { AreaOfVerbs } from '../area.ts'
import { expireRequest, readRequest } from './expire-request.ts'
import { decide, isNeeded } from './second-person.ts'
import { dualControlSettings } from './settings.ts'

export const automation = {
  verbs: { readRequest, expireRequest },
  secondPerson: { isNeeded, decide },
  settings: [dualControlSettings],
  overdue: {
    expireRequest: `select tenant_id, id from internal_request where status = 'OPEN'
        and expires_at < now() - interval '5 minutes'
      order by expires_at limit 500`,
  },
} as const satisfies AreaOfVerbs
