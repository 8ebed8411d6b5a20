import { markOfScope } from '../../../domain/access/scope.ts'
import { z } from 'zod'
import { waitingVouchers, type Queue } from '../../../activities/bookkeeping/waiting-vouchers.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { id } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import {
  decodeCursor,
  encodeCursor,
  pageLimitDefault,
  pageLimitMax,
  pageOf,
} from '../../../kernel/read/page.ts'
import { showDetail, VoucherDetailView } from '../views.ts'

const query = z.strictObject({
  clientId: id('Client').optional(),
  limit: z.coerce.number().int().min(1).max(pageLimitMax).default(pageLimitDefault),
  cursor: z.string().min(1).max(2000).optional(),
})

const returns = pageOf(VoucherDetailView).omit({ count: true })

/** One page of a queue, oldest first: what comes later stands at its end. */
async function page(unit: Unit, queue: Queue, asked: z.output<typeof query>) {
  const { clientId, limit, cursor } = asked
  const list = JSON.stringify([unit.tenantId, ...markOfScope(unit.scope), queue, clientId])
  const key = unit.runtime.keys.cursors
  const after = cursor === undefined ? '' : String(decodeCursor(cursor, list, key)[0])
  const found = await waitingVouchers(unit, queue, { clientId, after, limit: limit + 1 })
  const vouchers = found.vouchers.slice(0, limit)
  const last = vouchers.at(-1)
  const hasMore = found.vouchers.length > limit
  return {
    data: vouchers.map((voucher) => showDetail(voucher, found.postings)),
    hasMore,
    nextCursor: hasMore && last !== undefined ? encodeCursor([last.id], list, key) : null,
  }
}

export default {
  listVouchersToExport: operation(
    'GET /vouchers/external/export/vouchers',
    'ReadVouchersExternalExportVouchers',
    { summary: 'List the vouchers that wait for a connector', query, returns },
  ).handle((call) => page(call.unit, 'vouchers', call.query)),

  listPaymentsToExport: operation(
    'GET /vouchers/external/export/payments',
    'ReadVouchersExternalExportPayments',
    { summary: 'List the vouchers of payments that wait for a connector', query, returns },
  ).handle((call) => page(call.unit, 'payments', call.query)),
} satisfies Room
