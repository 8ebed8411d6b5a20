export const clientStatuses = ['ONBOARDING', 'ACTIVE', 'PAUSED', 'OFFBOARDING', 'CLOSED'] as const
export type ClientStatus = (typeof clientStatuses)[number]

export const onboardingSteps = [
  'SETTINGS',
  'PRODUCTS',
  'CLIENT_ACCOUNTS',
  'CHART_OF_ACCOUNTS',
  'REFERENCE_SETTINGS',
  'REMINDER_PROFILES',
  'CREDIT_LIMITS',
  'COMPLIANCE',
] as const
export type OnboardingStepName = (typeof onboardingSteps)[number]
export const onboardingStepStatuses = ['WAITING', 'DONE', 'FAILED'] as const

export const settingKinds = [
  'BILLING',
  'BOOKKEEPING',
  'INVOICE',
  'INVOICE_TEXT',
  'COMPLIANCE',
  'DOCUMENT',
  'FACTORING',
] as const
export type SettingKind = (typeof settingKinds)[number]

export const syncStatuses = [
  'DISABLED',
  'ENABLED',
  'AWAITING_ONBOARDING',
  'CONNECTED',
  'RUNNING',
  'ERROR',
  'ABORTED',
  'COMPLETED_INTEGRATION',
] as const
export type SyncStatus = (typeof syncStatuses)[number]
export const syncDirections = ['IMPORT', 'EXPORT', 'BOTH'] as const
export const syncInvoiceStatuses = ['PENDING', 'RUNNING', 'SYNCED', 'FAILED', 'ABORTED'] as const

export const erpConnectors = ['FILE', 'WEBHOOK'] as const
export const erpUses = ['INVOICE', 'BOOKKEEPING', 'BOTH'] as const

export const recipientTypes = [
  'INVOICE_COPY',
  'PAYOUT_REPORT',
  'TRANSACTION_REPORT',
  'COLLECTION_REPORT',
  'CREDIT_ALERT',
] as const
