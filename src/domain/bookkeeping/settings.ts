/** How vouchers get into the client's own books. */
export const exportMethods = [
  'NONE',
  'SIE_FILE',
  'EMAIL_SIE',
  'SFTP',
  'ERP_API',
  'WEBHOOK',
  'API_PULL',
] as const

export const accountingBases = ['ACCRUAL', 'CASH'] as const

export interface BookkeepingSettings {
  export: { method: (typeof exportMethods)[number]; voucherSeries: string }
  /** False where the client's own system has booked its invoices already. */
  bookInvoices: boolean
  bookPayments: boolean
  /** Month and day on which a fiscal year begins. */
  fiscalYearStart: string
  basis: (typeof accountingBases)[number]
}

export const bookkeepingDefaults: BookkeepingSettings = {
  export: { method: 'SIE_FILE', voucherSeries: 'A' },
  bookInvoices: true,
  bookPayments: true,
  fiscalYearStart: '01-01',
  basis: 'ACCRUAL',
}
