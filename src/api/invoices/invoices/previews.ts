import { Invoice } from '../../../entities/invoice.ts'
import { z } from 'zod'
import { paymentAccountOf } from '../../../activities/invoices/documents/payment-account-of.ts'
import {
  previewInvoice,
  previewNewInvoice,
} from '../../../activities/invoices/documents/preview-invoice.ts'
import { paymentAccountKinds } from '../../../domain/clients/payment-accounts.ts'
import { currencyCode } from '../../../kernel/read/amounts.ts'
import { id } from '../../../kernel/read/fields.ts'
import { refusalsAtRest } from '../../../domain/clients/status.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import {
  updateInvoiceInput,
  createInvoiceInput,
} from '../../../activities/invoices/invoice-input.ts'
import { day, money } from '../views.ts'

const PaymentAccountView = z
  .object({
    invoiceId: id('Invoice'),
    payee: z.string().meta({ example: 'Nordic Timber AB' }),
    account: z
      .object({
        kind: z.enum(paymentAccountKinds),
        number: z.string().meta({ example: '5050-1055' }),
        bic: z.string().nullable(),
      })
      .nullable(),
    reference: z.string().nullable().meta({ example: '1000010001127' }),
    amount: money,
    currency: currencyCode,
    expireDate: day,
    code: z.string().nullable(),
  })
  .meta({ id: 'InvoicePaymentAccount' })

const file = ['application/pdf'] as const

export default {
  previewNewInvoice: operation('POST /invoices/preview', 'PreviewInvoices', {
    summary: 'Preview the document of an invoice; nothing is kept',
    body: createInvoiceInput,
    file,
    refuses: [
      ...refusalsAtRest,
      'CONTROL_ACCOUNT',
      'DEBTOR_IDENTITY_DIFFERS',
      'DEBTOR_IDENTITY_LOOSENS',
      'GUARANTOR_IS_DEBTOR',
      'DOCUMENT_NOT_DRAWN',
      'NOT_FOUND',
      'INVOICE_ALREADY_EXISTS',
    ],
  }).handle(({ unit, body }) => previewNewInvoice(unit, body)),

  previewInvoice: operation('PUT /invoices/{id}/preview', 'PreviewInvoices', {
    names: { entity: Invoice },
    summary: 'Preview the document of an invoice as if changed; nothing is kept',
    body: updateInvoiceInput.prefault({}),
    file,
    refuses: [
      ...refusalsAtRest,
      'CONTROL_ACCOUNT',
      'DEBTOR_IDENTITY_DIFFERS',
      'DEBTOR_IDENTITY_LOOSENS',
      'GUARANTOR_IS_DEBTOR',
      'DOCUMENT_NOT_DRAWN',
      'INVOICE_NOT_CHANGEABLE',
      'INVOICE_ALREADY_EXISTS',
    ],
  }).handle(({ unit, params, body }) => previewInvoice(unit, params.id, body)),

  readInvoicePaymentAccount: operation('GET /invoices/{invoiceId}/payment-account', 'ReadInvoice', {
    summary: 'Read where an invoice is paid and under which reference',
    returns: PaymentAccountView,
  }).handle(({ unit, params }) => paymentAccountOf(unit, params.invoiceId)),
} satisfies Room
