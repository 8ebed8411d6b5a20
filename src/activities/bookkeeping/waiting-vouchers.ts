import { paymentRules } from '../../domain/bookkeeping/voucher-life.ts'
import { Voucher, VoucherPosting } from '../../entities/voucher.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export type Queue = 'vouchers' | 'payments'

export interface Waiting {
  vouchers: Voucher[]
  postings: VoucherPosting[]
}

/** Vouchers that no other system has taken, oldest first, with their postings. */
export async function waitingVouchers(
  unit: Unit,
  queue: Queue,
  asked: { clientId: string | undefined; after: string; limit: number },
): Promise<Waiting> {
  const { after, limit } = asked
  const values = [
    unit.tenantId,
    asked.clientId ?? null,
    paymentRules,
    queue === 'payments',
    after,
    limit,
  ]
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from voucher
     where tenant_id = $1 and status in ('BOOKED', 'EXPORTED', 'REVERSED')
       and external_system is null and file_id is null
       and ($2::uuid is null or client_id = $2) and (rule = any ($3)) = $4 and id > $5
       and ${unit.bound('voucher', values)}
     order by id limit $6`,
    values,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { vouchers: [], postings: [] }
  const vouchers = await unit.all(Voucher, { id: { $in: ids } })
  const postings = await unit.all(VoucherPosting, { voucherId: { $in: ids } })
  return { vouchers: vouchers.toSorted((a, b) => (a.id < b.id ? -1 : 1)), postings }
}
