import type { AreaOfRules } from '../area.ts'
import { refusalsOfInvoices } from './refusals.ts'

export const invoices = {
  refusals: refusalsOfInvoices,
  topics: { REFUND: { usual: 'ALWAYS' }, REVERSE_FINANCIAL_EVENT: { usual: 'ABOVE:10000' } },
  processes: {
    activateInvoice: {
      workflow: 'activateInvoice',
      queue: 'core',
      prefix: 'activate-invoice',
      entity: 'InvoiceActivation',
      inNameOf: 'platform',
      statuses: ['RUNNING', 'DONE', 'FAILED', 'WITHDRAWN'],
      shownAt: '/invoices/{id}',
    },
    activateBatch: {
      workflow: 'activateBatch',
      queue: 'bulk',
      prefix: 'activate-batch',
      entity: 'InvoiceActivation',
      inNameOf: 'platform',
      statuses: ['RUNNING', 'DONE'],
    },
    sendNotice: {
      workflow: 'sendNotice',
      queue: 'core',
      prefix: 'send-notice',
      entity: 'Document',
      inNameOf: 'platform',
      statuses: ['QUEUED', 'SENT', 'FAILED', 'CANCELLED'],
      shownAt: '/documents/{id}',
    },
  },
  tasks: [
    'articles.bulkUpdate',
    'invoices.bankruptcy',
    'invoices.bulkActivate',
    'invoices.bulkRefundCredit',
    'invoices.bulkUpdate',
    'invoices.linkMultiple',
  ],
  jobs: {
    'invoice.due': {
      at: '00:10',
      summary: 'Claims become due and overdue, and pauses that have run out end',
    },
    bankruptcy: {
      at: '00:25',
      summary: 'Claims stand as the bankruptcy of their debtor, or its end, means',
    },
    retention: {
      at: '04:15',
      summary: 'Documents go when nothing wants them kept any more',
    },
  },
} as const satisfies AreaOfRules
