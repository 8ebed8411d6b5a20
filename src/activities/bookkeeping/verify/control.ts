import { controlRoles } from '../../../domain/bookkeeping/chart.ts'
import type { Check } from './check.ts'

const controls = [...controlRoles.CLIENT].map((role) => `'${role}'`).join(', ')

/** Bookings without a voucher: the client books sales elsewhere, or the voucher still waits. */
const unbooked = `
  select e.client_id, e.debtor_id, e.currency, sum(e.amount) as amount
  from financial_event e
  left join financial_event o on o.tenant_id = e.tenant_id and o.id = e.reverses_id
  where e.tenant_id = $1 and e.amount <> 0
    and (coalesce(o.type, e.type) in ('INVOICE_BOOKED', 'CREDIT_BOOKED')
      or (coalesce(o.type, e.type) = 'FX_DIFFERENCE'
        and coalesce(o.facts, e.facts) ->> 'variant' = 'SERVICED'))
    and not exists (select 1 from voucher v where v.tenant_id = $1 and v.owner_type = 'CLIENT'
      and v.financial_event_id = e.id and v.rule <> 'RECLASSIFY')
  group by 1, 2, 3`

/** Claims that are bought and not given back, by their events. */
const bought = `
  select claim_id as id from financial_event
  where tenant_id = $1 and type in ('FINANCED', 'RECOURSE') and reversed_by_id is null
  group by 1 having sum(case type when 'FINANCED' then 1 else -1 end) > 0`

const receivables = `
  with bought as materialized (${bought}), unbooked as materialized (${unbooked}),
  open as (
    select e.client_id, e.debtor_id, e.currency, sum(e.amount) as amount from financial_event e
    where e.tenant_id = $1 and e.component = 'CAPITAL'
      and e.claim_type is distinct from 'BUSINESS_LOAN'
      and not exists (select 1 from bought b where b.id = e.claim_id)
    group by 1, 2, 3
  ), said as (
    select client_id, debtor_id, currency, sum(amount) as amount from (
      select * from open union all
      select client_id, debtor_id, currency, -amount from unbooked) both_of group by 1, 2, 3
  ), posted as (
    select client_id, debtor_id, currency, sum(amount) as amount from voucher_posting
    where tenant_id = $1 and role in ('AR', 'AR_DOUBTFUL') group by 1, 2, 3
  )
  select format('%s %s', coalesce(s.client_id, p.client_id), coalesce(s.debtor_id, p.debtor_id))
      as subject,
    format('the book says %s %s, open is %s', coalesce(p.amount, 0),
      coalesce(s.currency, p.currency), coalesce(s.amount, 0)) as found
  from said s full join posted p on p.client_id = s.client_id and p.currency = s.currency
    and coalesce(p.debtor_id::text, '') = coalesce(s.debtor_id::text, '')
  where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`

const unallocated = `
  with said as (
    select currency, -sum(open) as amount from unallocated_item where tenant_id = $1 group by 1
  ), posted as (
    select currency, sum(amount) as amount from voucher_posting
    where tenant_id = $1 and role = 'UNALLOCATED' group by 1
  )
  select currency as subject, format('the book says %s, what is not placed says %s',
    coalesce(p.amount, 0), coalesce(s.amount, 0)) as found
  from said s full join posted p using (currency)
  where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`

