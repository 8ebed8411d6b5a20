import type { IdKind } from '../../entities/ids.ts'

export interface ReportParameter {
  name: string
  type: 'DAY' | 'CLIENT'
  description: string
  /** The day that is meant where none is sent; what has none, and is not required, limits nothing. */
  otherwise?: 'TODAY'
  required?: true
}

export interface ReportColumn {
  name: string
  type: 'TEXT' | 'ID' | 'DAY' | 'COUNT' | 'AMOUNT'
  label: string
  /** The column with the currency of an amount. */
  currency?: string
  /** What an id is of. */
  of?: IdKind
}

/** How a report names what it is asked with: places in its statement. */
export interface Asked {
  tenant: string
  /** The time zone of the tenant, for days of instants. */
  zone: string
  /** A parameter, as a date or an id; null where it was not sent. */
  value(name: string): string
  /** What the caller sees of a table. */
  bound(table: string, of: string): string
}

export const reportTopics = ['LEDGER', 'CLIENTS', 'BOOKKEEPING', 'FACTORING', 'INVOICES'] as const

/** A question of the trade about the tenant's rows, shipped with the platform. */
export interface Report {
  id: string
  name: string
  topic: (typeof reportTopics)[number]
  description: string
  parameters: readonly ReportParameter[]
  columns: readonly ReportColumn[]
  /** The columns by which rows are sorted, and of which no two have the same; none is empty. */
  key: readonly string[]
  sql(asked: Asked): string
}

export const clientParameter: ReportParameter = {
  name: 'clientId',
  type: 'CLIENT',
  description: 'One client; all that the caller sees if it is left out.',
}

export const periodParameters: readonly ReportParameter[] = [
  { name: 'fromDate', type: 'DAY', required: true, description: 'The first day of the period.' },
  { name: 'toDate', type: 'DAY', required: true, description: 'The last day of the period.' },
]

export const asOfParameter: ReportParameter = {
  name: 'asOf',
  type: 'DAY',
  otherwise: 'TODAY',
  description:
    'The day up to which bookings count, and on which ages are counted; today if it is left out.',
}

export const clientColumns: readonly ReportColumn[] = [
  { name: 'clientId', type: 'ID', of: 'Client', label: 'Client id' },
  { name: 'clientName', type: 'TEXT', label: 'Client' },
]

export const currencyColumn: ReportColumn = { name: 'currency', type: 'TEXT', label: 'Currency' }

export const amountColumn = (name: string, label: string): ReportColumn => ({
  name,
  type: 'AMOUNT',
  label,
  currency: 'currency',
})

export const countColumn = (name: string, label: string): ReportColumn => ({
  name,
  type: 'COUNT',
  label,
})

export const textColumn = (name: string, label: string): ReportColumn => ({
  name,
  type: 'TEXT',
  label,
})

export const dayColumn = (name: string, label: string): ReportColumn => ({
  name,
  type: 'DAY',
  label,
})
