import type { AreaOfVerbs } from '../area.ts'
import { applyMonitoring } from './apply-monitoring.ts'
import { moveExposure } from './move-exposure.ts'
import { moveInGroups } from './move-in-groups.ts'

export const credit = {
  appliers: { AML_MONITORING_RESULT: { onReceipt: applyMonitoring, apply: null } },
  identityMoved: moveExposure,
  groupMoved: moveInGroups,
} as const satisfies AreaOfVerbs
