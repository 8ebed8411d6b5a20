import type { BusinessDate } from '../../../domain/dates.ts'
import type { JobChunk, JobWork } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { compareHeld } from './compare-books.ts'

const atOnce = 20

/**
 * Every morning: the statements that are new or do not agree, those of the last days, and those of
 * days on which the books have changed since.
 */
export const reconcileJob = {
  wanted: 'exists (select 1 from payment_reconciliation r where r.tenant_id = t.tenant_id)',
  chunk: compareNext,
} satisfies JobWork

async function compareNext(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const rows = await unit.transaction.query<{ id: string }>(toCompare, [
    unit.tenantId,
    day,
    after === '' ? null : after,
    atOnce,
    unit.tenantId,
  ])
  const compared = await compareHeld(
    unit,
    rows.map(({ id }) => id),
  )
  const differing = compared.filter(({ status }) => status === 'DIFF').length
  return {
    counts: { compared: compared.length, differing },
    after: rows.length < atOnce ? null : rows.at(-1)!.id,
  }
}

const toCompare = `
select r.id from payment_reconciliation r
where r.tenant_id = $1 and r.date <= $2::date and ($3::uuid is null or r.id > $3)
  and (r.status <> 'MATCHED' or r.compared_at is null or r.date > $2::date - 7
    or exists (select 1 from bookkeeping_account a
      join account_day d on d.tenant_id = $1 and d.account_id = a.id
        and d.date between r.from_date and r.date
        and d.recorded_on >= (r.compared_at at time zone 'UTC')::date
      where a.tenant_id = $1 and a.owner_id = $5 and a.role = 'BANK' and a.currency = r.currency))
order by r.id limit $4`
