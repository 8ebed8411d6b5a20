import type { Check } from './check.ts'

/** Pairs of roles in both books whose balances must agree for a client. */
const mirror = `
  with of_tenant as (
    select p.about_client_id as client_id, p.currency, p.role = 'RESERVE' as reserve,
      sum(p.amount) as amount
    from voucher_posting p
    join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
    left join voucher o on o.tenant_id = v.tenant_id and o.id = v.reverses_id
    where p.tenant_id = $1 and p.owner_id = $2
      and (p.role in ('CLIENT_PAYABLE', 'RESERVE', 'CLIENT_BILLED_AR')
        or (p.role = 'IN_TRANSIT' and coalesce(o.rule, v.rule) in ('P4', 'P4r')))
    group by 1, 2, 3
  ), of_client as (
    select p.client_id, p.currency, p.role = 'CLEARING_RESERVE' as reserve,
      sum(p.amount) as amount
    from voucher_posting p
    where p.tenant_id = $1 and p.client_id is not null
      and p.role in ('CLEARING', 'CLEARING_RESERVE')
    group by 1, 2, 3
  )
  select client_id as subject,
    format('%s%s: the tenant owes %s, the client claims %s', currency,
      case when reserve then ' held back' end,
      -coalesce(t.amount, 0), coalesce(c.amount, 0)) as found
  from of_tenant t full join of_client c using (client_id, currency, reserve)
  where coalesce(t.amount, 0) + coalesce(c.amount, 0) <> 0`

/** A voucher that could not be made at once may stand on a later day than its event. */
const eventVouchers = `
  with posted as materialized (
    select voucher_id as id, sum(amount) filter (where role = 'AR') as claimed,
      count(distinct coalesce(claim_id::text, '')) as claims,
      max(coalesce(claim_id::text, '')) as claim
    from voucher_posting where tenant_id = $1 group by voucher_id
  ), late as materialized (
    select financial_event_id as id from voucher_request where tenant_id = $1
  )
  select v.id as subject,
    format('%s %s of %s on %s for %s of %s on %s', v.rule, v.owner_type, p.claimed, v.date,
      coalesce(e.type, 'no event'), e.amount, e.book_date) as found
  from voucher v
  left join posted p on p.id = v.id
  left join financial_event e on e.tenant_id = v.tenant_id and e.id = v.financial_event_id
  where v.tenant_id = $1 and (v.financial_event_id is not null
      or (v.rule <> 'MANUAL' and v.reverses_id is null))
    and (e.id is null or v.date < e.book_date or v.currency <> e.currency
      or (v.date > e.book_date and e.id not in (select id from late))
      or v.client_id is distinct from (case when v.owner_type = 'CLIENT' then e.client_id end)
      or v.owner_id <> (case when v.owner_type = 'CLIENT' then e.client_id else $2 end)
      or p.claims > 1 or p.claim <> coalesce(e.claim_id::text, '')
      or (v.rule in ('P1', 'P10') and (e.amount <> coalesce(p.claimed, 0)
        or e.type <> case v.rule when 'P1' then 'INVOICE_BOOKED' else 'CREDIT_BOOKED' end)))`

