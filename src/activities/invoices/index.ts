import type { AreaOfVerbs } from '../area.ts'
import {
  acceptForActivation,
  acceptManyForActivation,
  type WantedActivation,
} from './accept-for-activation.ts'
import type { InvoiceChange } from '../../domain/invoices/invoice-sent.ts'
import { activateChunk } from './activate-chunk.ts'
import { afterActivation } from './after-activation.ts'
import { beginActivation } from './begin-activation.ts'
import { bookActivation } from './book-activation.ts'
import { calculateBalance } from './calculate-balance.ts'
import { hasFailed, isAdrift, isFaulty } from './errand-causes.ts'
import { exportInvoices } from './export-invoices.ts'
import { failActivation } from './fail-activation.ts'
import { gatherActivations } from './gather-activations.ts'
import { linkCredit, type LinkWanted } from './link-credit.ts'
import { makeDocuments } from './make-documents.ts'
import { retryActivation } from './retry-activation.ts'
import { updateArticleInBulk } from './update-article.ts'
import { updateInvoice } from './update-invoice.ts'
import { validateInvoice } from './validate-invoice.ts'

export const invoices = {
  verbs: {
    beginActivation,
    makeDocuments,
    bookActivation,
    afterActivation,
    failActivation,
    activateChunk,
    exportInvoices,
  },
  tasks: {
    'articles.bulkUpdate': { each: updateArticleInBulk },
    'invoices.bulkActivate': {
      each: async (unit, id, input) => {
        await acceptForActivation(unit, id, input as unknown as WantedActivation)
      },
      together: (unit, ids, input) =>
        acceptManyForActivation(unit, ids, input as unknown as WantedActivation),
    },
    'invoices.bulkUpdate': {
      each: async (unit, id, { changes }) => {
        await updateInvoice(unit, id, changes as InvoiceChange)
      },
    },
    'invoices.linkMultiple': {
      each: async (unit, creditId, input) => {
        const debits = input['debits'] as Record<string, LinkWanted['debits']>
        await linkCredit(unit, { creditId, debits: debits[creditId] ?? [] })
      },
    },
  },
  errandCauses: {
    INVOICE_VALIDATION: isFaulty,
    ACTIVATION_FAILED: hasFailed,
    POST_ACTIVATION: hasFailed,
    RECONCILIATION: isAdrift,
  },
  errandActions: {
    VALIDATE_INVOICE: { of: 'Invoice', act: validateInvoice },
    CALCULATE_BALANCE: { of: 'Invoice', act: calculateBalance },
    RETRY_ACTIVATION: { of: 'Invoice', act: retryActivation },
    RETRY_POST_ACTIVATE: { of: 'Invoice', act: retryActivation },
  },
  gathering: gatherActivations,
  overdue: {
    activateInvoice: `select tenant_id, id, invoice_id || '/' || number as key from invoice_activation
      where status in ('WAITING', 'RUNNING') and updated_at < now() - interval '2 minutes'
      order by updated_at limit 500`,
    exportInvoices: `select distinct tenant_id, client_id as id from client_sync_invoice
        where direction = 'EXPORT' and status in ('PENDING', 'RUNNING')
        and updated_at < now() - interval '3 minutes' limit 500`,
    // What it had gathered goes on one by one.
    activateBatch: null,
  },
} as const satisfies AreaOfVerbs
