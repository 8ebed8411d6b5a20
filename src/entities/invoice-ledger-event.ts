import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { lifeOfLedgerEvent } from '../domain/invoices/transitions.ts'
import { ofRow, onCreated } from '../domain/event-rules.ts'
import { ledgerEventStatuses, ledgerEventTypes } from '../domain/bookkeeping/ledger.ts'
import { businessDate, idOf, prose } from './columns.ts'
import { ledgerEventsOfClaim, ledgerEventToDebtor } from './debtor-sees.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What happens to a claim on a day, planned, then done or skipped; it moves no money. */
export const InvoiceLedgerEvent = defineEntity({
  name: 'InvoiceLedgerEvent',
  ...tenantTable('invoice_ledger_event', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    debtorSees: ledgerEventsOfClaim,
    debtorIsShown: ledgerEventToDebtor,
    owner: { entity: 'Invoice', key: 'invoiceId' },
    onMove: 'follows',
    references: { invoiceId: 'invoice' },
    events: {
      INVOICE_LEDGER_EVENT: {
        means: [...lifeOfLedgerEvent.events('status'), onCreated('planned'), ...ofRow()],
        rights: ['ReadInvoiceLedgerEvent', 'ReadInvoiceLedgerEvents'],
        shows: ['invoiceId', 'type', 'plannedDate', 'doneDate'],
      },
    },
  }),
  properties: {
    ...identified('LE'),
    invoiceId: idOf('Invoice'),
    clientId: idOf('Client'),
    debtorId: idOf('Debtor'),
    type: p.enum(ledgerEventTypes),
    status: p.enum(ledgerEventStatuses),
    plannedDate: businessDate(),
    doneDate: businessDate().nullable(),
    comment: prose(500),
    ...versioned,
  },
  indexes: [
    // Without the id, the key of a claim, a client or a word is stored once for all its rows.
    { name: 'invoice_ledger_event_invoice_index', properties: ['tenantId', 'invoiceId'] },
    { name: 'invoice_ledger_event_client_index', properties: ['tenantId', 'clientId'] },
    { name: 'invoice_ledger_event_date_index', properties: ['tenantId', 'plannedDate', 'id'] },
    { name: 'invoice_ledger_event_type_index', properties: ['tenantId', 'type'] },
    { name: 'invoice_ledger_event_status_index', properties: ['tenantId', 'status'] },
  ],
})
export type InvoiceLedgerEvent = InferEntity<typeof InvoiceLedgerEvent>
