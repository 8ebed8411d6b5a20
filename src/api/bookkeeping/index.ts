import bills from './bills.ts'
import bookkeepingAccounts from './bookkeeping-accounts.ts'
import bookkeepingDeliveries from './bookkeeping-deliveries.ts'
import bookkeepingReceivers from './bookkeeping-receivers.ts'
import bookkeepingFiles from './bookkeeping-files.ts'
import voucherPostings from './voucher-postings.ts'
import voucherRequest from './voucher-request.ts'
import vouchers from './vouchers/index.ts'

export default {
  name: 'bookkeeping',
  rooms: {
    bills,
    'bookkeeping-accounts': bookkeepingAccounts,
    'bookkeeping-deliveries': bookkeepingDeliveries,
    'bookkeeping-files': bookkeepingFiles,
    'bookkeeping-receivers': bookkeepingReceivers,
    'voucher-postings': voucherPostings,
    'voucher-request': voucherRequest,
    vouchers,
  },
}
