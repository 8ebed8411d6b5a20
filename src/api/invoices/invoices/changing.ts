import { updateInvoice } from '../../../activities/invoices/update-invoice.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { updateInvoiceInput } from '../../../activities/invoices/invoice-input.ts'
import { showWholeInvoice, WholeInvoiceView } from '../views.ts'

export default {
  updateInvoice: operation('PUT /invoices/{id}', 'UpdateInvoices', {
    summary: 'Change an invoice; once it is booked its references and service provider alone',
    body: updateInvoiceInput,
    returns: WholeInvoiceView,
    shows: ({ invoice, articles }, today) => showWholeInvoice(invoice, { articles }, today),
    refuses: [
      'CONTROL_ACCOUNT',
      'DEBTOR_IDENTITY_DIFFERS',
      'DEBTOR_IDENTITY_LOOSENS',
      'GUARANTOR_IS_DEBTOR',
      'INVOICE_ALREADY_EXISTS',
      'INVOICE_NOT_CHANGEABLE',
    ],
  }).handle(({ unit, params, body }) => updateInvoice(unit, params.id, body)),
} satisfies Room
