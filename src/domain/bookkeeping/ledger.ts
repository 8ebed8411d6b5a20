export const ownerTypes = ['TENANT', 'CLIENT'] as const
export type OwnerType = (typeof ownerTypes)[number]

export const claimTypes = ['INVOICE'] as const

export const components = [
  'CAPITAL',
  'REMINDER_FEE',
  'LATE_INTEREST',
  'LATE_COMPENSATION',
  'COLLECTION_FEE',
  'ENFORCEMENT_COST',
  'PLAN_FEE',
  'CREDIT_INTEREST',
  'NOTICE_FEE',
] as const
export type Component = (typeof components)[number]

export const financialEventTypes = [
  'INVOICE_BOOKED',
  'CREDIT_BOOKED',
  'CREDIT_LINK',
  'CREDIT_UNLINK',
  'PAYMENT',
  'PAYMENT_REVERT',
  'OVERPAYMENT',
  'FINANCED',
  'RESERVE_RELEASED',
  'RECOURSE',
  'DILUTION',
  'TRANSFER',
  'MANUAL_TRANSACTION',
  'PAYOUT_BOOKED',
  'CHARGES_BILLED',
  'REVERSAL',
] as const
export type FinancialEventType = (typeof financialEventTypes)[number]

export const accountTypes = ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'] as const
export type AccountType = (typeof accountTypes)[number]

export const voucherStatuses = [
  'BOOKED',
  'EXPORTED',
  'EXTERNAL_BOOKED',
  'EXTERNAL_FAILED',
  'REVERSED',
] as const
export type VoucherStatus = (typeof voucherStatuses)[number]

export const voucherRequestStatuses = ['PENDING', 'CREATED', 'FAILED'] as const

export const clientAccountTypes = ['MAIN', 'RESERVE', 'LOAN', 'BLOCKED'] as const

export type ClientAccountType = (typeof clientAccountTypes)[number]

export const clientAccountTransactionTypes = [
  'PAYMENT',
  'FINANCED',
  'RESERVE_HELD',
  'RESERVE_RELEASED',
  'FEE',
  'RECOURSE',
  'DILUTION',
  'PAYOUT',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'MANUAL',
  'REVERSAL',
] as const

export type ClientAccountTransactionType = (typeof clientAccountTransactionTypes)[number]

export const ledgerEventTypes = [
  'BOOKED',
  'DUE',
  'OVERDUE',
  'REMINDER',
  'COLLECTION',
  'FINANCED',
  'RECOURSED',
  'PAUSED',
  'RESUMED',
  'STOPPED',
  'CREDITED',
  'CLOSED',
] as const

export type LedgerEventType = (typeof ledgerEventTypes)[number]

export const ledgerEventStatuses = ['PLANNED', 'DONE', 'SKIPPED'] as const
