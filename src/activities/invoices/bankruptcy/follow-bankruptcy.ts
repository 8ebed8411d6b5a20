import { ofSystemDebtor, tellUntold } from '../../debtors/bankruptcy.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import type { JobChunk, JobWork } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { taskOf } from '../../task.ts'
import { followFilings } from './file-claim.ts'
import { followClaims } from './follow-claims.ts'

const atOnce = 50

/** Its open claims, and those that a bankruptcy has stopped. */
const concerned = `
select i.id from debtor d join invoice i on i.tenant_id = $1 and i.debtor_id = d.id
where d.tenant_id = $1 and d.system_debtor_id = $2 and ($3::uuid is null or i.id > $3)
  and i.id <= $4 and i.booked_date is not null and i.balance > 0
union
select b.invoice_id from bankrupt_claim b where b.tenant_id = $1 and b.system_debtor_id = $2
  and ($3::uuid is null or b.invoice_id > $3) and b.invoice_id <= $4
order by id limit $5`

export const followBankruptcy = taskOf({
  kind: 'Invoice',
  input: ofSystemDebtor,
  one: followClaims.one,
  many: followClaims.many,
  togetherMax: atOnce,
  mustEnd: true,
  find: async (unit, { systemDebtorId }, { after, until, limit }) => {
    const from = after === '' ? null : after
    const rows = await unit.transaction.query<{ id: string }>(concerned, [
      unit.tenantId,
      systemDebtorId,
      from,
      until,
      limit,
    ])
    return rows.map(({ id }) => id)
  },
})

/** Claims that do not stand as their debtor's bankruptcy, or its end, means. */
const astray = `
select i.id from system_debtor s
join debtor d on d.tenant_id = s.tenant_id and d.system_debtor_id = s.id
join invoice i on i.tenant_id = s.tenant_id and i.debtor_id = d.id
where s.tenant_id = $1 and s.status = 'BANKRUPT' and i.booked_date is not null
  and i.balance > 0 and coalesce(i.delivery_date, i.invoice_date) <= s.bankruptcy_date
  and not exists (select 1 from bankrupt_claim b
    where b.tenant_id = s.tenant_id and b.invoice_id = i.id)
union
select b.invoice_id from bankrupt_claim b
join invoice i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
join debtor d on d.tenant_id = b.tenant_id and d.id = i.debtor_id
left join system_debtor s on s.tenant_id = b.tenant_id and s.id = d.system_debtor_id
  and s.status = 'BANKRUPT'
where b.tenant_id = $1 and (s.id is distinct from b.system_debtor_id
  or b.bankruptcy_date is distinct from s.bankruptcy_date
  or b.doubtful <> case when i.financing_status in ('FINANCED', 'REFINANCED') then 0
    else greatest(i.balance, 0) end
  or b.credit_links is distinct from (select count(*) from financial_event e
    where e.tenant_id = $1 and e.claim_id = b.invoice_id
      and e.type in ('CREDIT_LINK', 'CREDIT_UNLINK')))`

/**
 * Every day: claims that came to a bankrupt, or whose debtor became one by another number, were
 * credited, paid or given back meanwhile stand anew, and what a task could not do is made good.
 * Whoever changes an identity holds the debtor, after which no claim is held.
 */
export const bankruptcyJob = {
  wanted: `exists (select 1 from system_debtor s
      where s.tenant_id = t.tenant_id and s.status = 'BANKRUPT')
    or exists (select 1 from bankrupt_claim b where b.tenant_id = t.tenant_id)
    or exists (select 1 from debtor d
      where d.tenant_id = t.tenant_id and d.bankrupt_since is not null)`,
  chunk: followAstray,
} satisfies JobWork

async function followAstray(unit: Unit, _: BusinessDate, after: string): Promise<JobChunk> {
  const told = await tellUntold(unit, atOnce)
  // A unit holds claims before debtors, so each has units of its own.
  if (told > 0) return { counts: { told, followed: 0 }, after }
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from (${astray}) found where ($2::uuid is null or id > $2) order by id
     limit ${atOnce}`,
    [unit.tenantId, after === '' ? null : after],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await followClaims.many(unit, ids, {})
  const filings = ids.length < atOnce ? await followFilings(unit, atOnce) : 0
  return {
    counts: { told, followed: ids.length },
    after: ids.length < atOnce && filings < atOnce ? null : (ids.at(-1) ?? after),
  }
}
