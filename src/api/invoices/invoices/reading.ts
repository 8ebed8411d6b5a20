import { z } from 'zod'
import { dailySummary } from '../../../activities/invoices/daily-summary.ts'
import { readInvoice } from '../../../activities/invoices/read-invoice.ts'
import { mainStatuses } from '../../../domain/invoices/invoice.ts'
import { decimal } from '../../../domain/money.ts'
import { debtorView } from '../../debtors/views.ts'
import { currencyCode } from '../../../kernel/read/amounts.ts'
import { askedDay, id } from '../../../kernel/read/fields.ts'
import { shownOne } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { day, money, wholeInvoiceView } from '../views.ts'
import { invoices, lines } from './collection.ts'

const InvoiceRead = wholeInvoiceView.schema
  .extend({ included: z.object({ debtor: debtorView.schema }).optional() })
  .meta({ id: 'InvoiceRead' })

const DailySummaryView = z
  .object({
    from: day,
    to: day,
    days: z.array(
      z.object({
        date: day,
        mainStatus: z.enum(mainStatuses),
        invoiceCurrency: currencyCode,
        baseCurrency: currencyCode,
        invoices: z.int(),
        net: money,
        vat: money,
        gross: money,
        balance: money,
      }),
    ),
  })
  .meta({ id: 'DailySummary' })

export default {
  listInvoices: operation('GET /invoices', 'ReadInvoices', invoices.list),
  searchInvoices: operation('POST /invoices/search', 'SearchInvoices', invoices.search),

  readInvoice: operation('GET /invoices/{id}', 'ReadInvoice', {
    summary: 'Read an invoice with its rows and the activation it is in',
    query: z.strictObject({ include: z.literal('debtor').optional() }),
    returns: InvoiceRead,
  }).handle(async ({ unit, params, query }) => {
    const whole = await readInvoice(unit, params.id, query.include === 'debtor')
    const shown = await shownOne(unit, wholeInvoiceView, whole)
    return whole.debtor === null
      ? shown
      : { ...shown, included: { debtor: await shownOne(unit, debtorView, whole.debtor) } }
  }),

  readInvoiceLine: operation('GET /invoices/table/{id}', 'ReadInvoice', {
    ...lines.read,
    summary: 'Read one line of the invoice table',
  }),

  searchInvoiceTable: operation('POST /invoices/table/search', 'SearchInvoices', lines.search),

  summarizeInvoicesDaily: operation('GET /invoices/daily-summary', 'ReadInvoice', {
    summary: 'Sum up invoices by their date and status',
    query: z.strictObject({
      from: askedDay.optional(),
      to: askedDay.optional(),
      clientId: id('Client').optional(),
    }),
    returns: DailySummaryView,
  }).handle(async ({ unit, query }) => {
    const { days, ...range } = await dailySummary(unit, query)
    return {
      ...range,
      days: days.map((of) => ({
        ...of,
        net: decimal(of.net, of.invoiceCurrency),
        vat: decimal(of.vat, of.invoiceCurrency),
        gross: decimal(of.gross, of.invoiceCurrency),
        balance: decimal(of.balance, of.baseCurrency),
      })),
    }
  }),
} satisfies Room
