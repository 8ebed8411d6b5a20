import { invoicesAsked } from '../../../activities/invoices/asked.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { Client } from '../../../entities/client.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { InvoiceView, showInvoice } from '../views.ts'
import { InvoiceLineView, showInvoiceLine, type InvoiceLine } from './line.ts'

export const invoices = collection(Invoice, {
  noun: ['invoice', 'invoices'],
  view: InvoiceView,
  show: showInvoice,
  ...invoicesAsked,
})

/** The same invoices, flat, for a grid of them. */
export const lines = collection(Invoice, {
  noun: ['line of the invoice table', 'lines of the invoice table'],
  view: InvoiceLineView,
  show: showInvoiceLine,
  complete: named,
  ...invoicesAsked,
})

/** Lines with the names of their clients. */
async function named(unit: Unit, shown: readonly InvoiceLine[]): Promise<InvoiceLine[]> {
  const ids = [...new Set(shown.map(({ clientId }) => clientId))]
  if (ids.length === 0) return []
  const clients = await unit.all(Client, { id: { $in: ids } })
  const names = new Map(clients.map(({ id: of, name }) => [of, name]))
  return shown.map((line) => ({ ...line, clientName: names.get(line.clientId) ?? null }))
}
