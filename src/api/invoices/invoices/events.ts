import { z } from 'zod'
import { reverseInvoiceEvent } from '../../../activities/invoices/reverse-invoice-event.ts'
import { unlinkCredit } from '../../../activities/invoices/unlink-credit.ts'
import { updateLedgerEvent } from '../../../activities/invoices/update-ledger-event.ts'
import {
  claimTypes,
  components,
  financialEventTypes,
  ledgerEventStatuses,
  ledgerEventTypes,
} from '../../../domain/bookkeeping/ledger.ts'
import { decimal } from '../../../domain/money.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { InvoiceLedgerEvent } from '../../../entities/invoice-ledger-event.ts'
import { collection } from '../../../kernel/read/collection.ts'
import {
  code,
  id,
  instant,
  sentDay,
  showVersioned,
  versionedView,
} from '../../../kernel/read/fields.ts'
import { dates, exact, instants } from '../../../kernel/read/filter.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { day, money } from '../views.ts'

const FinancialEventView = z
  .object({
    id: id('FinancialEvent'),
    claimType: z.enum(claimTypes).nullable(),
    claimId: z.string().nullable().meta({ example: 'I01K9ZV3Q7M2T8W4X6Y0A1B2C3D' }),
    clientId: id('Client').nullable(),
    debtorId: z.string().nullable(),
    type: z.enum(financialEventTypes),
    component: z.enum(components).nullable(),
    amount: money,
    currency: z.string().meta({ example: 'SEK' }),
    bookDate: day,
    valueDate: day,
    recordedAt: instant,
    sourceType: z.string(),
    sourceId: z.string(),
    reasonCode: z.string().nullable(),
    text: z.string(),
    reversesId: z.string().nullable(),
    reversedById: z.string().nullable(),
    createdBy: z.string(),
  })
  .meta({ id: 'InvoiceFinancialEvent' })

const showFinancialEvent = (event: FinancialEvent): z.output<typeof FinancialEventView> => ({
  id: event.id,
  claimType: event.claimType ?? null,
  claimId: event.claimId ?? null,
  clientId: event.clientId ?? null,
  debtorId: event.debtorId ?? null,
  type: event.type,
  component: event.component ?? null,
  amount: decimal(event.amount, event.currency),
  currency: event.currency,
  bookDate: event.bookDate,
  valueDate: event.valueDate,
  recordedAt: event.recordedAt.toISOString(),
  sourceType: event.sourceType,
  sourceId: event.sourceId,
  reasonCode: event.reasonCode ?? null,
  text: event.text,
  reversesId: event.reversesId ?? null,
  reversedById: event.reversedById ?? null,
  createdBy: event.createdBy,
})

const financial = collection(FinancialEvent, {
  noun: ['financial event', 'financial events of invoices'],
  view: FinancialEventView,
  show: showFinancialEvent,
  filters: {
    claimId: exact(),
    clientId: exact(id('Client')),
    debtorId: exact(id('Debtor')),
    type: exact(z.enum(financialEventTypes)),
    bookDate: dates(),
    recordedAt: instants(),
  },
  sort: ['-id', 'bookDate', 'recordedAt', 'type'],
  only: { claimType: 'INVOICE' },
})

const LedgerEventView = z
  .object({
    id: id('InvoiceLedgerEvent'),
    invoiceId: id('Invoice'),
    clientId: id('Client'),
    debtorId: z.string().meta({ example: 'D.01K9ZV3Q7M2T8W4X6Y0A1B2C3D' }),
    type: z.enum(ledgerEventTypes),
    status: z.enum(ledgerEventStatuses),
    plannedDate: day,
    doneDate: day.nullable(),
    comment: z.string(),
    ...versionedView,
  })
  .meta({ id: 'InvoiceLedgerEvent' })

