import Big from 'big.js'
import { z } from 'zod'
import { productCodes } from '../../domain/clients/product.ts'
import { debtorTypes } from '../../domain/debtors/debtor-type.ts'
import {
  activationStatuses,
  activationSteps,
  invoiceTypes,
  ledgerStatuses,
  mainStatuses,
  rowTypes,
} from '../../domain/invoices/invoice.ts'
import { financingStatuses } from '../../domain/factoring/financing-status.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { ledgerStatusOn } from '../../domain/invoices/ledger-status.ts'
import { decimal } from '../../domain/money.ts'
import type { Article } from '../../entities/article.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { id, instant, showVersioned, versionedView } from '../../kernel/read/fields.ts'

export const money = z.string().meta({ example: '1250.00' })
export const day = z.iso.date()
const some = z.string().nullable()

/** Further fields stand among the others, under the names they came with. */
export const ArticleView = z
  .looseObject({
    id: id('Article'),
    invoiceId: id('Invoice'),
    clientId: id('Client'),
    rowNo: z.int(),
    type: z.enum(rowTypes),
    articleNumber: some,
    description: some,
    quantity: some,
    unit: some,
    price: some,
    discountPercent: some,
    discountAmount: some,
    vatPercentage: z.number().nullable().meta({ example: 25 }),
    accountNumber: some,
    costCentre: some,
    project: some,
    currency: z.string().meta({ example: 'SEK' }),
    netAmount: money,
    vatAmount: money,
    grossAmount: money,
    labels: z.array(z.string()),
    ...versionedView,
  })
  .meta({ id: 'Article' })

export const showArticle = (row: Article): z.output<typeof ArticleView> => ({
  ...row.further,
  id: row.id,
  invoiceId: row.invoiceId,
  clientId: row.clientId,
  rowNo: row.rowNo,
  type: row.type,
  articleNumber: row.articleNumber ?? null,
  description: row.description ?? null,
  quantity: row.quantity ?? null,
  unit: row.unit ?? null,
  price: row.price ?? null,
  discountPercent: row.discountPercent ?? null,
  discountAmount: row.discountAmount ?? null,
  vatPercentage: row.vatPercentage == null ? null : Number(row.vatPercentage),
  accountNumber: row.accountNumber ?? null,
  costCentre: row.costCentre ?? null,
  project: row.project ?? null,
  currency: row.currency,
  netAmount: decimal(row.netAmount, row.currency),
  vatAmount: decimal(row.vatAmount, row.currency),
  grossAmount: decimal(row.grossAmount, row.currency),
  labels: [...row.labels],
  ...showVersioned(row),
})

/** The amounts of the document in the invoice's currency; what is owed in the base currency. */
const TotalsView = z.object({
  net: money,
  vat: money,
  rounding: money,
  gross: money,
  paid: money,
  credited: money,
  fees: money,
  interest: money,
  writtenOff: money,
  balance: money,
})

const ActivationView = z.object({
  number: z.int(),
  step: z.enum(activationSteps),
  status: z.enum(activationStatuses),
  error: some,
})

/** As it was sent: further fields stand among the others. */
const DebtorAsSent = z.looseObject({
  customerNumber: z.string(),
  name: z.string(),
  type: z.enum(debtorTypes),
})

export const InvoiceView = z
  .object({
    id: id('Invoice'),
    invoiceNumber: z.string().meta({ example: '2026-1001' }),
    type: z.enum(invoiceTypes),
    clientId: id('Client'),
    debtorId: id('Debtor'),
    productCode: z.enum(productCodes).nullable(),
    serviceProviderCode: some,
    statuses: z.object({
      main: z.enum(mainStatuses),
      ledger: z.enum(ledgerStatuses),
      financing: z.enum(financingStatuses),
    }),
    dates: z.object({
      invoiceDate: day,
      expireDate: day,
      dueDate: day.nullable(),
      deliveryDate: day.nullable(),
      pausedUntil: day.nullable(),
      soldDate: day.nullable(),
      recourseDate: day.nullable(),
      closedDate: day.nullable(),
    }),
    bookedDate: day.nullable(),
    archivedAt: instant.nullable(),
    currency: z.object({
      invoiceCurrency: z.string().meta({ example: 'SEK' }),
      baseCurrency: z.string().meta({ example: 'SEK' }),
      rate: z.string().meta({ example: '1' }),
      rateDate: day.nullable(),
      rateSource: some,
    }),
    totals: TotalsView,
    vats: z.array(z.object({ rate: z.number(), base: money, amount: money })),
    paymentReference: some,
    references: z.record(z.string(), z.string()),
    reasonCodes: z.array(z.string()),
    debtor: DebtorAsSent,
    articleRowsGenerate: z.boolean(),
    ...versionedView,
  })
  .meta({ id: 'Invoice' })

