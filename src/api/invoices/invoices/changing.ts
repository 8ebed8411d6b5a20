import { activationOf } from '../../../activities/invoices/read-invoice.ts'
import { updateInvoice } from '../../../activities/invoices/update-invoice.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { updateInvoiceInput } from '../../../activities/invoices/invoice-input.ts'
import { wholeInvoiceView } from '../views.ts'

export default {
  updateInvoice: operation('PUT /invoices/{id}', 'UpdateInvoices', {
    summary: 'Change an invoice; once it is booked its references and service provider alone',
    body: updateInvoiceInput,
    shows: wholeInvoiceView,
    refuses: [
      'CONTROL_ACCOUNT',
      'DEBTOR_IDENTITY_DIFFERS',
      'DEBTOR_IDENTITY_LOOSENS',
      'GUARANTOR_IS_DEBTOR',
      'INVOICE_ALREADY_EXISTS',
      'INVOICE_NOT_CHANGEABLE',
    ],
  }).handle(async ({ unit, params, body }) => {
    const changed = await updateInvoice(unit, params.id, body)
    return { ...changed, activation: await activationOf(unit, changed.invoice) }
  }),
} satisfies Room
