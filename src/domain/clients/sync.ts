import { refuse } from '../refusal.ts'
import type { SyncInvoiceStatus, SyncStatus } from './client.ts'

type SyncVerb =
  | 'enable'
  | 'update'
  | 'obtainUrl'
  | 'connect'
  | 'complete'
  | 'exchange'
  | 'reset'
  | 'disable'

interface Step {
  from: readonly SyncStatus[]
  to?: SyncStatus
}

const connected = ['CONNECTED', 'RUNNING', 'COMPLETED_INTEGRATION'] as const
const beforehand = ['ENABLED', 'AWAITING_ONBOARDING'] as const
const on: readonly SyncStatus[] = [...beforehand, ...connected, 'ERROR', 'ABORTED']

/** The life of a sync: where each verb may begin, and where it leads. */
const steps: Readonly<Record<SyncVerb, Step>> = {
  enable: { from: ['DISABLED', 'ABORTED'], to: 'AWAITING_ONBOARDING' },
  update: { from: ['DISABLED', ...on].filter((status) => status !== 'RUNNING') as SyncStatus[] },
  obtainUrl: { from: beforehand, to: 'AWAITING_ONBOARDING' },
  connect: { from: [...beforehand, 'ERROR'], to: 'CONNECTED' },
  complete: { from: ['CONNECTED', 'RUNNING'], to: 'COMPLETED_INTEGRATION' },
  exchange: { from: connected },
  reset: { from: on, to: 'ENABLED' },
  disable: { from: on, to: 'DISABLED' },
}

/** The status after the verb, or the refusal where it may not begin. */
export function syncAfter(status: SyncStatus, verb: SyncVerb): SyncStatus {
  const { from, to = status } = steps[verb]
  if (from.includes(status)) return to
  return refuse('SYNC_NOT_ALLOWED', { detail: `The sync is ${status}.` })
}

/** What a connector may say of itself, once it is connected. */
export const reportable = ['CONNECTED', 'RUNNING', 'ERROR', 'ABORTED'] as const
export type Reportable = (typeof reportable)[number]

export function syncReported(status: SyncStatus, said: Reportable): SyncStatus {
  const heard: readonly SyncStatus[] = [...connected, 'ERROR']
  if (heard.includes(status)) return said
  return refuse('SYNC_NOT_ALLOWED', { detail: `A sync that is ${status} does not report.` })
}

export const invoiceReportable = ['RUNNING', 'SYNCED', 'FAILED'] as const
export type InvoiceReportable = (typeof invoiceReportable)[number]

const invoiceMoves: Readonly<Record<SyncInvoiceStatus, readonly SyncInvoiceStatus[]>> = {
  PENDING: ['RUNNING', 'SYNCED', 'FAILED', 'ABORTED'],
  RUNNING: ['SYNCED', 'FAILED', 'ABORTED'],
  FAILED: ['PENDING', 'RUNNING', 'SYNCED'],
  ABORTED: ['PENDING'],
  SYNCED: [],
}

/** Whether an invoice on its way can move there; to stay where it is moves nothing. */
export function canMoveInvoice(from: SyncInvoiceStatus, to: SyncInvoiceStatus): boolean {
  return from === to || invoiceMoves[from].includes(to)
}

export const onboardingUrlLifetimeMs = 72 * 3_600_000
export const exportTriesMax = 3
