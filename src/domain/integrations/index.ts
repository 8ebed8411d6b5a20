import type { AreaOfRules } from '../area.ts'
import { life } from '../event-rules.ts'

export const integrations = {
  ids: { ErpType: 'ET', Erp: 'EP' },
  events: [...life('ErpType', 'ERP', 'type'), ...life('Erp', 'ERP')],
} as const satisfies AreaOfRules
