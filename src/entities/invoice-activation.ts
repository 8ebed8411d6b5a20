import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onBecoming } from '../domain/event-rules.ts'
import { productCodes } from '../domain/clients/product.ts'
import { activationStatuses, activationSteps } from '../domain/invoices/invoice.ts'
import { idOf, principalId } from './columns.ts'
import { identified, startable, startIndex, tenantTable, versioned } from './table.ts'

/** One activation of an invoice: who asked, which step it is in, and what stopped it. */
export const InvoiceActivation = defineEntity({
  name: 'InvoiceActivation',
  ...tenantTable('invoice_activation', {
    clientColumn: 'client_id',
    owner: { entity: 'Invoice', key: 'invoiceId' },
    onMove: 'follows',
    unrecorded: ['batchId'],
    references: { invoiceId: 'invoice' },
    starts: { process: 'activateInvoice', key: ['invoiceId', 'number'], client: 'clientId' },
    filledTo: 80,
    events: { INVOICE: { means: onBecoming('status', { FAILED: 'activationFailed' }) } },
  }),
  properties: {
    ...identified('IA'),
    invoiceId: idOf('Invoice'),
    clientId: idOf('Client'),
    number: p.integer(),
    productCode: p.enum(productCodes),
    status: p.enum(activationStatuses),
    /** The step that is next, or that failed. */
    step: p.enum(activationSteps),
    error: p.string().length(500).nullable(),
    /** Of the workflow that does many at once. */
    batchId: p.string().length(60).nullable(),
    requestedBy: principalId(),
    authorizedBy: principalId().nullable(),
    /** Of one that is held: the right by which it was asked for. */
    openedBy: p.string().length(120).nullable().hidden(),
    /** What the document shows, as it was when the activation began; one made later has it itself. */
    frozen: p.json<unknown[]>().columnType('json').nullable().hidden(),
    senderShownId: idOf('Snapshot').nullable().hidden(),
    debtorShownId: idOf('Snapshot').nullable().hidden(),
    begunAt: p.datetime(3).nullable(),
    documentsAt: p.datetime(3).nullable(),
    bookedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    ...startable,
    ...versioned,
  },
  uniques: [{ name: 'invoice_activation_unique', properties: ['tenantId', 'invoiceId', 'number'] }],
  indexes: [
    {
      name: 'invoice_activation_batch_index',
      properties: ['tenantId', 'batchId'],
      where: { batchId: { $ne: null } },
    },
    {
      name: 'invoice_activation_moving_index',
      properties: ['tenantId', 'id'],
      where: { endedAt: null },
    },
    startIndex('invoice_activation'),
  ],
})
export type InvoiceActivation = InferEntity<typeof InvoiceActivation>
