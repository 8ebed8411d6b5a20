import type { AreaOfVerbs } from '../area.ts'
import { applyPayments } from './apply-payments.ts'
import { abortBatches, bookBatches, importFiles, matchBatches } from './batches/tasks.ts'
import { isUnreconciled, isUnsettled } from './errand-causes.ts'
import { answerReturns } from './files/import-statuses.ts'
import { fetchJob } from './feeds/fetch-job.ts'
import { exportFunded } from './export-funded.ts'
import { payDirectly } from './pay-directly.ts'
import { payInvoice } from './pay-invoice.ts'
import { reconcileJob } from './reconciliations/reconcile-job.ts'
import { applyPaymentRequest, checkPaymentRequest } from './requests/apply-request-event.ts'
import {
  expirePaymentRequest,
  readPaymentRequest,
  refreshPaymentRequest,
  sendPaymentRequest,
} from './requests/carry-request.ts'
import { requests } from './requests/end-requests.ts'
import { invoiceMethods } from './requests/ways-to-pay.ts'
import { paymentsSettings } from './settings.ts'

export const payments = {
  verbs: {
    sendPaymentRequest,
    refreshPaymentRequest,
    expirePaymentRequest,
    readPaymentRequest,
  },
  invoiceMethods,
  requests,
  overdue: {
    paymentRequest: `select tenant_id, id, id_text(id) || '/' || attempts as key
      from payment_request
      where (status = 'CREATED' and updated_at < now() - interval '5 minutes')
        or (status in ('CREATED', 'SENT', 'PENDING')
          and expires_at < now() - interval '10 minutes')
      order by updated_at limit 500`,
  },
  settings: [paymentsSettings],
  jobs: { 'payments.reconcile': reconcileJob, 'payments.fetch': fetchJob },
  errandCauses: { PAYMENT_MISMATCH: isUnsettled, RECONCILIATION: isUnreconciled },
  tasks: {
    'payments.importFile': importFiles,
    'payments.match': matchBatches,
    'payments.bookkeep': bookBatches,
    'payments.abortBatch': abortBatches,
    'payments.exportFunded': exportFunded,
    'payments.answerReturns': answerReturns,
  },
  payInvoice,
  payDirectly,
  appliers: {
    SYNC_PAYMENT_COMPLETE: { onReceipt: applyPayments, apply: null },
    PAYMENT_REQUEST_COMPLETE: { onReceipt: checkPaymentRequest, apply: applyPaymentRequest },
  },
} as const satisfies AreaOfVerbs
