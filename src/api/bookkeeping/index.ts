import bookkeepingAccounts from './bookkeeping-accounts.ts'
import bookkeepingFiles from './bookkeeping-files.ts'
import voucherPostings from './voucher-postings.ts'
import voucherRequest from './voucher-request.ts'
import vouchers from './vouchers/index.ts'

export default {
  name: 'bookkeeping',
  rooms: {
    'bookkeeping-accounts': bookkeepingAccounts,
    'bookkeeping-files': bookkeepingFiles,
    'voucher-postings': voucherPostings,
    'voucher-request': voucherRequest,
    vouchers,
  },
}
