import {
  payDirectly,
  payDirectlyInput,
  payInvoice,
  payInvoiceInput,
} from '../../../activities/invoices/pay-invoice.ts'
import { exampleId } from '../../../entities/ids.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { invoiceView } from '../views.ts'

const inPath = { id: exampleId('Invoice', 'activated') }

export default {
  payInvoice: operation('PUT /invoices/{id}/actions/payment', 'RegisterPaymentOnInvoices', {
    inPath,
    summary: 'Enter and book a payment of an invoice at a bank',
    body: payInvoiceInput,
    shows: invoiceView,
    refuses: ['CLAIM_NOT_PAYABLE', 'ACCOUNT_MISSING', 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => payInvoice(unit, params.id, body)),

  payInvoiceDirectly: operation(
    'PUT /invoices/{id}/actions/direct-payment',
    'RegisterDirectPaymentOnInvoices',
    {
      inPath,
      summary: 'Enter that the debtor paid the client itself; its event is reversed to undo it',
      body: payDirectlyInput,
      shows: invoiceView,
      refuses: [
        'CLAIM_NOT_PAYABLE',
        'CLAIM_EXCEEDED',
        'CLIENT_MAY_NOT_DECIDE',
        'ACCOUNT_MISSING',
        'NOT_FOUND',
      ],
    },
  ).handle(({ unit, params, body }) => payDirectly(unit, params.id, body)),
} satisfies Room
