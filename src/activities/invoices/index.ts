import type { AreaOfVerbs } from '../area.ts'
import { activateChunk } from './activate-chunk.ts'
import { afterActivation } from './after-activation.ts'
import { isUnfiled } from './bankruptcy/file-claim.ts'
import { bankruptcyJob, followBankruptcy } from './bankruptcy/follow-bankruptcy.ts'
import { automationActions } from './automation-actions.ts'
import { beginActivation } from './begin-activation.ts'
import { bookActivation } from './book-activation.ts'
import { calculateBalance } from './calculate-balance.ts'
import { hasFailed, differsFromEvents, isFaulty } from './errand-causes.ts'
import { dueJob } from './due-job.ts'
import { exportInvoices } from './export-invoices.ts'
import { invoiceRequests } from './invoice-requests.ts'
import { failActivation } from './fail-activation.ts'
import { gatherActivations } from './gather-activations.ts'
import { makeDocuments } from './make-documents.ts'
import { retryActivation } from './retry-activation.ts'
import { failNotice } from './notices/fail-notice.ts'
import { mailNotice } from './notices/mail-notice.ts'
import { noticeOfAssignment } from './notices/notice-of-assignment.ts'
import { isUnsent, markNoticeSent, retryNotice } from './notices/retry-notice.ts'
import { cancelNotices } from './notices/start-notice.ts'
import { storeNotice } from './notices/store-notice.ts'
import { activateInvoices, linkCredits, updateArticles, updateInvoices } from './tasks.ts'
import { addAssignmentNotices } from './documents/add-assignment-notice.ts'
import { retentionJob } from './documents/retention-job.ts'
import { datesSettings } from './settings.ts'
import { worthIn } from './worth-in.ts'
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
    storeNotice,
    mailNotice,
    failNotice,
  },
  tasks: {
    'articles.bulkUpdate': updateArticles,
    'invoices.bankruptcy': followBankruptcy,
    'invoices.bulkActivate': activateInvoices,
    'invoices.bulkUpdate': updateInvoices,
    'invoices.linkMultiple': linkCredits,
  },
  jobs: { 'invoice.due': dueJob, bankruptcy: bankruptcyJob, retention: retentionJob },
  automationActions,
  errandCauses: {
    INVOICE_VALIDATION: isFaulty,
    ACTIVATION_FAILED: hasFailed,
    POST_ACTIVATION: hasFailed,
    RECONCILIATION: differsFromEvents,
    DISTRIBUTION: isUnsent,
    BANKRUPTCY: isUnfiled,
  },
  errandActions: {
    VALIDATE_INVOICE: { of: 'Invoice', act: validateInvoice },
    CALCULATE_BALANCE: { of: 'Invoice', act: calculateBalance },
    RETRY_ACTIVATION: { of: 'Invoice', act: retryActivation },
    RETRY_POST_ACTIVATE: { of: 'Invoice', act: retryActivation },
    RETRY_SENDING: { of: 'Document', act: retryNotice },
    MARK_AS_SENT: { of: 'Document', act: markNoticeSent },
  },
  settings: [datesSettings],
  claimsBought: addAssignmentNotices,
  claimsReturned: (unit, invoiceIds) =>
    cancelNotices(unit, invoiceIds, 'The claim is its client’s again.'),
  notices: { NOTICE_OF_ASSIGNMENT: noticeOfAssignment },
  worthIn,
  invoiceRequests,
  gathering: gatherActivations,
  overdue: {
    activateInvoice: `select tenant_id, id, id_text(invoice_id) || '/' || number as key
      from invoice_activation
      where ended_at is null and status in ('WAITING', 'RUNNING')
        and updated_at < now() - interval '2 minutes'
      order by updated_at limit 500`,
    exportInvoices: `select distinct tenant_id, client_id as id from client_sync_invoice
        where direction = 'EXPORT' and status in ('PENDING', 'RUNNING')
        and updated_at < now() - interval '3 minutes' limit 500`,
    sendNotice: `select tenant_id, id from document where distribution_status = 'QUEUED'
        and updated_at < now() - interval '2 minutes'
      order by updated_at limit 500`,
    // If a batch is lost, its activations are started again one by one.
    activateBatch: null,
  },
} as const satisfies AreaOfVerbs
