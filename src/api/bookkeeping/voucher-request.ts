import { z } from 'zod'
import { retryVoucherRequest } from '../../activities/bookkeeping/retry-voucher-request.ts'
import { ownerTypes, voucherRequestStatuses } from '../../domain/bookkeeping/ledger.ts'
import type { VoucherRequest } from '../../entities/voucher.ts'
import { id, showVersioned, versionedView } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const VoucherRequestView = z
  .object({
    id: id('VoucherRequest'),
    clientId: id('Client').nullable(),
    financialEventId: id('FinancialEvent'),
    rule: z.string().meta({ example: 'P1' }),
    ownerType: z.enum(ownerTypes),
    status: z.enum(voucherRequestStatuses),
    error: z.string().nullable(),
    voucherId: id('Voucher').nullable(),
    ...versionedView,
  })
  .meta({ id: 'VoucherRequest' })

const show = (request: VoucherRequest): z.output<typeof VoucherRequestView> => ({
  id: request.id,
  clientId: request.clientId ?? null,
  financialEventId: request.financialEventId,
  rule: request.rule,
  ownerType: request.ownerType,
  status: request.status,
  error: request.error ?? null,
  voucherId: request.voucherId ?? null,
  ...showVersioned(request),
})

export default {
  retryVoucherRequest: operation('POST /voucher-request/{id}/retry', 'RetryVoucherPostingCreate', {
    summary: 'Retry to make a voucher that could not be made',
    returns: VoucherRequestView,
    shows: show,
    status: 200,
    refuses: ['VOUCHER_REQUEST_NOT_FAILED', 'ALREADY_REVERSED', 'ACCOUNT_MISSING', 'PERIOD_LOCKED'],
  }).handle(({ unit, params }) => retryVoucherRequest(unit, params.id)),
} satisfies Room
