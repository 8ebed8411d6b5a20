import { driftsOf } from '../support/books.ts'
import { besides } from './beside.ts'
import { roomDrifts } from './rooms.ts'
import type { Ground } from './caller.ts'

/** What limits count beside what is financed and held, and decisions beside their invoices. */
const counts = `
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

/** What else has to hold of claims, beside what the books and limits say. */
const wholes = `
  with held as (
    select i.id, i.financing_status, i.balance + i.fees_amount + i.interest_amount as owed,
      -coalesce(sum(p.amount), 0) as reserve
    from invoice i left join voucher_posting p on p.tenant_id = i.tenant_id
      and p.claim_id = i.id and p.owner_id = id_of(tenant_text($1)) and p.role = 'RESERVE'
    where i.tenant_id = $1 group by i.id, i.financing_status, owed
  ), errand as (
    select * from system_errand where tenant_id = $1 and status in ('OPEN', 'IN_PROGRESS')
  )
  select format('of %s, %s with %s open, %s is held back', id, financing_status, owed, reserve)
    as drift
  from held where reserve < 0 or (reserve > 0
    and (owed = 0 or financing_status not in ('FINANCED', 'REFINANCED')))
  union all
  select format('%s is %s and %s', id, product_code, financing_status) from invoice
  where tenant_id = $1 and booked_date is not null and (product_code = 'INVOICE_FACTORING_SELL')
    <> (financing_status in ('FINANCED', 'REFINANCED'))
  union all
  select format('%s of %s, %s, has %s documents', i.id, i.main_status, i.booked_date, count(d.id))
  from invoice i left join document d on d.tenant_id = i.tenant_id and d.invoice_id = i.id
    and d.status <> 'DELETED' and d.type <> 'NOTICE_OF_ASSIGNMENT'
  where i.tenant_id = $1 group by i.id, i.main_status, i.booked_date
  having count(d.id) > (i.main_status not in ('CREATED', 'PENDING_AUTHORIZATION', 'PENDING'))::int
    or (i.booked_date is not null and count(d.id) <> 1)
  union all
  select format('%s was bought %s times and told %s times', i.id, count(distinct f.id),
    count(distinct d.id))
  from invoice i left join factoring_decision f on f.tenant_id = i.tenant_id
    and f.invoice_id = i.id and f.finance_decision = 'APPROVED'
  left join document d on d.tenant_id = i.tenant_id and d.invoice_id = i.id
    and d.type = 'NOTICE_OF_ASSIGNMENT'
  where i.tenant_id = $1 group by i.id having count(distinct f.id) <> count(distinct d.id)
  union all
  select format('the notice of %s, %s, is %s', i.id, i.financing_status, d.distribution_status)
  from document d join invoice i on i.tenant_id = d.tenant_id and i.id = d.invoice_id
  where d.tenant_id = $1 and d.distribution_status in ('QUEUED', 'FAILED')
    and i.financing_status not in ('FINANCED', 'REFINANCED')
  union all
  select format('%s notices of %s wait', count(*), invoice_id) from document
  where tenant_id = $1 and distribution_status in ('QUEUED', 'FAILED') and invoice_id is not null
  group by invoice_id having count(*) > 1
  union all
  select format('%s activations of %s, %s, are not over', count(a.id), i.id, i.main_status)
  from invoice i left join invoice_activation a on a.tenant_id = i.tenant_id
    and a.invoice_id = i.id and (a.status in ('HELD', 'WAITING', 'RUNNING')
      or (a.status = 'FAILED' and a.step <> 'POST_ACTIVATE'))
  where i.tenant_id = $1 group by i.id, i.main_status
  having (count(a.id) <> 1 and i.main_status in ('PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING'))
    or count(a.id) > 1 or (count(a.id) > 0 and i.main_status = 'CREATED')
  union all
  select format('the activation of %s is %s, with %s errands', a.invoice_id, a.status, count(e.id))
  from invoice_activation a left join errand e on e.dedupe_key = 'activation/' || id_text(a.id)
  where a.tenant_id = $1 group by a.id, a.invoice_id, a.status
  having count(e.id) > 1 or (a.status = 'FAILED' and count(e.id) = 0)
    or (a.status in ('DONE', 'WITHDRAWN') and count(e.id) > 0)
  union all
  select format('%s is decided, and an errand waits', f.id)
  from factoring_decision f join errand e on e.dedupe_key = 'factoring/' || id_text(f.id)
  where f.tenant_id = $1 and f.status = 'DECIDED'
  union all
  select format('%s and %s invoices to pay by it', payment_reference, count(*)) from invoice
  where tenant_id = $1 and payment_reference is not null
  group by client_id, payment_reference having count(*) > 1
  union all
  select format('%s was there %s times', claim_id, count(*)) from financial_event
  where tenant_id = $1 and type in ('INVOICE_BOOKED', 'CREDIT_BOOKED')
  group by claim_id having count(*) > 1
  union all
  select format('%s, %s, returns to %s', id, main_status, paused_from) from invoice
  where tenant_id = $1 and (paused_from is not null)
    <> (main_status in ('PAUSED', 'STOPPED', 'CLOSED', 'ARCHIVED'))
  union all
  select format('%s is %s, and paused until %s', id, main_status, paused_until) from invoice
  where tenant_id = $1 and paused_until is not null and main_status = 'ACTIVATED'
  union all
  select format('%s is sold on %s and %s', id, sold_date, financing_status) from invoice
  where tenant_id = $1 and (sold_date is null) and financing_status in ('FINANCED', 'RECOURSED')`

/** Whatever is kept and does not follow from what happened. */
export async function allDriftsOf({ at, tenant }: Ground): Promise<string[]> {
  const told = []
  for (const sql of [counts, wholes, besides, roomDrifts])
    told.push(...(await at.owner(sql, [tenant.id])))
  return [...(await driftsOf(at, tenant.id)), ...told.map(({ drift }) => String(drift))]
}
