import { Invoice } from '../../../entities/invoice.ts'
import { z } from 'zod'
import { calculateBalance } from '../../../activities/invoices/calculate-balance.ts'
import { calculateStatus } from '../../../activities/invoices/calculate-status.ts'
import { pauseInvoice, pauseInvoiceInput } from '../../../activities/invoices/pause.ts'
import { resumeInvoice } from '../../../activities/invoices/resume.ts'
import { stopInvoice, stopInvoiceInput } from '../../../activities/invoices/stop.ts'
import type { KeptAmounts } from '../../../domain/invoices/claim-amounts.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { lifeOfInvoice } from '../../../domain/invoices/transitions.ts'
import { decimal } from '../../../domain/money.ts'
import { exampleId } from '../../../entities/ids.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { invoiceView, money } from '../views.ts'

const AmountsView = z
  .object({
    balance: money,
    paid: money,
    credited: money,
    fees: money,
    interest: money,
    writtenOff: money,
  })
  .meta({ id: 'ClaimAmounts' })

const showAmounts = (kept: KeptAmounts, currency: string): z.output<typeof AmountsView> => ({
  balance: decimal(kept.balance, currency),
  paid: decimal(kept.paidAmount, currency),
  credited: decimal(kept.creditedAmount, currency),
  fees: decimal(kept.feesAmount, currency),
  interest: decimal(kept.interestAmount, currency),
  writtenOff: decimal(kept.writtenOffAmount, currency),
})

/** One that is activated, and whose money nothing else is shown of. */
const inPath = { id: exampleId('Invoice', 'another') }

export default {
  pauseInvoice: operation('PUT /invoices/{id}/actions/pause', 'PauseInvoices', {
    inPath,
    summary:
      'Pause an invoice until a day, or until it is resumed; nothing is done about it meanwhile',
    body: pauseInvoiceInput,
    shows: invoiceView,
    refuses: [...lifeOfInvoice.refusals('pause'), 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => pauseInvoice(unit, params.id, body)),

  resumeInvoice: operation('PUT /invoices/{id}/actions/resume', 'ResumeInvoices', {
    inPath,
    summary: 'Resume an invoice that is paused or stopped',
    shows: invoiceView,
    refuses: lifeOfInvoice.refusals('resume'),
  }).handle(({ unit, params }) => resumeInvoice(unit, params.id)),

  stopInvoice: operation('PUT /invoices/{id}/actions/stop', 'StopInvoices', {
    inPath,
    summary: 'Stop an invoice; the claim stays, and nothing is done about it',
    body: stopInvoiceInput,
    shows: invoiceView,
    refuses: [...lifeOfInvoice.refusals('stop'), 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => stopInvoice(unit, params.id, body)),

  calculateBalanceOfInvoice: operation(
    'PUT /invoices/{id}/calculate-balance',
    'CalculateBalanceInvoices',
    {
      names: { entity: Invoice },
      summary: 'Calculate the amounts of an invoice from its events',
      returns: z
        .object({
          before: AmountsView,
          after: AmountsView,
          drift: z.boolean(),
          invoice: invoiceView.schema,
        })
        .meta({ id: 'BalanceCalculated' }),
      shows: (
        { invoice, before, after, isDrift }: Awaited<ReturnType<typeof calculateBalance>>,
        today: BusinessDate,
      ) => ({
        before: showAmounts(before, invoice.baseCurrency),
        after: showAmounts(after, invoice.baseCurrency),
        drift: isDrift,
        invoice: invoiceView.show(invoice, today),
      }),
    },
  ).handle(({ unit, params }) => calculateBalance(unit, params.id)),

  calculateStatusOfInvoice: operation(
    'PUT /invoices/{id}/calculate-status',
    'CalculateStatusInvoices',
    {
      summary: 'Calculate where an invoice stands in the ledger today',
      shows: invoiceView,
    },
  ).handle(({ unit, params }) => calculateStatus(unit, params.id)),
} satisfies Room
