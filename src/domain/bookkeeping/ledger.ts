export const ownerTypes = ['TENANT', 'CLIENT'] as const
export type OwnerType = (typeof ownerTypes)[number]

export const claimTypes = [
  'INVOICE',
  'COLLECTION_BATCH',
  'PART_PAYMENT_PLAN',
  'PART_PAYMENT_ACCOUNT',
  'BUSINESS_LOAN',
  'ENFORCEMENT',
] as const
export type ClaimType = (typeof claimTypes)[number]

/** What a debtor owes, by its kind and id. */
export interface Claim {
  type: ClaimType
  id: string
}

export const invoiceClaim = (id: string): Claim => ({ type: 'INVOICE', id })

export const loanClaim = (id: string): Claim => ({ type: 'BUSINESS_LOAN', id })

/** The claim that an event, a posting or a draft is about, where it is about one. */
export function claimOf(of: {
  claimType?: ClaimType | null | undefined
  claimId?: string | null | undefined
}): Claim | undefined {
  const { claimType, claimId } = of
  return claimType == null || claimId == null ? undefined : { type: claimType, id: claimId }
}

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
  'DIRECT_PAYMENT',
  'OVERPAYMENT',
  'REFUND',
  'ROUNDING',
  'FINANCED',
  'RESERVE_RELEASED',
  'RECOURSE',
  'DILUTION',
  'REFINANCED',
  'TRANSFER',
  'MANUAL_TRANSACTION',
  'PAYOUT_BOOKED',
  'CHARGES_BILLED',
  'FX_DIFFERENCE',
  'DOUBTFUL',
  'LOAN_DISBURSED',
  'LOAN_INTEREST',
  'LOAN_FEE',
  'INSTALMENT_PAID',
  'WRITE_OFF_CAPITAL',
  'WRITE_OFF_INTEREST',
  'SETTLEMENT',
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

export const voucherRequestStatuses = ['PENDING', 'CREATED', 'FAILED', 'CANCELLED'] as const

export const clientAccountTypes = ['MAIN', 'RESERVE', 'LOAN', 'BLOCKED'] as const

export type ClientAccountType = (typeof clientAccountTypes)[number]

export const clientAccountTransactionTypes = [
  'PAYMENT',
  'DIRECT_PAYMENT',
  'REFUND',
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
  'LOAN',
  'INSTALMENT',
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
