import type { AreaOfVerbs } from '../area.ts'
import { applyVouchers } from './apply-vouchers.ts'
import { generateFiles, generateInternalFiles, scheduledFiles } from './files/tasks.ts'
import { isVoucherMissing } from './is-voucher-missing.ts'
import { resendVoucher } from './move-voucher.ts'
import { retryRequestsOfOwner } from './retry-requests-of-owner.ts'
import { bookkeepingSettings } from './settings.ts'

export const bookkeeping = {
  tasks: {
    'bookkeepingFiles.generate': generateFiles,
    'bookkeepingFiles.internal': generateInternalFiles,
  },
  scheduled: { BOOKKEEPING_FILE: scheduledFiles },
  settings: [bookkeepingSettings],
  errandCauses: { VOUCHER: isVoucherMissing },
  errandActions: {
    RETRY_VOUCHER_REQUEST: { of: 'BookkeepingOwner', act: retryRequestsOfOwner },
    RESEND_VOUCHER: { of: 'Voucher', act: resendVoucher },
  },
  appliers: { SYNC_VOUCHER_COMPLETE: { apply: applyVouchers } },
} as const satisfies AreaOfVerbs
