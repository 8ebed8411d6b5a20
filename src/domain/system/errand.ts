export const errandTypes = [
  'INVOICE_VALIDATION',
  'ACTIVATION_FAILED',
  'POST_ACTIVATION',
  'PAYMENT_MISMATCH',
  'RECONCILIATION',
  'VOUCHER',
  'SYNC',
  'DISTRIBUTION',
  'ENFORCEMENT',
  'CREDIT',
  'AML',
  'KYC',
  'PAYOUT',
  'MONITORING',
  'LIMITATION',
  'ONBOARDING',
] as const
export type ErrandType = (typeof errandTypes)[number]

export const errandStatuses = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'] as const
export const severities = ['LOW', 'NORMAL', 'HIGH', 'CRITICAL'] as const
