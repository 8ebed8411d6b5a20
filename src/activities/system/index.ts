import type { AreaOfVerbs } from '../area.ts'
import { workOffTask } from './run-task.ts'
import { portalSettings } from './settings/portal-settings.ts'

export const system = {
  verbs: { workOffTask },
  settings: [portalSettings],
  overdue: {
    runTask: `select tenant_id, id from background_task where status in ('QUEUED', 'RUNNING')
        and updated_at < now() - interval '2 minutes'
      order by updated_at limit 500`,
  },
} as const satisfies AreaOfVerbs
