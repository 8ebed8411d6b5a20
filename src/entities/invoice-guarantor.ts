import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { debtorTypes } from '../domain/debtors/debtor-type.ts'
import { ofRow } from '../domain/event-rules.ts'
import { guarantorStatuses } from '../domain/invoices/guarantor.ts'
import { amount, countryCode, currency, email, idOf, name, oneOf, text } from './columns.ts'
import { addedHow, identified, tenantTable, versioned } from './table.ts'

/** Who is liable for an invoice besides its debtor, up to an amount or for all of it. */
export const InvoiceGuarantor = defineEntity({
  name: 'InvoiceGuarantor',
  ...tenantTable('invoice_guarantor', {
    clientColumn: 'client_id',
    owner: { entity: 'Invoice', key: 'invoiceId' },
    pointsAt: { invoice_guarantor_number_unique: ['identificationNumber'] },
    added: { but: ['currency'] },
    onMove: 'follows',
    references: { clientId: 'client', invoiceId: 'invoice' },
    events: {
      INVOICE_GUARANTOR: {
        means: ofRow(),
        rights: ['ReadInvoiceGuarantor', 'ReadInvoiceGuarantors'],
        shows: ['invoiceId', 'status'],
      },
    },
  }),
  properties: {
    ...identified('GU'),
    clientId: idOf('Client'),
    invoiceId: idOf('Invoice'),
    name: name(200, 'Astrid Berg'),
    type: oneOf(20, debtorTypes),
    countryCode: countryCode(),
    identificationNumber: text(40, '556677-8899'),
    /** By which nobody guarantees for the same invoice twice. */
    normalNumber: text(40),
    address: p
      .json<{ address: string; zip: string; city: string; countryCode?: string }>()
      .nullable(),
    email: email().nullable(),
    /** Up to which they are liable; without it for all of the invoice. */
    limitAmount: amount().nullable(),
    currency: currency(),
    status: oneOf(20, guarantorStatuses),
    ...addedHow,
    ...versioned,
  },
  uniques: [
    {
      name: 'invoice_guarantor_number_unique',
      properties: ['tenantId', 'invoiceId', 'countryCode', 'normalNumber'],
    },
  ],
  indexes: [
    { name: 'invoice_guarantor_invoice_index', properties: ['tenantId', 'invoiceId', 'id'] },
    { name: 'invoice_guarantor_client_index', properties: ['tenantId', 'clientId', 'id'] },
  ],
})
export type InvoiceGuarantor = InferEntity<typeof InvoiceGuarantor>
