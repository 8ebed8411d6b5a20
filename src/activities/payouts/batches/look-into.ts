import { refuse } from '../../../domain/refusal.ts'
import type { PayoutBatch } from '../../../entities/payout-batch.ts'
import { Payout } from '../../../entities/payout.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { reasonsOfPayouts } from '../block-facts.ts'

const shownMax = 20

/** Refuses a batch of which one would be blocked now, or whose sum is not that of its payouts. */
export async function refuseBlocked(unit: Unit, batch: PayoutBatch): Promise<void> {
  const payouts = await rowsOf(unit, Payout, { batchId: batch.id }, ['id'])
  const ids = payouts.map(({ id }) => id)
  const reasons = [...(await reasonsOfPayouts(unit, ids))].filter(([, found]) => found.length > 0)
  if (reasons.length === 0) return
  const errors = reasons
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, shownMax)
    .map(([id, [code = 'NOT_POSSIBLE']]) => ({ pointer: '', code, message: `Payout ${id}` }))
  refuse('PAYOUT_BATCH_CHANGED', { detail: `${reasons.length} of its payouts are held.`, errors })
}

/** Of all that the bank is told: whom, where to, how much, when and from where. */
export async function hashOf(unit: Unit, { id, count, total }: PayoutBatch): Promise<string> {
  const [row] = await unit.transaction.query<{ hash: string; count: number; total: string }>(
    `select encode(sha256(convert_to(concat_ws(E'\\n', b.currency, b.execution_date, s.kind,
         s.number, string_agg(jsonb_build_array(id_text(p.id), p.amount::text, p.currency,
           p.payout_kind, p.payout_number, p.payout_bic, p.payout_holder, p.remittance_text)::text
           || coalesce(p.payout_address::text, ''),
           E'\\n' order by p.id)), 'UTF8')), 'hex') as hash,
       count(*)::int as count, sum(p.amount)::text as total
     from payout_batch b
     join system_bank_account s on s.tenant_id = $1 and s.id = b.system_bank_account_id
     join payout p on p.tenant_id = $1 and p.batch_id = b.id
     where b.tenant_id = $1 and b.id = $2 group by b.tenant_id, b.id, s.kind, s.number`,
    [unit.tenantId, id],
  )
  if (row?.count !== count || BigInt(row.total) !== total) {
    refuse('PAYOUT_BATCH_CHANGED', { detail: 'Its payouts do not add up to it.' })
  }
  return row.hash
}