export type InvoiceShown = z.output<typeof InvoiceView>

/** What is read of an invoice beside it. */
interface WholeInvoice {
  articles: readonly Article[]
  activation?: InvoiceActivation | null
}

/** An invoice as one reads it alone: with its rows, and the activation it is in. */
export const WholeInvoiceView = InvoiceView.extend({
  articleRows: z.array(ArticleView),
  activation: ActivationView.nullable(),
}).meta({ id: 'WholeInvoice' })

export function showInvoice(invoice: Invoice, today: BusinessDate): InvoiceShown {
  return {
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    type: invoice.type,
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    productCode: invoice.productCode ?? null,
    serviceProviderCode: invoice.serviceProviderCode ?? null,
    statuses: {
      main: invoice.mainStatus,
      ledger: ledgerStatusOn(invoice, today),
      financing: invoice.financingStatus,
    },
    dates: datesOf(invoice),
    bookedDate: invoice.bookedDate ?? null,
    archivedAt: invoice.archivedAt?.toISOString() ?? null,
    currency: {
      invoiceCurrency: invoice.invoiceCurrency,
      baseCurrency: invoice.baseCurrency,
      rate: new Big(invoice.rate).toFixed(),
      rateDate: invoice.rateDate ?? null,
      rateSource: invoice.rateSource ?? null,
    },
    totals: totalsShown(invoice),
    vats: invoice.vats.map(({ rate, base, amount }) => ({
      rate: Number(rate),
      base: decimal(BigInt(base), invoice.invoiceCurrency),
      amount: decimal(BigInt(amount), invoice.invoiceCurrency),
    })),
    paymentReference: invoice.paymentReference ?? null,
    references: { ...invoice.references },
    reasonCodes: [...invoice.reasonCodes],
    debtor: invoice.debtorSent as InvoiceShown['debtor'],
    articleRowsGenerate: invoice.articleRowsGenerate,
    ...showVersioned(invoice),
  }
}

export function showWholeInvoice(
  invoice: Invoice,
  { articles, activation }: WholeInvoice,
  today: BusinessDate,
): z.output<typeof WholeInvoiceView> {
  const inOrder = articles.toSorted((a, b) => a.rowNo - b.rowNo)
  return {
    ...showInvoice(invoice, today),
    articleRows: inOrder.map(showArticle),
    activation:
      activation == null
        ? null
        : {
            number: activation.number,
            step: activation.step,
            status: activation.status,
            error: activation.error ?? null,
          },
  }
}

function datesOf(invoice: Invoice): InvoiceShown['dates'] {
  return {
    invoiceDate: invoice.invoiceDate,
    expireDate: invoice.expireDate,
    dueDate: invoice.dueDate ?? null,
    deliveryDate: invoice.deliveryDate ?? null,
    pausedUntil: invoice.pausedUntil ?? null,
    soldDate: invoice.soldDate ?? null,
    recourseDate: invoice.recourseDate ?? null,
    closedDate: invoice.closedDate ?? null,
  }
}

function totalsShown(invoice: Invoice): InvoiceShown['totals'] {
  const own = (minor: bigint) => decimal(minor, invoice.invoiceCurrency)
  const base = (minor: bigint) => decimal(minor, invoice.baseCurrency)
  return {
    net: own(invoice.netAmount),
    vat: own(invoice.vatAmount),
    rounding: own(invoice.roundingAmount),
    gross: own(invoice.grossAmount),
    paid: base(invoice.paidAmount),
    credited: base(invoice.creditedAmount),
    fees: base(invoice.feesAmount),
    interest: base(invoice.interestAmount),
    writtenOff: base(invoice.writtenOffAmount),
    balance: base(invoice.balance),
  }
}
