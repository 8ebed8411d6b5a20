import { z } from 'zod'
import { linkCredit, linkCreditInput } from '../../../activities/invoices/link-credit.ts'
import { startLinking, startLinkingInput } from '../../../activities/invoices/start-linking.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { decimal } from '../../../domain/money.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { dryRunAsked, isDryRun, taskPlace, taskView } from '../../../behaviours/bulk.ts'
import { currencyCode } from '../../../kernel/read/amounts.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id, instant } from '../../../kernel/read/fields.ts'
import { dates } from '../../../kernel/read/filter.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { day, invoiceView, money } from '../views.ts'

const LinksView = z
  .object({
    credit: invoiceView.schema,
    links: z.array(z.object({ debitId: id('Invoice'), amount: money, balance: money })),
  })
  .meta({ id: 'CreditLinks' })

/** One side of a link, as its invoice sees it. */
const LinkView = z
  .object({
    id: id('FinancialEvent'),
    creditId: z.string().meta({ example: 'I06D7ZCEWYHZ8N17900DG7H8PR4' }),
    debitId: z.string().meta({ example: 'I01K9ZV3Q7M2T8W4X6Y0A1B2C3E' }),
    amount: money,
    currency: currencyCode,
    bookDate: day,
    recordedAt: instant,
    unlinkedById: z.string().nullable(),
  })
  .meta({ id: 'CreditDebitLink' })

const linkView = {
  schema: LinkView,
  show: (event: FinancialEvent): z.output<typeof LinkView> => {
    const own = event.claimId ?? ''
    const isDebit = event.amount < 0n
    return {
      id: event.id,
      creditId: isDebit ? event.sourceId : own,
      debitId: isDebit ? own : event.sourceId,
      amount: decimal(isDebit ? -event.amount : event.amount, event.currency),
      currency: event.currency,
      bookDate: event.bookDate,
      recordedAt: event.recordedAt.toISOString(),
      unlinkedById: event.reversedById ?? null,
    }
  },
}

const ofInvoice = collection(FinancialEvent, {
  noun: ['link', 'links of credit notes and debits'],
  shows: linkView,
  filters: { bookDate: dates() },
  sort: ['-id', 'bookDate'],
  only: { claimType: 'INVOICE', type: 'CREDIT_LINK' },
}).owned(Invoice, 'claimId', 'invoiceId')

const linkMultiple = operation('PUT /invoices/link-multiple', 'LinkMultipleCreditDebitInvoices', {
  byNotes: true,
  summary: 'Link a credit note to debits, as far as it reaches',
  body: linkCreditInput,
  returns: LinksView,
  shows: ({ credit, links }: Awaited<ReturnType<typeof linkCredit>>, today: BusinessDate) => ({
    credit: invoiceView.show(credit, today),
    links: links.map(({ debit, amount: linked }) => ({
      debitId: debit.id,
      amount: decimal(linked, debit.baseCurrency),
      balance: decimal(debit.balance, debit.baseCurrency),
    })),
  }),
  refuses: ['INVOICES_NOT_LINKABLE', 'CREDIT_EXCEEDED', 'PERIOD_LOCKED', 'NOT_FOUND'],
}).handle(({ unit, body }) => linkCredit(unit, body))

const linkMultipleBulk = operation(
  'PUT /invoices/link-multiple-bulk',
  'LinkMultipleCreditDebitInvoices',
  {
    summary: 'Link many credit notes to their debits in the background',
    body: startLinkingInput,
    query: dryRunAsked,
    shows: taskView,
    status: 202,
    locate: taskPlace,
    refuses: ['TASK_RUNNING', 'NOT_FOUND'],
  },
).handle(({ unit, body, query }) => startLinking(unit, body, isDryRun(query)))

export default {
  linkMultiple,
  linkMultipleBulk,

  listCreditDebitLinks: operation(
    'GET /invoices/{invoiceId}/credit-debit-link-list',
    'ReadInvoice',
    {
      ...ofInvoice,
      summary: 'List what an invoice was linked to',
    },
  ),
} satisfies Room
