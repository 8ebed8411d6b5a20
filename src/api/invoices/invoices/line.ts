import { z } from 'zod'
import { debtorTypes } from '../../../domain/debtors/debtor-type.ts'
import { decimal } from '../../../domain/money.ts'
import { Client } from '../../../entities/client.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { amountShown } from '../../../kernel/read/columns.ts'
import { version } from '../../../kernel/read/fields.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** An invoice as one line of a grid: every cell a plain value. */
export const invoiceLineView = viewOf(
  Invoice,
  [
    'id',
    'invoiceNumber',
    'type',
    'clientId',
    'debtorId',
    'productCode',
    'mainStatus',
    'ledgerStatus',
    'financingStatus',
    'invoiceDate',
    'expireDate',
    'bookedDate',
    'invoiceCurrency',
    'baseCurrency',
    'balance',
    'paymentReference',
    'createdAt',
  ],
  {
    name: 'InvoiceLine',
    more: {
      clientName: z.string().nullable(),
      debtorName: z.string(),
      customerNumber: z.string(),
      debtorType: z.enum(debtorTypes),
      net: amountShown,
      vat: amountShown,
      gross: amountShown,
      version,
    },
    facts: namesOfClients,
    show: (invoice, names: ReadonlyMap<string, string>) => {
      const { customerNumber, name, type } = invoice.debtorSent as Record<string, string>
      return {
        clientName: names.get(invoice.clientId) ?? null,
        debtorName: name ?? '',
        customerNumber: customerNumber ?? '',
        debtorType: type as (typeof debtorTypes)[number],
        net: decimal(invoice.netAmount, invoice.invoiceCurrency),
        vat: decimal(invoice.vatAmount, invoice.invoiceCurrency),
        gross: decimal(invoice.grossAmount, invoice.invoiceCurrency),
        version: invoice.version,
      }
    },
  },
)

async function namesOfClients(unit: Unit, invoices: readonly Invoice[]) {
  const ids = [...new Set(invoices.map(({ clientId }) => clientId))]
  const clients = ids.length === 0 ? [] : await unit.all(Client, { id: { $in: ids } })
  return new Map(clients.map(({ id, name }) => [id, name]))
}
