import type { AreaOfRules } from '../area.ts'
import { onBecoming, life } from '../event-rules.ts'
import { ledgerStatusOn } from './ledger-status.ts'
import { refusalsOfInvoices } from './refusals.ts'

/** Where a claim stands on the day on which somebody is told of it. */
const onDay = { ledgerStatus: ledgerStatusOn }

export const invoices = {
  ids: {
    Invoice: 'I',
    Article: 'AR',
    ArticleLabel: 'AL',
    InvoiceActivation: 'IA',
    InvoiceLedgerEvent: 'LE',
  },
  refusals: refusalsOfInvoices,
  processes: {
    activateInvoice: {
      workflow: 'activateInvoice',
      queue: 'core',
      prefix: 'activate-invoice',
      entity: 'InvoiceActivation',
    },
    activateBatch: {
      workflow: 'activateBatch',
      queue: 'bulk',
      prefix: 'activate-batch',
      entity: 'InvoiceActivation',
    },
  },
  tasks: [
    'articles.bulkUpdate',
    'invoices.bulkActivate',
    'invoices.bulkUpdate',
    'invoices.linkMultiple',
  ],
  jobs: {
    'invoice.due': {
      at: '00:10',
      summary: 'Claims become due and overdue, and pauses that have run out end',
    },
  },
  events: [
    ...onBecoming('Invoice', 'mainStatus', 'INVOICE', {
      PENDING_AUTHORIZATION: 'authorizationRequired',
      PENDING: 'pending',
      ACTIVATING: 'activating',
      PAUSED: 'paused',
      DISPUTED: 'disputed',
      STOPPED: 'stopped',
      CLOSED: 'closed',
      ARCHIVED: 'archived',
      CREATED: 'reset',
    }),
    { entity: 'Invoice', when: { field: 'bookedDate' }, type: 'INVOICE', name: 'activated' },
    { entity: 'Invoice', when: { field: 'pausedFrom' }, type: 'INVOICE', name: 'resumed' },
    ...life('Invoice', 'INVOICE'),
    { entity: 'Invoice', when: { field: 'balance' }, type: 'INVOICE_BALANCE', name: 'changed' },
    ...life('Article', 'INVOICE', 'article'),
    ...life('ArticleLabel', 'INVOICE', 'articleLabel'),
    ...onBecoming('InvoiceActivation', 'status', 'INVOICE', { FAILED: 'activationFailed' }),
    ...onBecoming('InvoiceLedgerEvent', 'status', 'INVOICE_LEDGER_EVENT', {
      DONE: 'done',
      SKIPPED: 'skipped',
    }),
    {
      entity: 'InvoiceLedgerEvent',
      when: 'CREATED',
      type: 'INVOICE_LEDGER_EVENT',
      name: 'planned',
    },
    ...life('InvoiceLedgerEvent', 'INVOICE_LEDGER_EVENT'),
  ],
  eventContents: {
    INVOICE_LEDGER_EVENT: { fields: ['invoiceId', 'type', 'plannedDate', 'doneDate'] },
    INVOICE: {
      fields: ['invoiceNumber', 'type', 'mainStatus', 'ledgerStatus', 'productCode', 'bookedDate'],
      onDay,
    },
    INVOICE_BALANCE: {
      fields: [
        'invoiceNumber',
        'ledgerStatus',
        'balance',
        'paidAmount',
        'creditedAmount',
        'baseCurrency',
      ],
      currency: 'baseCurrency',
      onDay,
    },
  },
} as const satisfies AreaOfRules
