export const documentTypes = [
  'INVOICE',
  'CREDIT_INVOICE',
  'NOTICE_OF_ASSIGNMENT',
  'PREVIEW',
  'ATTACHMENT',
  'BRAND',
  'VOUCHER_EXPORT',
  'BOOKKEEPING_FILE',
  'REPORT',
  'PAYMENT_FILE',
  'FUNDED_PAYMENTS',
  'BILL',
  'LOAN_NOTICE',
  'PAYOUT_FILE',
  'OTHER',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** Of files that are made of something else: by which rights, of which one is enough, that is read. */
export const readByOwners: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  VOUCHER_EXPORT: ['ReadVoucher', 'ReadVouchers'],
  BOOKKEEPING_FILE: ['ReadBookkeepingFile', 'ReadBookkeepingFiles'],
  REPORT: ['ReadQueryReportScheduler'],
  PAYMENT_FILE: ['ReadPaymentFile', 'ReadPaymentFiles'],
  PAYOUT_FILE: ['ReadPayoutFile', 'ReadPayoutFiles'],
  FUNDED_PAYMENTS: ['ReadPaymentBatch', 'ReadPaymentBatches'],
  BILL: ['ReadBill', 'ReadBills'],
  LOAN_NOTICE: ['ReadBusinessLoan', 'SearchBusinessLoans'],
}

export const documentStatuses = ['STORED', 'FROZEN', 'DELETED'] as const
export const documentOwners = [
  'INVOICE',
  'CLIENT',
  'TENANT',
  'VOUCHER',
  'INVOICE_REQUEST',
  'BOOKKEEPING_FILE',
  'SCHEDULE_RUN',
] as const

/** By which a document reaches a debtor. */
export const channels = ['EMAIL', 'LETTER', 'PEPPOL', 'EFAKTURA', 'DIGITAL_MAILBOX', 'SMS'] as const
export type Channel = (typeof channels)[number]
