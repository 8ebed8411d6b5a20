export const mainStatuses = [
  'CREATED',
  'PENDING_AUTHORIZATION',
  'PENDING',
  'ACTIVATING',
  'ACTIVATED',
  'DENIED_FINANCING',
  'PAUSED',
  'DISPUTED',
  'STOPPED',
  'CLOSED',
  'ARCHIVED',
] as const
export type MainStatus = (typeof mainStatuses)[number]

export const ledgerStatuses = [
  'NOT_BOOKED',
  'NOT_DUE',
  'DUE',
  'OVERDUE',
  'REMINDER',
  'COLLECTION',
  'ENFORCEMENT',
  'SURVEILLANCE',
  'PART_PAYMENT',
  'PARTLY_PAID',
  'PAID',
  'OVERPAID',
  'CREDITED',
  'WRITTEN_OFF',
  'REVERSED',
] as const
export type LedgerStatus = (typeof ledgerStatuses)[number]

export const invoiceTypes = [
  'INVOICE',
  'CREDIT_INVOICE',
  'INTEREST_INVOICE',
  'FEE_INVOICE',
  'DEBIT_NOTE',
  'TAKEOVER',
] as const
export type InvoiceType = (typeof invoiceTypes)[number]

export const activationSteps = ['BEGIN', 'DOCUMENTS', 'BOOK', 'POST_ACTIVATE', 'DONE'] as const
export type ActivationStep = (typeof activationSteps)[number]

/** HELD until somebody else releases it. */
export const activationStatuses = [
  'HELD',
  'WAITING',
  'RUNNING',
  'FAILED',
  'DONE',
  'WITHDRAWN',
] as const
export type ActivationStatus = (typeof activationStatuses)[number]

export const rowTypes = ['LINE', 'TEXT', 'DISCOUNT', 'FREIGHT', 'ROUNDING'] as const
