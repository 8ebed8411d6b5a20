import type { AreaOfVerbs } from '../area.ts'
import { bookkeepBills } from './bills/bookkeep-bills.ts'
import { applyVouchers } from './apply-vouchers.ts'
import { deliverFile, failDelivery } from './files/deliver-file.ts'
import { retryFailed } from './files/start-delivery.ts'
import { generateFiles, generateInternalFiles, scheduledFiles } from './files/tasks.ts'
import { isVoucherMissing } from './is-voucher-missing.ts'
import { resendVoucher } from './move-voucher.ts'
import { retryRequestsOfOwner } from './retry-requests-of-owner.ts'
import { bookkeepingSettings, internalFilesSettings, retentionSettings } from './settings.ts'
import { checkJob, hourlyCheckJob, isStillFaulty } from './verify/check-job.ts'

export const bookkeeping = {
  verbs: { deliverFile, failDelivery },
  tasks: {
    'bookkeepingFiles.generate': generateFiles,
    'bookkeepingFiles.internal': generateInternalFiles,
    'bills.bookkeep': bookkeepBills,
  },
  scheduled: { BOOKKEEPING_FILE: scheduledFiles },
  settings: [bookkeepingSettings, internalFilesSettings, retentionSettings],
  jobs: { 'invariants.check': checkJob, 'invariants.hourly': hourlyCheckJob },
  errandCauses: { VOUCHER: isVoucherMissing, INVARIANT: isStillFaulty },
  errandActions: {
    RETRY_VOUCHER_REQUEST: { of: 'BookkeepingOwner', act: retryRequestsOfOwner },
    RETRY_DELIVERY: { of: 'BookkeepingDelivery', act: retryFailed },
    RESEND_VOUCHER: { of: 'Voucher', act: resendVoucher },
  },
  overdue: {
    deliverBookkeepingFile: `select tenant_id, id from bookkeeping_delivery
      where status = 'QUEUED' and updated_at < now() - interval '2 minutes'
      order by updated_at limit 500`,
  },
  appliers: { SYNC_VOUCHER_COMPLETE: { apply: applyVouchers } },
} as const satisfies AreaOfVerbs
