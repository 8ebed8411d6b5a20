import { z } from 'zod'
import { reverseInvoiceEvent } from '../../../activities/invoices/reverse-invoice-event.ts'
import { unlinkCredit, takenBackInput } from '../../../activities/invoices/unlink-credit.ts'
import {
  updateLedgerEvent,
  updateLedgerEventInput,
} from '../../../activities/invoices/update-ledger-event.ts'
import {
  financialEventTypes,
  ledgerEventStatuses,
  ledgerEventTypes,
} from '../../../domain/bookkeeping/ledger.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { InvoiceLedgerEvent } from '../../../entities/invoice-ledger-event.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id } from '../../../kernel/read/fields.ts'
import { dates, exact, instants } from '../../../kernel/read/filter.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { viewOf } from '../../../kernel/read/view.ts'

const financialEventView = viewOf(
  FinancialEvent,
  [
    'id',
    'claimType',
    'claimId',
    'clientId',
    'debtorId',
    'type',
    'component',
    'amount',
    'currency',
    'bookDate',
    'valueDate',
    'recordedAt',
    'sourceType',
    'sourceId',
    'reasonCode',
    'text',
    'reversesId',
    'reversedById',
    'createdBy',
  ],
  { name: 'InvoiceFinancialEvent' },
)

const financial = collection(FinancialEvent, {
  noun: ['financial event', 'financial events of invoices'],
  shows: financialEventView,
  filters: {
    claimId: exact(),
    clientId: exact(id('Client')),
    debtorId: exact(id('Debtor')),
    type: exact(z.enum(financialEventTypes)),
    bookDate: dates(),
    recordedAt: instants(),
  },
  sort: ['-id', 'bookDate', 'recordedAt', 'type'],
  sortOfFew: { type: ['claimId'] },
  only: { claimType: 'INVOICE' },
})

const ledgerEventView = viewOf(InvoiceLedgerEvent, [
  'id',
  'invoiceId',
  'clientId',
  'debtorId',
  'type',
  'status',
  'plannedDate',
  'doneDate',
  'comment',
  'versioned',
])

const ledger = collection(InvoiceLedgerEvent, {
  noun: ['ledger event', 'ledger events of invoices'],
  shows: ledgerEventView,
  filters: {
    invoiceId: exact(id('Invoice')),
    clientId: exact(id('Client')),
    type: exact(z.enum(ledgerEventTypes)),
    status: exact(z.enum(ledgerEventStatuses)),
    plannedDate: dates(),
  },
  sort: ['-id', 'plannedDate', 'type', 'status'],
  sortOfFew: { type: ['invoiceId'], status: ['invoiceId'] },
})

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
      summary: 'Reverse a financial event, a large one by two; the answer is its mirror',
      confirms: true,
      body: takenBackInput,
      shows: financialEventView,
      refuses: ['ALREADY_REVERSED', 'EVENT_NOT_REVERSIBLE', 'PERIOD_LOCKED', 'NOT_FOUND'],
    },
  ).handle(({ unit, params, body }) => reverseInvoiceEvent(unit, params.id, body)),

  unlinkCreditInvoice: operation(
    'PUT /invoices/events/financial/{id}/unlink-credit',
    'UnlinkCreditInvoice',
    {
      summary: 'Unlink a credit note from a debit, named by either side; a large one by two',
      confirms: true,
      body: takenBackInput,
      returns: z
        .object({ data: z.array(financialEventView.schema) })
        .meta({ id: 'CreditUnlinked' }),
      shows: (events: FinancialEvent[]) => ({
        data: events.map((row) => financialEventView.show(row)),
      }),
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
      body: updateLedgerEventInput,
      shows: ledgerEventView,
      refuses: ['LEDGER_EVENT_NOT_PLANNED'],
    },
  ).handle(({ unit, params, body }) => updateLedgerEvent(unit, params.id, body)),
} satisfies Room
