import { partOf, viewOf } from '../../kernel/read/view.ts'
import Big from 'big.js'
import { z } from 'zod'
import { debtorTypes } from '../../domain/debtors/debtor-type.ts'
import {
  activationStatuses,
  activationSteps,
  financingStatuses,
  ledgerStatuses,
  mainStatuses,
} from '../../domain/invoices/invoice.ts'
import { decimal } from '../../domain/money.ts'
import { Article } from '../../entities/article.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { id } from '../../kernel/read/fields.ts'

export const money = z.string().meta({ example: '1250.00' })
export const day = z.iso.date()
const some = z.string().nullable()

/** Further fields stand among the others, under the names they came with. */
export const articleView = viewOf(
  Article,
  [
    'further',
    'id',
    'invoiceId',
    'clientId',
    'rowNo',
    'type',
    'articleNumber',
    'description',
    'quantity',
    'unit',
    'price',
    'discountPercent',
    'discountAmount',
    'accountNumber',
    'costCentre',
    'project',
    'currency',
    'netAmount',
    'vatAmount',
    'grossAmount',
    'labels',
    'versioned',
  ],
  {
    more: { vatPercentage: z.number().nullable().meta({ example: 25 }) },
    show: (row) => ({
      vatPercentage: row.vatPercentage == null ? null : Number(row.vatPercentage),
    }),
  },
)

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

const datesView = partOf(Invoice, [
  'invoiceDate',
  'expireDate',
  'deliveryDate',
  'pausedUntil',
  'soldDate',
  'recourseDate',
  'closedDate',
])

const currencyView = partOf(Invoice, ['invoiceCurrency', 'baseCurrency', 'rate'])

export const invoiceView = viewOf(
  Invoice,
  [
    'id',
    'invoiceNumber',
    'type',
    'clientId',
    'debtorId',
    'productCode',
    'serviceProviderCode',
    'bookedDate',
    'archivedAt',
    'paymentReference',
    'reasonCodes',
    'articleRowsGenerate',
    'versioned',
  ],
  {
    more: {
      statuses: z.object({
        main: z.enum(mainStatuses),
        ledger: z.enum(ledgerStatuses),
        financing: z.enum(financingStatuses),
      }),
      dates: datesView.schema,
      currency: currencyView.schema,
      totals: TotalsView,
      vats: z.array(z.object({ rate: z.number(), base: money, amount: money })),
      references: z.record(z.string(), z.string()),
      debtor: DebtorAsSent,
    },
    show: (invoice) => ({
      statuses: {
        main: invoice.mainStatus,
        ledger: invoice.ledgerStatus,
        financing: invoice.financingStatus,
      },
      dates: datesView.show(invoice),
      currency: currencyView.show(invoice),
      totals: totalsShown(invoice),
      vats: invoice.vats.map(({ rate, base, amount }) => ({
        rate: Number(rate),
        base: decimal(BigInt(base), invoice.invoiceCurrency),
        amount: decimal(BigInt(amount), invoice.invoiceCurrency),
      })),
      references: { ...invoice.references },
      debtor: invoice.debtorSent as z.output<typeof DebtorAsSent>,
    }),
  },
)

/** An invoice as one reads it alone: with its rows, and the activation it is in. */
export const WholeInvoiceView = invoiceView.schema
  .extend({
    articleRows: z.array(articleView.schema),
    activation: ActivationView.nullable(),
  })
  .meta({ id: 'WholeInvoice' })

export function showWholeInvoice(
  invoice: Invoice,
  articles: readonly Article[],
  activation: InvoiceActivation | null = null,
): z.output<typeof WholeInvoiceView> {
  const inOrder = articles.toSorted((a, b) => a.rowNo - b.rowNo)
  return {
    ...invoiceView.show(invoice),
    articleRows: inOrder.map((row) => articleView.show(row)),
    activation: activation && {
      number: activation.number,
      step: activation.step,
      status: activation.status,
      error: activation.error ?? null,
    },
  }
}

function totalsShown(invoice: Invoice): z.output<typeof TotalsView> {
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