/** Money received, and what was placed or given back; reversed events count for nothing. */
const unallocatedItems = `
  with booked as materialized (
    select id, client_id, coalesce(facts ->> 'takes', source_key) as key, currency,
      reversed_by_id, facts ->> 'takes' is null as brings,
      case when type = 'PAYMENT_REVERT' or facts ->> 'takes' is null then 1 else -1 end
        * (facts ->> 'amount')::bigint as amount
    from financial_event
    where tenant_id = $1 and facts ->> 'from' is null and (type in ('PAYMENT', 'PAYMENT_REVERT')
      or (type = 'OVERPAYMENT' and facts ->> 'variant' in ('RETURNED', 'KEPT'))
      or (type in ('INSTALMENT_PAID', 'MANUAL_TRANSACTION', 'SETTLEMENT')
        and facts ->> 'takes' is not null))
  ), left_of as materialized (
    select key, currency, sum(amount) as open from booked where reversed_by_id is null group by 1, 2
  ), said as (
    select b.*, coalesce(l.open, 0) as open
    from booked b left join left_of l on l.key = b.key and l.currency = b.currency where b.brings
  ), ended as (
    select i.id, exists (select 1 from financial_event e
        left join financial_event o on o.tenant_id = $1 and o.id = e.reverses_id
      where e.tenant_id = $1 and e.id = i.ended_by_id and (e.facts ->> 'takes' = i.source_key
        or o.facts ->> 'takes' = i.source_key or o.id = i.opened_by_id)) as is_known
    from unallocated_item i where i.tenant_id = $1
  )
  select coalesce(i.id, s.id) as subject, format('%s %s of %s, %s is open by its events',
    i.status, i.open, i.amount, s.open) as found
  from (select * from unallocated_item where tenant_id = $1) i
  left join ended e on e.id = i.id
  full join said s on s.key = i.source_key
  where i.id is null or s.id is null or i.open <> s.open or i.amount <> s.amount
    or i.currency <> s.currency or i.opened_by_id <> s.id
    or i.client_id is distinct from s.client_id
    or i.status <> case when s.reversed_by_id is not null then 'REVERSED'
      when s.open = 0 then 'PLACED' else 'OPEN' end
    or (i.status = 'OPEN') <> (i.ended_by_id is null)
    or (i.ended_by_id is not null and not e.is_known)`

/** Of each account, and of the book in each currency. */
const settlements = `
  with moved as materialized (
    select settlement_account_id as id, currency, sum(amount) as amount
    from settlement_account_transaction where tenant_id = $1 group by 1, 2
  ), posted as (
    select p.currency, sum(p.amount) as amount from voucher_posting p
    join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
    where p.tenant_id = $1 and p.role = 'SETTLEMENT' and v.owner_type = 'TENANT' group by 1
  ), said as (select currency, sum(amount) as amount from moved group by 1)
  select coalesce(a.id, m.id)::text as subject, format('it keeps %s %s, its transactions say %s %s',
    a.balance, a.currency, coalesce(m.amount, 0), m.currency) as found
  from (select id, currency, balance from settlement_account where tenant_id = $1) a
  full join moved m on m.id = a.id and m.currency = a.currency
  where a.balance is distinct from coalesce(m.amount, 0)
  union all
  select currency, format('the book says %s, the accounts %s', coalesce(p.amount, 0),
    coalesce(s.amount, 0))
  from posted p full join said s using (currency)
  where coalesce(p.amount, 0) <> coalesce(s.amount, 0)`

/** What is financed, and what is reserved for open decisions, by claim. */
const exposed = `
  select i.client_id, d.system_debtor_id, coalesce(d.system_debtor_id, d.id) as whose,
    i.base_currency as currency, i.balance as used, 0::bigint as held
  from invoice i join debtor d on d.tenant_id = i.tenant_id and d.id = i.debtor_id
  where i.tenant_id = $1 and i.financing_status in ('FINANCED', 'REFINANCED')
  union all
  select f.client_id, d.system_debtor_id, coalesce(d.system_debtor_id, d.id), f.currency, 0,
    f.reserved
  from factoring_decision f join debtor d on d.tenant_id = f.tenant_id and d.id = f.debtor_id
  where f.tenant_id = $1 and f.status <> 'DECIDED'`

/** Compares limits with what they bound. */
function limitsAgainst(whose: string, table: string, of = ''): string {
  return `
  with claims as (
    select ${whose} as whose, currency, sum(used) as used, sum(held) as held
    from (${exposed}) counted where ${whose} is not null group by 1, 2
  ), limits as (
    select id, ${whose} as whose, currency, utilised, reserved from ${table}
    where tenant_id = $1 ${of}
  )
  select coalesce(l.id, c.whose) as subject, format('%s and %s for %s and %s', l.utilised,
    l.reserved, c.used, c.held) as found
  from claims c full join limits l on l.whose = c.whose and l.currency = c.currency
  where coalesce(c.used, 0) <> coalesce(l.utilised, 0)
    or coalesce(c.held, 0) <> coalesce(l.reserved, 0)`
}

