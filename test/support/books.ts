import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import type { World } from './world.ts'

/** What the books say, as text: for each owner and account what its postings add up to. */
export async function trialOf(at: World, tenantId: string): Promise<Record<string, string>> {
  const rows = await at.owner(
    `select owner_id || ' ' || account_number || ' ' || currency as account, sum(amount) as balance
     from voucher_posting where tenant_id = $1 group by 1 having sum(amount) <> 0 order by 1`,
    [tenantId],
  )
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
}

/** Every balance that is kept anywhere, as text. */
export async function balancesOf(at: World, tenantId: string): Promise<Record<string, string>> {
  const rows = await at.owner(
    `select 'invoice ' || id as of, balance, credited_amount as other from invoice where tenant_id = $1
     union all select 'debtor ' || id, balance, 0 from debtor where tenant_id = $1
     union all select 'client account ' || id, balance, 0 from client_account where tenant_id = $1
     union all select 'account ' || id, balance, 0 from bookkeeping_account where tenant_id = $1
     union all select 'limit ' || id, utilised, reserved from credit_status where tenant_id = $1`,
    [tenantId],
  )
  return Object.fromEntries(rows.map(({ of, balance, other }) => [of, `${balance} ${other}`]))
}

/** What limits count beside what is financed and held, and decisions beside their invoices. */
const drifts = `
  with used as (
    select i.client_id, d.system_debtor_id, i.base_currency as currency, i.balance as utilised,
      0::bigint as reserved
    from invoice i join debtor d on d.tenant_id = i.tenant_id and d.id = i.debtor_id
    where i.tenant_id = $1 and i.financing_status in ('FINANCED', 'REFINANCED')
    union all
    select f.client_id, d.system_debtor_id, f.currency, 0, f.reserved
    from factoring_decision f join debtor d on d.tenant_id = f.tenant_id and d.id = f.debtor_id
    where f.tenant_id = $1 and f.status <> 'DECIDED'
  ), of_client as (
    select client_id as id, currency, sum(utilised) as utilised, sum(reserved) as reserved
    from used group by 1, 2
  ), of_debtor as (
    select system_debtor_id as id, currency, sum(utilised) as utilised, sum(reserved) as reserved
    from used where system_debtor_id is not null group by 1, 2
  )
  select format('limit of client %s %s: %s and %s held for %s and %s', coalesce(u.id, c.client_id),
    coalesce(u.currency, c.currency), c.utilised, c.reserved, u.utilised, u.reserved) as drift
  from of_client u full join (select * from credit_status
      where tenant_id = $1 and product_code = 'INVOICE_FACTORING_SELL') c
    on c.client_id = u.id and c.currency = u.currency
  where coalesce(u.utilised, 0) <> coalesce(c.utilised, 0)
    or coalesce(u.reserved, 0) <> coalesce(c.reserved, 0)
  union all
  select format('limit of debtor %s %s: %s and %s held for %s and %s',
    coalesce(u.id, c.system_debtor_id), coalesce(u.currency, c.currency), c.utilised, c.reserved,
    u.utilised, u.reserved)
  from of_debtor u full join (select * from system_debtor_credit_status where tenant_id = $1) c
    on c.system_debtor_id = u.id and c.currency = u.currency
  where coalesce(u.utilised, 0) <> coalesce(c.utilised, 0)
    or coalesce(u.reserved, 0) <> coalesce(c.reserved, 0)
  union all
  select format('invoice %s %s with %s open decisions', i.id, i.financing_status, count(f.id))
  from invoice i left join factoring_decision f on f.tenant_id = i.tenant_id
    and f.invoice_id = i.id and f.status <> 'DECIDED'
  where i.tenant_id = $1 group by i.id, i.financing_status
  having count(f.id) <> (i.financing_status = 'REQUESTED')::int
  union all
  select format('funding of %s: %s of %s', i.id, r.amount, i.balance)
  from invoice_refinancing r join invoice i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
  where r.tenant_id = $1 and r.status in ('PROPOSED', 'ACTIVE') and r.amount > i.balance
  union all
  select format('funding of %s: %s while it is %s', i.id, r.status, i.financing_status)
  from invoice_refinancing r join invoice i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
  where r.tenant_id = $1 and (r.status = 'ACTIVE') <> (i.financing_status = 'REFINANCED')
  union all
  select format('asked of %s: %s of %s', i.id, f.amount, i.balance)
  from factoring_decision f join invoice i on i.tenant_id = f.tenant_id and i.id = f.invoice_id
  where f.tenant_id = $1 and f.status <> 'DECIDED' and f.amount <> i.balance
  union all
  select format('%s is %s and open', id, main_status) from invoice where tenant_id = $1
    and main_status = 'ACTIVATED' and balance = 0 and fees_amount = 0 and interest_amount = 0`

/** Whatever is kept and is not what it follows from; nothing, if all is well. */
export async function driftsOf(at: World, tenantId: string): Promise<string[]> {
  const found = await verifyBooks(at.runtime.pool, tenantId)
  const others = await at.owner(drifts, [tenantId])
  return [
    ...found.map(({ check, subject, found: what }) => `${check} ${subject}: ${what}`),
    ...others.map(({ drift }) => String(drift)),
  ]
}
