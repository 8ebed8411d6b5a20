import { amountShown } from '../../kernel/read/amounts.ts'
import { partOf, viewOf, type View } from '../../kernel/read/view.ts'
import { workflowLinks, workflowShown } from '../../kernel/read/workflow-link.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { z } from 'zod'
import { debtorTypes } from '../../domain/debtors/debtor-type.ts'
import { ledgerStatuses, mainStatuses } from '../../domain/invoices/invoice.ts'
import { financingStatuses } from '../../domain/factoring/financing-status.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { ledgerStatusOn } from '../../domain/invoices/ledger-status.ts'
import { decimal } from '../../domain/money.ts'
import { Article } from '../../entities/article.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'

export const money = amountShown
export const day = z.iso.date()

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

const activationView = partOf(InvoiceActivation, ['number', 'step', 'status', 'error'])

/** As it was sent: further fields stand among the others. */
const DebtorAsSent = z.looseObject({
  customerNumber: z.string(),
  name: z.string(),
  type: z.enum(debtorTypes),
})

const datesView = partOf(Invoice, [
  'invoiceDate',
  'expireDate',
  'dueDate',
  'deliveryDate',
  'pausedUntil',
  'soldDate',
  'recourseDate',
  'closedDate',
])

const currencyView = partOf(Invoice, [
  'invoiceCurrency',
  'baseCurrency',
  'rate',
  'rateDate',
  'rateSource',
])

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
    facts: (unit) => unit.today(),
    show: (invoice, today: BusinessDate) => ({
      statuses: {
        main: invoice.mainStatus,
        ledger: ledgerStatusOn(invoice, today),
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

/** An invoice with what is read beside it: its rows, and the activation it is in. */
interface WholeInvoice {
  invoice: Invoice
  articles: readonly Article[]
  activation?: InvoiceActivation | null
}

interface WholeFacts {
  today: BusinessDate
  activatedBy: (activation: InvoiceActivation) => z.output<typeof workflowShown>
}

const WholeInvoiceView = invoiceView.schema
  .extend({
    articleRows: z.array(articleView.schema),
    activation: activationView.schema.nullable(),
    /** Which activates it. */
    workflow: workflowShown,
  })
  .meta({ id: 'WholeInvoice' })

/** An invoice as one reads it alone. */
export const wholeInvoiceView = {
  schema: WholeInvoiceView,
  async facts(unit: Unit): Promise<WholeFacts> {
    const alone = workflowLinks(unit, 'activateInvoice')
    const together = workflowLinks(unit, 'activateBatch')
    return {
      today: await unit.today(),
      // Those that waited together were activated by one process for all of them.
      activatedBy: ({ invoiceId, number, batchId }) =>
        batchId == null ? alone(`${invoiceId}/${number}`) : together(batchId),
    }
  },
  show({ invoice, articles, activation }: WholeInvoice, { today, activatedBy }: WholeFacts) {
    const inOrder = articles.toSorted((a, b) => a.rowNo - b.rowNo)
    return {
      ...invoiceView.show(invoice, today),
      articleRows: inOrder.map((row) => articleView.show(row)),
      activation: activation == null ? null : activationView.show(activation),
      workflow: activation == null ? null : activatedBy(activation),
    }
  },
} satisfies View<WholeInvoice, z.output<typeof WholeInvoiceView>, WholeFacts>

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
