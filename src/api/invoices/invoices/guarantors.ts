import {
  createGuarantor,
  createGuarantorInput,
  updateGuarantor,
  updateGuarantorInput,
} from '../../../activities/invoices/guarantors.ts'
import { postalAddress } from '../../../activities/clients/create-client.ts'
import { InvoiceGuarantor } from '../../../entities/invoice-guarantor.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { viewOf } from '../../../kernel/read/view.ts'

const guarantorView = viewOf(
  InvoiceGuarantor,
  [
    'id',
    'clientId',
    'invoiceId',
    'name',
    'type',
    'countryCode',
    'identificationNumber',
    'email',
    'limitAmount',
    'currency',
    'status',
    'versioned',
  ],
  {
    more: { address: postalAddress.nullable() },
    show: ({ address }) => ({ address: address ?? null }),
  },
)

const guarantors = collection(InvoiceGuarantor, {
  noun: ['guarantor', 'guarantors'],
  shows: guarantorView,
  filters: filtersOf(InvoiceGuarantor, ['status', 'type', 'name']),
  sort: ['name'],
})

const guarantor = {
  name: 'Astrid Berg',
  type: 'COMPANY',
  countryCode: 'SE',
  identificationNumber: '559999-7003',
  email: 'astrid@example.com',
  limitAmount: '12500.00',
} as const

export default {
  listGuarantorsOfInvoice: operation(
    'GET /invoices/{invoiceId}/guarantors',
    'ReadInvoiceGuarantors',
    { ...guarantors.owned(Invoice, 'invoiceId'), summary: 'List who guarantees for an invoice' },
  ),
  searchGuarantorsOfInvoice: operation(
    'POST /invoices/{invoiceId}/guarantors/search',
    'SearchInvoiceGuarantors',
    {
      ...guarantors.searchOwned(Invoice, 'invoiceId'),
      summary: 'Search who guarantees for an invoice',
    },
  ),
  readGuarantorOfInvoice: operation(
    'GET /invoices/{invoiceId}/guarantors/{id}',
    'ReadInvoiceGuarantor',
    { summary: 'Read who guarantees for an invoice', shows: guarantorView },
  ).handle(({ unit, params: { invoiceId, id } }) => unit.load(InvoiceGuarantor, { id, invoiceId })),

  createGuarantorOfInvoice: operation(
    'POST /invoices/{invoiceId}/guarantors',
    'UpdateInvoiceGuarantor',
    {
      summary: 'Add somebody who guarantees for an invoice',
      body: createGuarantorInput.meta({ example: guarantor }),
      shows: guarantorView,
      status: 201,
      locate: ({ id, invoiceId }) => `/invoices/${invoiceId}/guarantors/${id}`,
      extension: true,
      refuses: ['ALREADY_EXISTS', 'GUARANTEE_NOT_CHANGEABLE', 'GUARANTORS_FULL'],
    },
  ).handle(({ unit, params, body }) => createGuarantor(unit, params.invoiceId, body)),

  updateGuarantorOfInvoice: operation(
    'PUT /invoices/{invoiceId}/guarantors/{id}',
    'UpdateInvoiceGuarantor',
    {
      summary: 'Change what somebody guarantees for, or release them',
      body: updateGuarantorInput.meta({ example: { limitAmount: '10000.00' } }),
      shows: guarantorView,
      refuses: ['ALREADY_EXISTS', 'GUARANTEE_NOT_CHANGEABLE'],
    },
  ).handle(({ unit, params, body }) => updateGuarantor(unit, params, body)),
} satisfies Room
