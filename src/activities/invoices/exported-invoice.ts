import type { BusinessDate } from '../../domain/dates.ts'
import { decimal } from '../../domain/money.ts'
import type { Article } from '../../entities/article.ts'
import type { Debtor } from '../../entities/debtor.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { ledgerStatusOn } from '../../domain/invoices/ledger-status.ts'

/** An invoice in the form that is sent to business systems. */
export function exportedInvoice(
  invoice: Invoice,
  articles: readonly Article[],
  debtor: Debtor | undefined,
  today: BusinessDate,
): Record<string, unknown> {
  const amount = (minor: bigint) => decimal(minor, invoice.invoiceCurrency)
  return {
    id: invoice.id,
    clientId: invoice.clientId,
    invoiceNumber: invoice.invoiceNumber,
    type: invoice.type,
    productCode: invoice.productCode ?? null,
    statuses: { main: invoice.mainStatus, ledger: ledgerStatusOn(invoice, today) },
    dates: {
      invoiceDate: invoice.invoiceDate,
      expireDate: invoice.expireDate,
      dueDate: invoice.dueDate ?? null,
      deliveryDate: invoice.deliveryDate ?? null,
      bookedDate: invoice.bookedDate ?? null,
    },
    currency: { invoiceCurrency: invoice.invoiceCurrency, baseCurrency: invoice.baseCurrency },
    totals: {
      net: amount(invoice.netAmount),
      vat: amount(invoice.vatAmount),
      rounding: amount(invoice.roundingAmount),
      gross: amount(invoice.grossAmount),
      balance: decimal(invoice.balance, invoice.baseCurrency),
    },
    paymentReference: invoice.paymentReference ?? null,
    debtor: debtor === undefined ? null : exportedDebtor(debtor),
    articleRows: articles.toSorted((a, b) => a.rowNo - b.rowNo).map((row) => rowOf(row)),
  }
}

function exportedDebtor({ id, customerNumber, name, type, identificationNumber }: Debtor) {
  return { id, customerNumber, name, type, identificationNumber: identificationNumber ?? null }
}

function rowOf(row: Article) {
  return {
    articleNumber: row.articleNumber ?? null,
    description: row.description ?? null,
    quantity: row.quantity ?? null,
    unit: row.unit ?? null,
    price: row.price ?? null,
    vatPercentage: row.vatPercentage ?? null,
    netAmount: decimal(row.netAmount, row.currency),
    vatAmount: decimal(row.vatAmount, row.currency),
  }
}
