import { life } from '../life.ts'

export const errandTypes = [
  'INVOICE_VALIDATION',
  'ACTIVATION_FAILED',
  'POST_ACTIVATION',
  'PAYMENT_MISMATCH',
  'RECONCILIATION',
  'VOUCHER',
  'SYNC',
  'DOCUMENT',
  'DISTRIBUTION',
  'ENFORCEMENT',
  'CREDIT',
  'BANKRUPTCY',
  'AML',
  'KYC',
  'PAYOUT',
  'MONITORING',
  'LIMITATION',
  'ONBOARDING',
  'OFFBOARDING',
  'JOB',
  'PROCESS',
  'INVARIANT',
  'AUTOMATION',
  'SCHEDULE',
] as const
export type ErrandType = (typeof errandTypes)[number]

/** What a client's people see to themselves; all else about their client is the tenant's work. */
const forClients: readonly ErrandType[] = [
  'INVOICE_VALIDATION',
  'ACTIVATION_FAILED',
  'SYNC',
  'DOCUMENT',
  'SCHEDULE',
]

/** Of automations it is what stands in the way of the client's own, not what the tenant's leave. */
export const isForClients = ({ type, subjectType }: { type: ErrandType; subjectType: string }) =>
  forClients.includes(type) || (type === 'AUTOMATION' && subjectType === 'Automation')

export const errandStatuses = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'] as const
export type ErrandStatus = (typeof errandStatuses)[number]

export const severities = ['LOW', 'NORMAL', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof severities)[number]

/** What can be done about an errand by a word; the area of its subject says what each does. */
export const errandActions = [
  'VALIDATE_INVOICE',
  'CALCULATE_BALANCE',
  'RETRY_ACTIVATION',
  'RETRY_POST_ACTIVATE',
  'RETRY_VOUCHER_REQUEST',
  'RETRY_ONBOARDING',
  'RESEND_VOUCHER',
  'RUN_JOB',
  'LOAD_RATES',
  'RUN_SCHEDULE',
  'RETRY_SENDING',
  'MARK_AS_SENT',
  'RETRY_DELIVERY',
  'TAKE_RECOURSE',
] as const
export type ErrandAction = (typeof errandActions)[number]

export const errandEventTypes = [
  'OPENED',
  'REPEATED',
  'REOPENED',
  'PERFORMED',
  'RESOLVED',
  'CLOSED',
  'FORCE_CLOSED',
  'STATUS_CALCULATED',
  'SUGGESTION_UPDATED',
] as const
export type ErrandEventType = (typeof errandEventTypes)[number]

const undone = ['OPEN', 'IN_PROGRESS'] as const

export const lifeOfErrand = life('errand', 'ERRAND_NOT_OPEN', errandStatuses, {
  perform: { from: undone, to: 'IN_PROGRESS' },
  resolve: { from: undone, to: 'RESOLVED', event: 'resolved' },
  close: { from: [...undone, 'RESOLVED'], to: 'CLOSED', event: 'closed' },
  forceClose: { from: [...undone, 'RESOLVED'], to: 'CLOSED' },
  reopen: { from: errandStatuses, to: 'OPEN', event: 'opened' },
  suggest: { from: undone },
})

export const isUnresolved = (status: ErrandStatus): boolean => lifeOfErrand.may(status, 'resolve')
