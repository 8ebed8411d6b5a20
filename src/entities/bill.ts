import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { billStatuses, lifeOfBill, type BillVat } from '../domain/bookkeeping/bill.ts'
import { ofRow } from '../domain/event-rules.ts'
import { amount, businessDate, currency, email, idOf, text, wholeNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** The tenant's own invoice to a client: what was charged up to a day, with its VAT. */
export const Bill = defineEntity({
  name: 'Bill',
  ...tenantTable('bill', {
    clientColumn: 'client_id',
    filledTo: 80,
    references: { clientId: 'client', documentId: 'document', electronicDocumentId: 'document' },
    events: {
      BILL: {
        means: [...lifeOfBill.events('status'), ...ofRow()],
        rights: ['ReadBill', 'ReadBills'],
        shows: ['number', 'status', 'gross', 'currency', 'billDate', 'dueDate'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('B'),
    /** Without a gap, over all clients of the tenant. */
    number: wholeNumber({ example: 1042 }),
    clientId: idOf('Client'),
    currency: currency(),
    billDate: businessDate(),
    dueDate: businessDate(),
    chargeCount: wholeNumber({ example: 12 }),
    net: amount(),
    vat: amount(),
    gross: amount(),
    vats: p.json<BillVat[]>().columnType('json'),
    /** It is taken from the client's account as it is booked. */
    setOff: p.boolean(),
    recipientEmail: email().nullable(),
    invoiceReference: text(100, 'Ekonomi').nullable(),
    status: p.enum(billStatuses),
    documentId: idOf('Document').nullable(),
    electronicDocumentId: idOf('Document').nullable(),
    exportedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  uniques: [{ name: 'bill_number_unique', properties: ['tenantId', 'number'] }],
  indexes: [
    { name: 'bill_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'bill_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'bill_date_index', properties: ['tenantId', 'billDate', 'id'] },
    { name: 'bill_due_index', properties: ['tenantId', 'dueDate', 'id'] },
  ],
  checks: [{ name: 'bill_adds_up', expression: 'net + vat = gross' }],
})
export type Bill = InferEntity<typeof Bill>
