import { retryVoucherRequest } from '../../activities/bookkeeping/retry-voucher-request.ts'
import { VoucherRequest } from '../../entities/voucher.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const voucherRequestView = viewOf(VoucherRequest, [
  'id',
  'clientId',
  'financialEventId',
  'rule',
  'ownerType',
  'status',
  'error',
  'voucherId',
  'versioned',
])

export default {
  retryVoucherRequest: operation('POST /voucher-request/{id}/retry', 'RetryVoucherPostingCreate', {
    summary: 'Retry to make a voucher that could not be made',
    shows: voucherRequestView,
    status: 200,
    refuses: ['VOUCHER_REQUEST_NOT_FAILED', 'ALREADY_REVERSED', 'ACCOUNT_MISSING', 'PERIOD_LOCKED'],
  }).handle(({ unit, params }) => retryVoucherRequest(unit, params.id)),
} satisfies Room
