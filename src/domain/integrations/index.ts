import type { AreaOfRules } from '../area.ts'

export const integrations = {
  ids: { ErpType: 'ET', Erp: 'EP' },
} as const satisfies AreaOfRules
