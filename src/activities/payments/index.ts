import type { AreaOfVerbs } from '../area.ts'
import { applyPaymentRequest } from './apply-payment-request.ts'
import { applyPayments } from './apply-payments.ts'
import { abortBatches, bookBatches, importFiles, matchBatches } from './batches/tasks.ts'
import { isUnsettled } from './errand-causes.ts'
import { payDirectly } from './pay-directly.ts'
import { payInvoice } from './pay-invoice.ts'
import { paymentsSettings } from './settings.ts'

export const payments = {
  settings: [paymentsSettings],
  errandCauses: { PAYMENT_MISMATCH: isUnsettled },
  tasks: {
    'payments.importFile': importFiles,
    'payments.match': matchBatches,
    'payments.bookkeep': bookBatches,
    'payments.abortBatch': abortBatches,
  },
  payInvoice,
  payDirectly,
  appliers: {
    SYNC_PAYMENT_COMPLETE: { onReceipt: applyPayments, apply: null },
    PAYMENT_REQUEST_COMPLETE: { onReceipt: applyPaymentRequest, apply: null },
  },
} as const satisfies AreaOfVerbs