const showLedgerEvent = (event: InvoiceLedgerEvent): z.output<typeof LedgerEventView> => ({
  id: event.id,
  invoiceId: event.invoiceId,
  clientId: event.clientId,
  debtorId: event.debtorId,
  type: event.type,
  status: event.status,
  plannedDate: event.plannedDate,
  doneDate: event.doneDate ?? null,
  comment: event.comment,
  ...showVersioned(event),
})

const ledger = collection(InvoiceLedgerEvent, {
  noun: ['ledger event', 'ledger events of invoices'],
  view: LedgerEventView,
  show: showLedgerEvent,
  filters: {
    invoiceId: exact(id('Invoice')),
    clientId: exact(id('Client')),
    type: exact(z.enum(ledgerEventTypes)),
    status: exact(z.enum(ledgerEventStatuses)),
    plannedDate: dates(),
  },
  sort: ['-id', 'plannedDate', 'type', 'status'],
})

const takenBack = z
  .strictObject({ reasonCode: code.optional(), bookDate: sentDay.optional() })
  .prefault({})

export default {
  listInvoiceFinancialEvents: operation(
    'GET /invoices/events/financial',
    'ReadInvoiceFinancialEvents',
    financial.list,
  ),
  searchInvoiceFinancialEvents: operation(
    'POST /invoices/events/financial/search',
    'SearchInvoiceFinancialEvents',
    financial.search,
  ),
  readInvoiceFinancialEvent: operation(
    'GET /invoices/events/financial/{id}',
    'ReadInvoiceFinancialEvent',
    financial.read,
  ),

  reverseInvoiceFinancialEvent: operation(
    'PUT /invoices/events/financial/{id}/reverse',
    'ReverseInvoiceFinancialEvent',
    {
      summary: 'Reverse a financial event; the answer is its mirror',
      body: takenBack,
      returns: FinancialEventView,
      shows: showFinancialEvent,
      refuses: ['ALREADY_REVERSED', 'EVENT_NOT_REVERSIBLE', 'PERIOD_LOCKED', 'NOT_FOUND'],
    },
  ).handle(({ unit, params, body }) => reverseInvoiceEvent(unit, params.id, body)),

  unlinkCreditInvoice: operation(
    'PUT /invoices/events/financial/{id}/unlink-credit',
    'UnlinkCreditInvoice',
    {
      summary: 'Unlink a credit note from a debit, named by either side',
      body: takenBack,
      returns: z.object({ data: z.array(FinancialEventView) }).meta({ id: 'CreditUnlinked' }),
      shows: (events: FinancialEvent[]) => ({ data: events.map(showFinancialEvent) }),
      refuses: ['ALREADY_REVERSED', 'EVENT_NOT_REVERSIBLE', 'PERIOD_LOCKED', 'NOT_FOUND'],
    },
  ).handle(({ unit, params, body }) => unlinkCredit(unit, params.id, body)),

  listInvoiceLedgerEvents: operation(
    'GET /invoices/events/ledger',
    'ReadInvoiceLedgerEvents',
    ledger.list,
  ),
  searchInvoiceLedgerEvents: operation(
    'POST /invoices/events/ledger/search',
    'SearchInvoiceLedgerEvents',
    ledger.search,
  ),
  readInvoiceLedgerEvent: operation(
    'GET /invoices/events/ledger/{id}',
    'ReadInvoiceLedgerEvent',
    ledger.read,
  ),

  updateInvoiceLedgerEvent: operation(
    'PUT /invoices/events/ledger/{id}',
    'UpdateInvoiceLedgerEvents',
    {
      summary: 'Change a planned ledger event: another day, or skipped',
      body: z
        .strictObject({
          plannedDate: sentDay.meta({ example: '2999-01-31' }),
          status: z.literal('SKIPPED'),
          comment: z.string().max(500),
        })
        .partial(),
      returns: LedgerEventView,
      shows: showLedgerEvent,
      refuses: ['LEDGER_EVENT_NOT_PLANNED'],
    },
  ).handle(({ unit, params, body }) => updateLedgerEvent(unit, params.id, body)),
} satisfies Room
