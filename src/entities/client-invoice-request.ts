import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import {
  invoiceRequestStatuses,
  invoiceRequestTypes,
  lifeOfInvoiceRequest,
  type AskedOfInvoice,
  type CommentOnRequest,
} from '../domain/clients/invoice-request.ts'
import { ofRow } from '../domain/event-rules.ts'
import { code, idOf, oneOf, principalId, prose } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What a client asks the tenant's people to do about one of its invoices. */
export const ClientInvoiceRequest = defineEntity({
  name: 'ClientInvoiceRequest',
  ...tenantTable('client_invoice_request', {
    clientColumn: 'client_id',
    // Who agrees as the second says it in words of their own.
    running: ['comments'],
    references: { clientId: 'client', invoiceId: 'invoice' },
    onMove: { stays: 'Its client asked, and is told that it can be done no more' },
    events: {
      INVOICE_REQUEST: {
        means: [...lifeOfInvoiceRequest.events('status'), ...ofRow()],
        rights: ['ReadClientInvoiceRequest'],
        shows: ['invoiceId', 'type', 'status'],
      },
    },
  }),
  properties: {
    ...identified('CQ'),
    clientId: idOf('Client'),
    invoiceId: idOf('Invoice'),
    type: oneOf(30, invoiceRequestTypes),
    text: prose(2000),
    data: p.json<AskedOfInvoice>(),
    status: oneOf(20, invoiceRequestStatuses),
    /** Why it was declined. */
    reasonCode: code().nullable(),
    comments: p.json<CommentOnRequest[]>(),
    requestedBy: principalId(),
    decidedBy: principalId().nullable(),
    decidedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'client_invoice_request_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'client_invoice_request_invoice_index', properties: ['tenantId', 'invoiceId', 'id'] },
    { name: 'client_invoice_request_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'client_invoice_request_type_index', properties: ['tenantId', 'type', 'id'] },
    {
      name: 'client_invoice_request_created_index',
      properties: ['tenantId', 'createdAt', 'id'],
    },
    { name: 'client_invoice_request_by_index', properties: ['tenantId', 'requestedBy', 'id'] },
  ],
})
export type ClientInvoiceRequest = InferEntity<typeof ClientInvoiceRequest>
