import { z } from 'zod'
import { productCodes } from '../../../domain/clients/product.ts'
import { debtorTypes } from '../../../domain/debtors/debtor-type.ts'
import { invoiceTypes, ledgerStatuses, mainStatuses } from '../../../domain/invoices/invoice.ts'
import { financingStatuses } from '../../../domain/factoring/financing-status.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { ledgerStatusOn } from '../../../domain/invoices/ledger-status.ts'
import { decimal } from '../../../domain/money.ts'
import type { Invoice } from '../../../entities/invoice.ts'
import { id, instant, version } from '../../../kernel/read/fields.ts'
import { day, money } from '../views.ts'

/** An invoice as one line of a grid: every cell a plain value. */
export const InvoiceLineView = z
  .object({
    id: id('Invoice'),
    invoiceNumber: z.string(),
    type: z.enum(invoiceTypes),
    clientId: id('Client'),
    clientName: z.string().nullable(),
    debtorId: id('Debtor'),
    debtorName: z.string(),
    customerNumber: z.string(),
    debtorType: z.enum(debtorTypes),
    productCode: z.enum(productCodes).nullable(),
    mainStatus: z.enum(mainStatuses),
    ledgerStatus: z.enum(ledgerStatuses),
    financingStatus: z.enum(financingStatuses),
    invoiceDate: day,
    expireDate: day,
    dueDate: day.nullable(),
    bookedDate: day.nullable(),
    invoiceCurrency: z.string(),
    net: money,
    vat: money,
    gross: money,
    baseCurrency: z.string(),
    balance: money,
    paymentReference: z.string().nullable(),
    createdAt: instant,
    version,
  })
  .meta({ id: 'InvoiceLine' })

export type InvoiceLine = z.output<typeof InvoiceLineView>

/** Without the name of the client, which is told for a page of them at once. */
export function showInvoiceLine(invoice: Invoice, today: BusinessDate): InvoiceLine {
  const { customerNumber, name, type } = invoice.debtorSent as Record<string, string>
  return {
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    type: invoice.type,
    clientId: invoice.clientId,
    clientName: null,
    debtorId: invoice.debtorId,
    debtorName: name ?? '',
    customerNumber: customerNumber ?? '',
    debtorType: type as InvoiceLine['debtorType'],
    productCode: invoice.productCode ?? null,
    mainStatus: invoice.mainStatus,
    ledgerStatus: ledgerStatusOn(invoice, today),
    financingStatus: invoice.financingStatus,
    invoiceDate: invoice.invoiceDate,
    expireDate: invoice.expireDate,
    dueDate: invoice.dueDate ?? null,
    bookedDate: invoice.bookedDate ?? null,
    invoiceCurrency: invoice.invoiceCurrency,
    net: decimal(invoice.netAmount, invoice.invoiceCurrency),
    vat: decimal(invoice.vatAmount, invoice.invoiceCurrency),
    gross: decimal(invoice.grossAmount, invoice.invoiceCurrency),
    baseCurrency: invoice.baseCurrency,
    balance: decimal(invoice.balance, invoice.baseCurrency),
    paymentReference: invoice.paymentReference ?? null,
    createdAt: invoice.createdAt.toISOString(),
    version: invoice.version,
  }
}
