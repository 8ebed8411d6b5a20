import type { RefusalTable } from '../refusal.ts'

export const refusalsOfReports = {
  REPORT_UNKNOWN: [
    400,
    'There is no such report',
    'Take the id of one that `GET /reports/query-reports` lists.',
  ],
  REPORT_RUNNING: [
    409,
    'Another report of the tenant is being made',
    'Repeat the request after `Retry-After` seconds.',
  ],
  REPORT_TOO_SLOW: [
    409,
    'The report takes longer than half a minute',
    'Ask for a shorter period, or for one client.',
  ],
  REPORT_TOO_LARGE: [
    409,
    'The file would have more than 100,000 rows',
    'Ask for a shorter period or for one client, or read it page by page.',
  ],
} as const satisfies RefusalTable
