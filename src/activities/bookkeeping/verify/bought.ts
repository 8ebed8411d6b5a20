import type { Check } from './check.ts'

/** What the events of bought claims say of what is kept until they are paid. */
const reservesLeft = `
  select claim_id as id, sum(case type when 'FINANCED' then (facts ->> 'reserve')::bigint
    when 'RESERVE_RELEASED' then -(facts ->> 'amount')::bigint
    else -(facts ->> 'fromReserve')::bigint end) as amount
  from financial_event
  where tenant_id = $1 and reversed_by_id is null
    and type in ('FINANCED', 'DILUTION', 'RECOURSE', 'RESERVE_RELEASED')
  group by 1`

export const checksOfBought: readonly Check[] = [
  {
    name: 'reserves',
    promise:
      'the reserve of every bought claim is in the tenant’s book until the claim is paid or given back',
    sql: `with said as materialized (${reservesLeft}), posted as materialized (
        select claim_id as id, -sum(amount) as amount from voucher_posting
        where tenant_id = $1 and owner_id = $2 and role = 'RESERVE' and claim_id is not null
        group by 1
      )
      select b.id as subject, format('the book says %s, its events %s', b.posted, b.said) as found
      from (
        select id, coalesce(p.amount, 0) as posted, coalesce(s.amount, 0) as said
        from said s full join posted p using (id)
      ) b left join invoice i on i.tenant_id = $1 and i.id = b.id
      where b.posted <> b.said or b.said < 0
        or (b.said > 0 and i.financing_status not in ('FINANCED', 'REFINANCED'))`,
  },
  {
    name: 'funded-shares',
    promise: 'no financier is told of more than it bore of what was paid on its claims',
    sql: `with told as materialized (
        select invoice_id as id, sum(share) as share, sum(amount) as amount from funded_payment
        where tenant_id = $1 group by 1
      ), borne as materialized (
        select claim_id as id, sum((facts ->> 'fromRefinancing')::bigint) as share
        from financial_event
        where tenant_id = $1 and type in ('PAYMENT', 'DIRECT_PAYMENT')
          and facts ->> 'fromRefinancing' is not null
        group by 1
      )
      select id as subject, format('told of %s of %s, it bore %s', t.share, t.amount,
        coalesce(b.share, 0)) as found
      from told t left join borne b using (id)
      where t.share < 0 or t.share > t.amount or t.share > coalesce(b.share, 0)`,
  },
]
