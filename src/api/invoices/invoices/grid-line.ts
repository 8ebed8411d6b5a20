import { z } from 'zod'
import { debtorTypes } from '../../../domain/debtors/debtor-type.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { ledgerStatuses } from '../../../domain/invoices/invoice.ts'
import { ledgerStatusOn } from '../../../domain/invoices/ledger-status.ts'
import { decimal } from '../../../domain/money.ts'
import { Client } from '../../../entities/client.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { version } from '../../../kernel/read/fields.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { amountShown } from '../../../kernel/read/amounts.ts'
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
    'financingStatus',
    'invoiceDate',
    'expireDate',
    'dueDate',
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
      ledgerStatus: z.enum(ledgerStatuses),
      net: amountShown,
      vat: amountShown,
      gross: amountShown,
      version,
    },
    facts: async (unit, invoices) => ({
      today: await unit.today(),
      names: await namesOfClients(unit, invoices),
    }),
    show: (invoice, { today, names }: LineFacts) => {
      const { customerNumber, name, type } = invoice.debtorSent as Record<string, string>
      return {
        clientName: names.get(invoice.clientId) ?? null,
        debtorName: name ?? '',
        customerNumber: customerNumber ?? '',
        debtorType: type as (typeof debtorTypes)[number],
        ledgerStatus: ledgerStatusOn(invoice, today),
        net: decimal(invoice.netAmount, invoice.invoiceCurrency),
        vat: decimal(invoice.vatAmount, invoice.invoiceCurrency),
        gross: decimal(invoice.grossAmount, invoice.invoiceCurrency),
        version: invoice.version,
      }
    },
  },
)

interface LineFacts {
  today: BusinessDate
  names: ReadonlyMap<string, string>
}

async function namesOfClients(unit: Unit, invoices: readonly Invoice[]) {
  const ids = [...new Set(invoices.map(({ clientId }) => clientId))]
  const clients = ids.length === 0 ? [] : await unit.all(Client, { id: { $in: ids } })
  return new Map(clients.map(({ id, name }) => [id, name]))
}
