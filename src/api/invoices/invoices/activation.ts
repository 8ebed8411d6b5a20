import {
  acceptForActivation,
  acceptForActivationInput,
} from '../../../activities/invoices/accept-for-activation.ts'
import { activateInvoices } from '../../../activities/invoices/tasks.ts'
import { resetActivation } from '../../../activities/invoices/reset-activation.ts'
import { retryActivation } from '../../../activities/invoices/retry-activation.ts'
import { refusalsAtRest } from '../../../domain/clients/status.ts'
import { bulk } from '../../../behaviours/bulk.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { invoiceView } from '../views.ts'

export default {
  activateInvoice: operation('PUT /invoices/{invoiceId}/activate', 'ActivateInvoices', {
    summary: 'Accept an invoice for activation; it is booked in the background',
    body: acceptForActivationInput,
    shows: invoiceView,
    status: 202,
    inOneTrip: true,
    refuses: [
      ...refusalsAtRest,
      'DEBTOR_BLOCKED',
      'INVOICE_NOT_CREATED',
      'INVOICE_WITHOUT_ROWS',
      'INVOICE_NOT_VALID',
      'PRODUCT_NOT_ENABLED',
      'PRODUCT_NOT_AVAILABLE',
      'CREDIT_NOTE_NOT_FINANCED',
      'SAME_APPROVER',
      'PRODUCT_DIFFERS',
    ],
  }).handle(
    async ({ unit, params, body }) =>
      (await acceptForActivation(unit, params.invoiceId, body)).invoice,
  ),

  bulkActivateInvoices: operation(
    'POST /invoices/actions/bulk-activate',
    'ActivateInvoices',
    bulk({
      task: 'invoices.bulkActivate',
      work: activateInvoices,
      summary: 'Accept many invoices for activation in the background',
    }),
  ),

  resetInvoice: operation('PUT /invoices/{id}/reset', 'ActivateInvoices', {
    summary: 'Take an invoice back that is not booked yet; it is CREATED again',
    shows: invoiceView,
    refuses: ['INVOICE_NOT_RESETTABLE'],
  }).handle(({ unit, params }) => resetActivation(unit, params.id)),

  retryPostActivateInvoice: operation(
    'POST /invoices/{invoiceId}/retry-post-activate',
    'RetryPostActivateInvoices',
    {
      summary: 'Go on with an activation from the step that failed',
      shows: invoiceView,
      status: 202,
      refuses: ['ACTIVATION_NOT_FAILED'],
    },
  ).handle(({ unit, params }) => retryActivation(unit, params.invoiceId)),
} satisfies Room
