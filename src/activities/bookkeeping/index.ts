import type { AreaOfVerbs } from '../area.ts'
import { bookkeepBills } from './bills/bookkeep-bills.ts'
import { applyVouchers } from './apply-vouchers.ts'
import { generateFiles, generateInternalFiles, scheduledFiles } from './files/tasks.ts'
import { isVoucherMissing } from './is-voucher-missing.ts'
import { resendVoucher } from './move-voucher.ts'
import { retryRequestsOfOwner } from './retry-requests-of-owner.ts'
import { bookkeepingSettings, retentionSettings } from './settings.ts'
import { checkJob, isStillFaulty } from './verify/check-job.ts'

export const bookkeeping = {
  tasks: {
    'bookkeepingFiles.generate': generateFiles,
    'bookkeepingFiles.internal': generateInternalFiles,
    'bills.bookkeep': bookkeepBills,
  },
  scheduled: { BOOKKEEPING_FILE: scheduledFiles },
  settings: [bookkeepingSettings, retentionSettings],
  jobs: { 'invariants.check': checkJob },
  errandCauses: { VOUCHER: isVoucherMissing, INVARIANT: isStillFaulty },
  errandActions: {
    RETRY_VOUCHER_REQUEST: { of: 'BookkeepingOwner', act: retryRequestsOfOwner },
    RESEND_VOUCHER: { of: 'Voucher', act: resendVoucher },
  },
  appliers: { SYNC_VOUCHER_COMPLETE: { apply: applyVouchers } },
} as const satisfies AreaOfVerbs
