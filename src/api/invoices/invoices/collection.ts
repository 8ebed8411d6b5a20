import { invoiceLists } from '../../../activities/invoices/lists.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { invoiceView } from '../views.ts'
import { invoiceLineView } from './grid-line.ts'

export const invoices = collection(Invoice, {
  noun: ['invoice', 'invoices'],
  shows: invoiceView,
  ...invoiceLists,
})

/** The same invoices, flat, for a grid of them. */
export const lines = collection(Invoice, {
  noun: ['line of the invoice table', 'lines of the invoice table'],
  shows: invoiceLineView,
  ...invoiceLists,
})
