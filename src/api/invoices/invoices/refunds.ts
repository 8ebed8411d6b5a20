import {
  refundCreditInvoice,
  refundInput,
  refundInvoice,
  startRefunding,
  startRefundingInput,
} from '../../../activities/invoices/refund.ts'
import { dryRunAsked, isDryRun, taskPlace, taskView } from '../../../behaviours/bulk.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { payoutView } from '../../clients/account-views.ts'

const refunding = {
  names: { entity: Invoice },
  confirms: true,
  body: refundInput,
  shows: payoutView,
  refuses: [
    'NOTHING_TO_REFUND',
    'REFUND_EXCEEDED',
    'REFUND_ACCOUNT_MISSING',
    'DEBTOR_BANKRUPT',
    'BALANCE_TOO_SMALL',
    'CLIENT_ONLY_PROPOSES',
    'ACCOUNT_MISSING',
    'NOT_FOUND',
  ],
} as const

export default {
  refundInvoice: operation('PUT /invoices/{id}/actions/refund', 'RefundInvoice', {
    ...refunding,
    summary: 'Pay back what the debtor has to its credit, by two people',
  }).handle(({ unit, params, body }) => refundInvoice(unit, params.id, body)),

  refundCreditInvoice: operation(
    'PUT /invoices/{id}/actions/refund-credit-invoice',
    'RefundCreditInvoice',
    { ...refunding, summary: 'Pay back what is left of a credit note, by two people' },
  ).handle(({ unit, params, body }) => refundCreditInvoice(unit, params.id, body)),

  refundCreditInvoices: operation(
    'PUT /invoices/actions/bulk-refund-credit-invoice',
    'RefundCreditInvoice',
    {
      summary: 'Pay back what is left of many credit notes, by two',
      confirms: true,
      body: startRefundingInput,
      query: dryRunAsked,
      shows: taskView,
      status: 201,
      locate: taskPlace,
      refuses: ['TASK_RUNNING', 'CLIENT_ONLY_PROPOSES', 'NOT_FOUND'],
    },
  ).handle(({ unit, body, query }) => startRefunding(unit, body, isDryRun(query))),
} satisfies Room
