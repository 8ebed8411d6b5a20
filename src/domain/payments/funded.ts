import type { BusinessDate } from '../dates.ts'
import { decimal } from '../money.ts'

export const fundedFormats = ['CSV', 'JSON'] as const
export type FundedFormat = (typeof fundedFormats)[number]

export const typeOfFunded = {
  CSV: { ending: 'csv', mimeType: 'text/csv' },
  JSON: { ending: 'json', mimeType: 'application/json' },
} as const satisfies Record<FundedFormat, { ending: string; mimeType: string }>

/** How many are in one file at most; what is beyond is in the next. */
export const fundedOfFileMax = 5_000

/** A payment as its financier is told of it. */
export interface FundedLine {
  bookDate: BusinessDate
  valueDate: BusinessDate
  invoiceNumber: string
  client: string
  debtor: string
  /** None where the client was paid. */
  payment: string | null
  amount: bigint
  share: bigint
  currency: string
}

export const fundedLabels = {
  bookDate: 'Booked',
  valueDate: 'Value date',
  invoiceNumber: 'Invoice',
  client: 'Client',
  debtor: 'Debtor',
  payment: 'Payment',
  amount: 'Paid',
  share: 'Of which yours',
  currency: 'Currency',
} as const satisfies Record<keyof FundedLine, string>

/** The lines as a file has them, with amounts in words of their currency. */
export function fundedRows(lines: readonly FundedLine[]) {
  return lines.map(({ amount, share, ...line }) => ({
    ...line,
    payment: line.payment ?? '',
    amount: decimal(amount, line.currency),
    share: decimal(share, line.currency),
  }))
}