export const checksOfBooks: readonly Check[] = [
  {
    name: 'voucher-balance',
    promise: 'every voucher balances, by owner and currency',
    sql: `select voucher_id as subject, format('%s %s', sum(amount), currency) as found
      from voucher_posting where tenant_id = $1
      group by voucher_id, owner_id, currency having sum(amount) <> 0`,
  },
  {
    name: 'voucher-whole',
    promise: 'every voucher has the postings that its total, date and book say',
    sql: `select v.id as subject,
        format('%s postings, debits of %s, a total of %s', count(p.id),
          coalesce(sum(p.amount) filter (where p.amount > 0), 0), v.total) as found
      from voucher v left join voucher_posting p on p.tenant_id = v.tenant_id
        and p.voucher_id = v.id and p.owner_id = v.owner_id and p.date = v.date
      where v.tenant_id = $1 group by v.id, v.total
      having count(p.id) < 2
        or coalesce(sum(p.amount) filter (where p.amount > 0), 0) <> v.total`,
  },
  {
    name: 'posting-account',
    promise: 'every posting has the currency of its voucher, and its account the number it names',
    sql: `select p.id as subject,
        format('%s in %s, the account is %s in %s, the voucher in %s', p.account_number, p.currency,
          coalesce(a.number, 'gone'), a.currency, v.currency) as found
      from voucher_posting p
      join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
      left join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
      where p.tenant_id = $1 and (a.id is null or a.owner_id <> p.owner_id
        or a.number <> p.account_number or a.currency <> p.currency or v.currency <> p.currency)`,
  },
  {
    name: 'reversed-vouchers',
    promise: 'a reversed voucher and its mirror leave nothing on any account, in any role',
    sql: `with pair as (
        select o.id, r.id as mirror_id, o.reversed_by_id
        from (select * from voucher where tenant_id = $1 and reversed_by_id is not null) o
        full join (select * from voucher where tenant_id = $1 and reverses_id is not null) r
          on r.reverses_id = o.id
      )
      select coalesce(id, mirror_id) as subject, 'it and its mirror do not know each other' as found
      from pair where reversed_by_id is distinct from mirror_id
      union all
      select id, format('a mirror by %s', rule) from voucher
      where tenant_id = $1 and (reverses_id is not null) <> (rule = 'P31')
      union all
      select id, format('%s, reversed by %s', status, coalesce(reversed_by_id::text, 'none'))
      from voucher where tenant_id = $1 and (status = 'REVERSED') <> (reversed_by_id is not null)
      union all
      select pair.id, format('%s is left on %s', sum(p.amount), p.account_number)
      from pair join voucher_posting p on p.tenant_id = $1
        and p.voucher_id in (pair.id, pair.mirror_id)
      where reversed_by_id = mirror_id
      group by pair.id, p.account_id, p.account_number, p.role having sum(p.amount) <> 0`,
  },
  {
    name: 'event-vouchers',
    promise: 'what was posted for a financial event is what it says, on its day and in its books',
    sql: eventVouchers,
  },
  {
    name: 'mirror',
    promise: 'what the tenant owes a client is what the client claims',
    sql: mirror,
  },
  {
    name: 'numbers',
    promise: 'voucher numbers have no gaps, in each book, series and fiscal year',
    sql: `with used as (
        select owner_id, series, fiscal_year, count(distinct number) as n, min(number) as first,
          max(number) as last
        from voucher where tenant_id = $1 group by 1, 2, 3
      )
      select format('%s %s %s', owner_id, series, fiscal_year) as subject,
        format('%s vouchers from %s to %s, the next is %s', coalesce(n, 0), first, last,
          next_number) as found
      from used full join (select * from voucher_series where tenant_id = $1) s
        using (owner_id, series, fiscal_year)
      where coalesce(n, 0) <> coalesce(last, 0) or coalesce(first, 1) <> 1
        or coalesce(last, 0) + 1 <> coalesce(next_number, 0)`,
  },
  {
    name: 'locked-period',
    promise: 'nothing was booked in a period after it was locked',
    sql: `select v.id as subject,
        format('%s in a book locked up to %s', v.date, l.locked_until) as found
      from voucher v join locked_period l on l.tenant_id = v.tenant_id and l.owner_id = v.owner_id
      where v.tenant_id = $1 and v.date <= l.locked_until
        and v.created_at > coalesce(l.closed_at, l.updated_at)`,
  },
  {
    name: 'account-balance',
    promise: 'the kept balance of every bookkeeping account is the sum of its postings',
    sql: `select a.id as subject,
        format('%s keeps %s as of %s, its postings say %s as of %s', a.number, a.balance,
          a.balance_as_of, coalesce(p.amount, 0), p.date) as found
      from bookkeeping_account a left join (
        select account_id, sum(amount) as amount, max(date) as date from voucher_posting
        where tenant_id = $1 group by account_id
      ) p on p.account_id = a.id
      where a.tenant_id = $1 and (a.balance <> coalesce(p.amount, 0)
        or a.balance_as_of is distinct from p.date)`,
  },
  {
    name: 'account-days',
    promise: 'what an account has for a day, by when it was recorded, is the sum of its postings',
    sql: `with posted as (
        select account_id, date, (recorded_at at time zone 'UTC')::date as recorded_on, client_id,
          sum(amount) as amount
        from voucher_posting where tenant_id = $1 group by 1, 2, 3, 4
      ), days as (select * from account_day where tenant_id = $1)
      select format('%s %s', account_id, date) as subject,
        format('recorded on %s: %s, its postings say %s', recorded_on, d.amount, p.amount) as found
      from days d full join posted p using (account_id, date, recorded_on)
      where d.amount is distinct from p.amount or d.client_id is distinct from p.client_id`,
  },
]
