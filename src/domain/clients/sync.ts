import { life } from '../life.ts'
import { syncInvoiceStatuses, syncStatuses } from './client.ts'

const connected = ['CONNECTED', 'RUNNING', 'COMPLETED_INTEGRATION'] as const
const beforehand = ['ENABLED', 'AWAITING_ONBOARDING'] as const
const on = [...beforehand, ...connected, 'ERROR', 'ABORTED'] as const
const heard = [...connected, 'ERROR'] as const

export const lifeOfSync = life('sync', 'SYNC_NOT_ALLOWED', syncStatuses, {
  enable: { from: ['DISABLED', 'ABORTED'], to: 'AWAITING_ONBOARDING' },
  update: { from: syncStatuses.filter((status) => status !== 'RUNNING') },
  obtainUrl: { from: beforehand, to: 'AWAITING_ONBOARDING' },
  connect: { from: [...beforehand, 'ERROR'], to: 'CONNECTED' },
  complete: { from: ['CONNECTED', 'RUNNING'], to: 'COMPLETED_INTEGRATION' },
  exchange: { from: connected },
  reset: { from: on, to: 'ENABLED' },
  disable: { from: on, to: 'DISABLED' },
  /** Statuses that the connector reports. */
  reportConnected: { from: heard, to: 'CONNECTED' },
  reportRunning: { from: heard, to: 'RUNNING' },
  reportError: { from: heard, to: 'ERROR' },
  reportAborted: { from: heard, to: 'ABORTED' },
})

/** The statuses that a connector may report. */
export const reportable = ['CONNECTED', 'RUNNING', 'ERROR', 'ABORTED'] as const
export type Reportable = (typeof reportable)[number]

/** The move that each reported status makes. */
export const reportOf = {
  CONNECTED: 'reportConnected',
  RUNNING: 'reportRunning',
  ERROR: 'reportError',
  ABORTED: 'reportAborted',
} as const satisfies Record<Reportable, string>

export const invoiceReportable = ['RUNNING', 'SYNCED', 'FAILED'] as const

/** An invoice under way; a report of its present status is allowed and changes nothing. */
export const lifeOfSyncInvoice = life(
  'invoice on its way',
  'SYNC_NOT_ALLOWED',
  syncInvoiceStatuses,
  {
    queue: { from: ['PENDING', 'FAILED', 'ABORTED'], to: 'PENDING' },
    begin: { from: ['RUNNING', 'PENDING', 'FAILED'], to: 'RUNNING' },
    arrive: { from: ['SYNCED', 'PENDING', 'RUNNING', 'FAILED'], to: 'SYNCED' },
    fail: { from: ['FAILED', 'PENDING', 'RUNNING'], to: 'FAILED' },
    abort: { from: ['ABORTED', 'PENDING', 'RUNNING'], to: 'ABORTED' },
  },
)

export const onboardingUrlLifetimeMs = 72 * 3_600_000
export const exportTriesMax = 3