/** What is used and held of a group's limit, and of the debtors in it and in the groups below it. */
const groupLimits = `
  with recursive down as (
    select id as group_id, id as below, currency, utilised, reserved
    from system_debtor_group where tenant_id = $1
    union select d.group_id, g.id, d.currency, d.utilised, d.reserved
    from down d join system_debtor_group g on g.tenant_id = $1 and g.parent_id = d.below
  ), said as (
    select d.group_id, sum(s.utilised) as used, sum(s.reserved) as held
    from down d
    join system_debtor_group_member m on m.tenant_id = $1 and m.group_id = d.below
    join system_debtor_credit_status s on s.tenant_id = $1
      and s.system_debtor_id = m.system_debtor_id and s.currency = d.currency
    group by 1
  )
  select g.id as subject, format('%s and %s for %s and %s', g.utilised, g.reserved,
    coalesce(s.used, 0), coalesce(s.held, 0)) as found
  from system_debtor_group g left join said s on s.group_id = g.id
  where g.tenant_id = $1
    and (g.utilised <> coalesce(s.used, 0) or g.reserved <> coalesce(s.held, 0))`

const exposures = `
  with claims as (
    select client_id, whose, currency, sum(used) as used, sum(held) as held
    from (${exposed}) counted group by 1, 2, 3
  ), kept as (select * from debtor_exposure where tenant_id = $1)
  select format('%s %s', client_id, whose) as subject,
    format('%s: %s and %s for %s and %s', currency, k.utilised, k.reserved, c.used, c.held) as found
  from claims c full join kept k using (client_id, whose, currency)
  where coalesce(c.used, 0) <> coalesce(k.utilised, 0)
    or coalesce(c.held, 0) <> coalesce(k.reserved, 0)`

