import type { AreaOfVerbs } from '../area.ts'
import { heedMonitoring } from './heed-monitoring.ts'
import { moveExposure } from './move-exposure.ts'

export const credit = {
  appliers: { AML_MONITORING_RESULT: { heed: heedMonitoring, apply: null } },
  identityMoved: moveExposure,
} as const satisfies AreaOfVerbs
