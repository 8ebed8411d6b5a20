import {
  invoiceReferencesOf,
  createInvoiceReferences,
  createInvoiceReferencesInput,
  updateInvoiceReferences,
  updateReferencesInput,
} from '../../activities/clients/reference-settings.ts'
import { PaymentReferenceSetting } from '../../entities/payment-reference-setting.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { invoiceReferencesView } from './reference-views.ts'

const settings = collection(PaymentReferenceSetting, {
  noun: ['setting of payment references', 'settings of the references of invoices'],
  shows: invoiceReferencesView,
  filters: filtersOf(PaymentReferenceSetting, ['clientId']),
  sort: ['-id'],
})

export default {
  createInvoiceReferenceSetting: operation(
    'POST /invoice-payment-reference-settings',
    'CreateClientPaymentReferenceSettings',
    {
      summary: 'Say how the references of a client’s invoices are made',
      body: createInvoiceReferencesInput,
      shows: invoiceReferencesView,
      refuses: ['ALREADY_EXISTS', 'REFERENCE_PREFIX_TAKEN', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => createInvoiceReferences(unit, body)),
  readInvoiceReferenceSetting: operation(
    'GET /invoice-payment-reference-settings/{id}',
    'GetClientPaymentReferenceSettings',
    settings.read,
  ),
  updateInvoiceReferenceSetting: operation(
    'PUT /invoice-payment-reference-settings/{id}',
    'UpdateClientPaymentReferenceSettings',
    {
      summary: 'Change how references of its next invoices are made',
      body: updateReferencesInput,
      shows: invoiceReferencesView,
      refuses: ['REFERENCE_PREFIX_TAKEN'],
    },
  ).handle(({ unit, params, body }) => updateInvoiceReferences(unit, params.id, body)),
  readInvoiceReferenceSettingOfClient: operation(
    'GET /invoice-payment-reference-settings/client/{clientId}',
    'GetClientPaymentReferenceSettings',
    {
      summary: 'Read how the references of a client’s invoices are made',
      shows: invoiceReferencesView,
    },
  ).handle(({ unit, params }) => invoiceReferencesOf(unit, params.clientId)),
  searchInvoiceReferenceSettings: operation(
    'POST /invoice-payment-reference-settings/search',
    'SearchClientPaymentReferenceSettings',
    settings.search,
  ),
} satisfies Room
