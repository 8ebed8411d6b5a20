import { Invoice } from '../../../entities/invoice.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { exact } from '../../../kernel/read/filter.ts'
import { invoiceView } from '../views.ts'
import { ledgerStatusFilter } from './ledger-filter.ts'
import { invoiceLineView } from './line.ts'

/** What lists of invoices can be asked by, whatever they show. */
const asked = {
  filters: {
    ...filtersOf(Invoice, [
      'clientId',
      'debtorId',
      'invoiceNumber',
      'type',
      'mainStatus',
      'financingStatus',
      'productCode',
      'invoiceDate',
      'expireDate',
      'bookedDate',
      'createdAt',
    ]),
    ledgerStatus: ledgerStatusFilter,
    paymentReference: exact(),
  },
  sort: ['-createdAt', 'invoiceNumber', 'invoiceDate', 'expireDate', 'bookedDate'],
  aside: {
    field: 'mainStatus',
    value: 'ARCHIVED',
    askedBy: ['mainStatus', 'invoiceNumber', 'paymentReference'],
  },
} as const

export const invoices = collection(Invoice, {
  noun: ['invoice', 'invoices'],
  shows: invoiceView,
  ...asked,
})

/** The same invoices, flat, for a grid of them. */
export const lines = collection(Invoice, {
  noun: ['line of the invoice table', 'lines of the invoice table'],
  shows: invoiceLineView,
  ...asked,
})
