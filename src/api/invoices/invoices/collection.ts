import { z } from 'zod'
import type { Unit } from '../../../kernel/write/unit.ts'
import { productCodes } from '../../../domain/clients/product.ts'
import { invoiceTypes, mainStatuses } from '../../../domain/invoices/invoice.ts'
import { financingStatuses } from '../../../domain/factoring/financing-status.ts'
import { Client } from '../../../entities/client.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id } from '../../../kernel/read/fields.ts'
import { dates, exact, instants, text } from '../../../kernel/read/filter.ts'
import { ledgerStatusFilter } from './ledger-filter.ts'
import { InvoiceView, showInvoice } from '../views.ts'
import { InvoiceLineView, showInvoiceLine, type InvoiceLine } from './line.ts'

/** What lists of invoices can be asked by, whatever they show. */
const asked = {
  filters: {
    clientId: exact(id('Client')),
    debtorId: exact(id('Debtor')),
    invoiceNumber: text(),
    type: exact(z.enum(invoiceTypes)),
    mainStatus: exact(z.enum(mainStatuses)),
    ledgerStatus: ledgerStatusFilter,
    financingStatus: exact(z.enum(financingStatuses)),
    productCode: exact(z.enum(productCodes)),
    paymentReference: exact(),
    invoiceDate: dates(),
    expireDate: dates(),
    bookedDate: dates(),
    createdAt: instants(),
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
  view: InvoiceView,
  show: showInvoice,
  ...asked,
})

/** The same invoices, flat, for a grid of them. */
export const lines = collection(Invoice, {
  noun: ['line of the invoice table', 'lines of the invoice table'],
  view: InvoiceLineView,
  show: showInvoiceLine,
  complete: named,
  ...asked,
})

/** Lines with the names of their clients. */
async function named(unit: Unit, shown: readonly InvoiceLine[]): Promise<InvoiceLine[]> {
  const ids = [...new Set(shown.map(({ clientId }) => clientId))]
  if (ids.length === 0) return []
  const clients = await unit.all(Client, { id: { $in: ids } })
  const names = new Map(clients.map(({ id: of, name }) => [of, name]))
  return shown.map((line) => ({ ...line, clientName: names.get(line.clientId) ?? null }))
}