export const checksOfControl: readonly Check[] = [
  {
    name: 'control-postings',
    promise:
      'what mirrors a sub-ledger moves by financial events alone, on the account of its role',
    sql: `select p.id as subject, format('%s as %s on the account of %s, for %s',
        p.amount, coalesce(p.role, 'nothing'), coalesce(a.role, 'nothing'),
        coalesce(v.financial_event_id::text, 'no event')) as found
      from voucher_posting p
      join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
      left join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
      where p.tenant_id = $1 and (a.role in (${controls}) or p.role in (${controls}))
        and (a.role is distinct from p.role or v.financial_event_id is null)`,
  },
  {
    name: 'receivables',
    promise: 'the receivables in a client’s book are what is open on its claims that nobody bought',
    sql: receivables,
  },
  {
    name: 'unallocated',
    promise: 'money that is not placed is in the tenant’s book until something takes it',
    sql: unallocated,
  },
  {
    name: 'unallocated-items',
    promise: 'what came in is open as far as no event has placed it, item by item',
    sql: unallocatedItems,
  },
  {
    name: 'client-account-roles',
    promise: 'postings of client accounts are in the tenant’s book, by the type of the account',
    sql: `select p.id as subject, format('%s of %s on a %s account of %s', p.role, p.about_client_id,
        coalesce(a.type, 'missing'), a.client_id) as found
      from voucher_posting p
      left join client_account a on a.tenant_id = p.tenant_id and a.id = p.client_account_id
      where p.tenant_id = $1
        and (p.role in ('CLIENT_PAYABLE', 'RESERVE') or p.client_account_id is not null)
        and (a.id is null or p.owner_id <> $2 or a.currency <> p.currency
          or a.client_id is distinct from p.about_client_id
          or p.role <> case a.type when 'RESERVE' then 'RESERVE' else 'CLIENT_PAYABLE' end)`,
  },
  {
    name: 'settlement-accounts',
    promise:
      'every settlement account is the sum of its transactions, and all of them are what the book of the tenant says',
    sql: settlements,
  },
  {
    name: 'transaction-events',
    promise: 'each transaction of a client account is in the voucher of its event',
    sql: `with moved as (
        select financial_event_id as event, client_account_id as account, sum(amount) as amount
        from client_account_transaction where tenant_id = $1 group by 1, 2
      ), posted as (
        select v.financial_event_id as event, p.client_account_id as account,
          -sum(p.amount) as amount
        from voucher v join voucher_posting p on p.tenant_id = v.tenant_id and p.voucher_id = v.id
        where v.tenant_id = $1 and p.client_account_id is not null group by 1, 2
      )
      select format('%s %s', event, account) as subject,
        format('moved %s, posted %s', coalesce(m.amount, 0), coalesce(p.amount, 0)) as found
      from moved m full join posted p using (event, account)
      where coalesce(m.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    name: 'event-voucher-count',
    promise:
      'every financial event has as many vouchers as it was booked with, or requests for them',
    sql: `with booked as materialized (
        select financial_event_id as id, count(*) as n from voucher
        where tenant_id = $1 and rule <> 'RECLASSIFY' group by 1
      ), waiting as materialized (
        select financial_event_id as id, count(*) as n from voucher_request
        where tenant_id = $1 and status <> 'CREATED' group by 1
      )
      select e.id as subject, format('%s of %s', coalesce(t.n, 0) + coalesce(w.n, 0),
        e.voucher_count) as found
      from financial_event e left join booked t on t.id = e.id left join waiting w on w.id = e.id
      where e.tenant_id = $1 and coalesce(t.n, 0) + coalesce(w.n, 0) <> e.voucher_count`,
  },
  {
    name: 'posting-parties',
    promise: 'every posting is in the book of its voucher, and about whom and what its event is',
    sql: `select p.id as subject, format('%s %s %s %s', p.owner_id, p.about_client_id, p.debtor_id,
        p.claim_id) as found
      from voucher_posting p
      join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
      left join financial_event e on e.tenant_id = v.tenant_id and e.id = v.financial_event_id
      where p.tenant_id = $1 and (p.owner_id <> v.owner_id
        or p.client_id is distinct from v.client_id
        or v.owner_id <> coalesce(v.client_id, $2)
        or (v.owner_type = 'CLIENT') <> (v.client_id is not null)
        or (e.id is not null and (p.about_client_id, p.debtor_id, p.claim_type, p.claim_id)
          is distinct from (e.client_id, e.debtor_id, e.claim_type, e.claim_id)))`,
  },
  {
    name: 'fiscal-year',
    promise: 'every voucher is numbered in the fiscal year that its day is in',
    sql: `select v.id as subject, format('%s in %s', v.date, v.fiscal_year) as found
      from voucher v left join client_setting s on s.tenant_id = v.tenant_id
        and s.client_id = v.owner_id and s.kind = 'BOOKKEEPING'
      where v.tenant_id = $1 and v.fiscal_year <> extract(year from v.date)
        - (to_char(v.date, 'MM-DD') < coalesce(s.value ->> 'fiscalYearStart', '01-01'))::int`,
  },
  {
    name: 'financing-status',
    promise: 'an invoice is financed exactly where its events say that it was bought',
    sql: `with bought as materialized (${bought})
      select i.id as subject, format('%s, %s by its events', i.financing_status,
        case when b.id is null then 'not bought' else 'bought' end) as found
      from invoice i left join bought b on b.id = i.id
      where i.tenant_id = $1
        and (i.financing_status in ('FINANCED', 'REFINANCED')) <> (b.id is not null)`,
  },
  {
    name: 'open-decisions',
    promise: 'nobody is asked to finance a claim on which nothing is owed any more',
    sql: `select d.id as subject, format('%s asks for %s of %s, owed is %s', d.status, d.amount,
        i.id, i.balance) as found
      from factoring_decision d
      join invoice i on i.tenant_id = d.tenant_id and i.id = d.invoice_id
      where d.tenant_id = $1 and d.status <> 'DECIDED' and i.booked_date is not null
        and i.balance <= 0`,
  },
  {
    name: 'limits',
    promise: 'what is used and held of a client’s limit is what is open on its financed claims',
    sql: limitsAgainst('client_id', 'credit_status', `and product_code = 'INVOICE_FACTORING_SELL'`),
  },
  {
    name: 'debtor-limits',
    promise: 'what is used and held of a debtor’s limit is what is open on claims on it',
    sql: limitsAgainst('system_debtor_id', 'system_debtor_credit_status'),
  },
  {
    name: 'debtor-group-limits',
    promise: 'what a group uses of its limit is what its debtors and the groups below it use',
    sql: groupLimits,
  },
  {
    name: 'debtor-exposures',
    promise: 'what is used and held by a client for a debtor is what is open on its claims on it',
    sql: exposures,
  },
]
