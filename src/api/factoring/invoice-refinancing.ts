import { z } from 'zod'
import {
  refinanceInvoice,
  refinanceInvoiceInput,
} from '../../activities/factoring/refinance-invoice.ts'
import { takeRecourse, takeRecourseInput } from '../../activities/factoring/take-recourse.ts'
import { refinancingStatuses } from '../../domain/factoring/decision.ts'
import { InvoiceRefinancing } from '../../entities/factoring-decision.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const refinancingView = viewOf(InvoiceRefinancing, [
  'id',
  'invoiceId',
  'clientId',
  'fromProviderCode',
  'toProviderCode',
  'amount',
  'fee',
  'currency',
  'validTo',
  'status',
  'versioned',
])

const refinancings = collection(InvoiceRefinancing, {
  noun: ['refinancing of an invoice', 'refinancings of invoices'],
  shows: refinancingView,
  key: 'invoiceId',
  filters: {
    invoiceId: exact(id('Invoice')),
    clientId: exact(id('Client')),
    status: exact(z.enum(refinancingStatuses)),
    createdAt: instants(),
  },
  sort: ['-createdAt'],
})

export default {
  listRefinancings: operation(
    'GET /invoice-refinancing',
    'ReadRefinanceInvoices',
    refinancings.list,
  ),

  readRefinancing: operation(
    'GET /invoice-refinancing/{invoiceId}',
    'ReadRefinanceInvoice',
    refinancings.read,
  ),

  changeRefinancing: operation('PUT /invoice-refinancing/{invoiceId}', 'RefinanceInvoice', {
    names: { entity: InvoiceRefinancing },
    summary: 'Move the funding of a financed invoice, or change that',
    body: refinanceInvoiceInput,
    shows: refinancingView,
    refuses: [
      'CLIENT_MAY_NOT_DECIDE',
      'INVOICE_NOT_FINANCED',
      'REFINANCING_ACTIVE',
      'REFINANCING_EXCEEDS_CLAIM',
      'REFINANCING_MOVE_NOT_ALLOWED',
    ],
  }).handle(({ unit, params, body }) => refinanceInvoice(unit, params.invoiceId, body)),

  returnInvoiceByRecourse: operation(
    'PUT /invoice-refinancing/{invoiceId}/use-recourse',
    'RefinanceInvoice',
    {
      names: { entity: InvoiceRefinancing },
      summary:
        'Return a financed invoice to its client by recourse; due after its date, or for a breach',
      body: takeRecourseInput,
      shows: refinancingView,
      confirms: true,
      refuses: [
        'CLIENT_MAY_NOT_DECIDE',
        'INVOICE_NOT_FINANCED',
        'NOT_FOUND',
        'NO_RECOURSE',
        'RECOURSE_NOT_DUE',
      ],
    },
  ).handle(({ unit, params, body }) => takeRecourse(unit, params.invoiceId, body)),
} satisfies Room
