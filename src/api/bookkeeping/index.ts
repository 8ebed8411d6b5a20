import bookkeepingAccounts from './bookkeeping-accounts.ts'
import voucherPostings from './voucher-postings.ts'
import voucherRequest from './voucher-request.ts'
import vouchers from './vouchers/index.ts'

export default {
  name: 'bookkeeping',
  rooms: {
    'bookkeeping-accounts': bookkeepingAccounts,
    'voucher-postings': voucherPostings,
    'voucher-request': voucherRequest,
    vouchers,
  },
}
