import type { AreaOfVerbs } from '../area.ts'
import { scheduledReport } from './scheduled-report.ts'

export const reports = {
  scheduled: { QUERY_REPORT: scheduledReport },
} as const satisfies AreaOfVerbs
