import type { Check } from './check.ts'

/** The type of an event, or of what it reverses where it is a reversal. */
const cause = `coalesce(o.type, e.type)`

/** The part of bought claims that a financier funds at present, by claim. */
const soldOn = `
  select claim_id as id, sum((facts ->> 'amount')::bigint
    * case facts ->> 'variant' when 'SOLD' then 1 when 'REPAID' then -1 else 0 end) as amount
  from financial_event
  where tenant_id = $1 and type = 'REFINANCED' and reversed_by_id is null group by 1`

const kept = [
  ['balance', `e.component = 'CAPITAL'`, '1'],
  ['interest_amount', `e.component in ('LATE_INTEREST', 'CREDIT_INTEREST')`, '1'],
  ['fees_amount', `e.component not in ('CAPITAL', 'LATE_INTEREST', 'CREDIT_INTEREST')`, '1'],
  ['written_off_amount', 'false', '-1'],
  [
    'paid_amount',
    `${cause} in ('PAYMENT', 'PAYMENT_REVERT', 'DIRECT_PAYMENT', 'OVERPAYMENT',
      'REFUND')`,
    '-1',
  ],
  [
    'credited_amount',
    `${cause} in ('CREDIT_LINK', 'CREDIT_UNLINK')`,
    `(case when i.type = 'CREDIT_INVOICE' then 1 else -1 end)`,
  ],
] as const

const sums = kept.map(([column, where]) => `sum(e.amount) filter (where ${where}) as ${column}`)

/** Each stored amount of an invoice, and the same from its events. */
const sides = kept.map(([column, , sign]) => ({
  column,
  is: `i.${column}`,
  said: `${sign} * coalesce(s.${column}, 0)`,
}))

export const checksOfClaims: readonly Check[] = [
  {
    name: 'invoice-amounts',
    promise: 'what every invoice keeps is what its financial events say',
    // Summed once before the join: without statistics the planner would sum for each invoice.
    sql: `with said as materialized (
        select e.claim_id, ${sums.join(', ')}
        from financial_event e
        left join financial_event o on o.tenant_id = e.tenant_id and o.id = e.reverses_id
        where e.tenant_id = $1 and e.claim_type = 'INVOICE' group by e.claim_id
      )
      select i.id as subject, concat_ws(', ', ${sides
        .map(
          ({ column, is, said }) =>
            `case when ${is} <> ${said}` +
            ` then format('${column} is %s, events say %s', ${is}, ${said}) end`,
        )
        .join(', ')}) as found
      from invoice i left join said s on s.claim_id = i.id
      where i.tenant_id = $1
        and (${sides.map(({ is, said }) => `${is} <> ${said}`).join(' or ')})`,
  },
  {
    name: 'component-balance',
    promise: 'no component of a claim is below zero but by credit',
    sql: `select format('%s %s', e.claim_id, e.component) as subject,
        format('%s', sum(e.amount)) as found
      from financial_event e join invoice i on i.tenant_id = e.tenant_id and i.id = e.claim_id
      where e.tenant_id = $1 and e.component is not null and i.ledger_status <> 'OVERPAID'
      group by e.claim_id, e.component, i.type
      having sum(case when i.type = 'CREDIT_INVOICE' then -e.amount else e.amount end) < 0`,
  },
  {
    name: 'refinanced-claims',
    promise: 'what is sold on of a bought claim is what its refinancing funds',
    sql: `select coalesce(s.id, r.invoice_id) as subject,
        format('sold on is %s, funded %s', coalesce(s.amount, 0), coalesce(r.amount, 0)) as found
      from (${soldOn}) s full join (
        select invoice_id, amount from invoice_refinancing
        where tenant_id = $1 and status = 'ACTIVE') r on r.invoice_id = s.id
      where coalesce(s.amount, 0) <> coalesce(r.amount, 0)`,
  },
  {
    name: 'bought-claims',
    promise:
      'the bought claims in the tenant’s book, and what of them is sold on, are what is open on financed invoices',
    sql: `with posted as (
        select id, sum(amount) as amount from (
          select claim_id as id, amount from voucher_posting
          where tenant_id = $1 and owner_id = $2 and role = 'AR_PURCHASED'
          union all select id, amount from (${soldOn}) sold) both_of group by id
      ), open as (
        select i.id, sum(e.amount) as amount
        from invoice i join financial_event e on e.tenant_id = i.tenant_id and e.claim_id = i.id
        where i.tenant_id = $1 and i.financing_status in ('FINANCED', 'REFINANCED')
          and e.component = 'CAPITAL'
        group by i.id
      )
      select coalesce(id::text, 'no invoice') as subject,
        format('the book says %s, open is %s', coalesce(p.amount, 0), coalesce(o.amount, 0))
          as found
      from posted p full join open o using (id)
      where coalesce(p.amount, 0) <> coalesce(o.amount, 0)`,
  },
  {
    name: 'doubtful-claims',
    promise:
      'what is doubtful of a claim by its events, and that without VAT, is what its bankruptcy keeps',
    sql: `with said as (
        select claim_id as id, sum(sign * (facts ->> 'amount')::bigint) as amount,
          sum(sign * (facts ->> 'net')::bigint) as net
        from financial_event,
          lateral (select case facts ->> 'variant' when 'DOUBTFUL' then 1 else -1 end as sign) way
        where tenant_id = $1 and type = 'DOUBTFUL' and reversed_by_id is null
        group by 1
      ), kept as (
        select invoice_id as id, doubtful, doubtful_net as net
        from bankrupt_claim where tenant_id = $1)
      select id as subject, format('%s (%s without VAT) by its events, kept %s (%s)',
        coalesce(s.amount, 0), coalesce(s.net, 0), coalesce(k.doubtful, 0), coalesce(k.net, 0))
        as found
      from said s full join kept k using (id)
      where coalesce(s.amount, 0) <> coalesce(k.doubtful, 0)
        or coalesce(s.net, 0) <> coalesce(k.net, 0)`,
  },
  {
    name: 'booked-once',
    promise: 'an invoice is booked once where it has a booked date, and not at all elsewhere',
    sql: `with booked as (
        select claim_id as id, count(*) as n, max(book_date) as date from financial_event
        where tenant_id = $1 and type in ('INVOICE_BOOKED', 'CREDIT_BOOKED')
          and reversed_by_id is null
        group by claim_id
      )
      select i.id as subject, format('%s, booked %s, %s bookings', i.main_status,
        coalesce(i.booked_date::text, 'never'), coalesce(b.n, 0)) as found
      from invoice i left join booked b on b.id = i.id
      where i.tenant_id = $1
        and (coalesce(b.n, 0) <> (i.booked_date is not null)::int
          or i.booked_date <> b.date
          or (i.main_status = 'ACTIVATED' and i.booked_date is null)
          or (i.main_status in ('CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING')
            and i.booked_date is not null))`,
  },
  {
    name: 'claims-there',
    promise:
      'every event of an invoice has its invoice, and one of no claim changes what none owes',
    sql: `select e.id as subject, format('%s of %s', e.type, e.claim_id) as found
      from financial_event e
      left join invoice i on i.tenant_id = e.tenant_id and i.id = e.claim_id
      where e.tenant_id = $1 and e.claim_type = 'INVOICE' and i.id is null
      union all
      select id, format('%s of %s on no claim', type, amount) from financial_event
      where tenant_id = $1 and claim_id is null and amount <> 0`,
  },
  {
    name: 'claim-parties',
    promise: 'every event of an invoice is of its client, its debtor and its currency',
    sql: `select e.id as subject, format('%s %s %s, the invoice %s %s %s', e.client_id, e.debtor_id,
        e.currency, i.client_id, i.debtor_id, i.base_currency) as found
      from financial_event e
      join invoice i on i.tenant_id = e.tenant_id and i.id = e.claim_id
      where e.tenant_id = $1 and e.claim_type = 'INVOICE'
        and (e.client_id is distinct from i.client_id
          or e.debtor_id is distinct from i.debtor_id
          or (e.currency <> i.base_currency and e.amount <> 0))`,
  },
  {
    name: 'invoice-totals',
    promise: 'the rows of an invoice add up to what it says, and to what was booked',
    sql: `with row as materialized (
        select invoice_id as id, sum(net_amount) as net, sum(vat_amount) as vat
        from article where tenant_id = $1 group by invoice_id
      ), booked as materialized (
        select claim_id as id, abs(amount) as amount from financial_event
        where tenant_id = $1 and type in ('INVOICE_BOOKED', 'CREDIT_BOOKED')
      )
      select i.id as subject, format('%s + %s + %s is %s, the rows say %s + %s, booked is %s',
        net_amount, vat_amount, rounding_amount, gross_amount, coalesce(r.net, 0),
        coalesce(r.vat, 0), b.amount) as found
      from invoice i left join row r on r.id = i.id left join booked b on b.id = i.id
      where i.tenant_id = $1 and (net_amount <> coalesce(r.net, 0)
        or vat_amount <> coalesce(r.vat, 0)
        or gross_amount <> net_amount + vat_amount + rounding_amount
        or vat_amount <> coalesce((select sum((v ->> 'amount')::bigint)
          from jsonb_array_elements(i.vats::jsonb) v), 0)
        or (base_currency = invoice_currency and (b.amount <> gross_amount or rate <> 1))
        or exists (select 1 from article a where a.tenant_id = $1 and a.invoice_id = i.id
          and a.currency <> i.invoice_currency))`,
  },
  {
    name: 'ledger-status',
    promise:
      'a claim says that it is settled exactly where it was booked and nothing is owed on it',
    sql: `select id as subject, format('%s, booked %s, with %s', ledger_status,
        coalesce(booked_date::text, 'never'), balance) as found
      from invoice where tenant_id = $1 and case
        when booked_date is null then ledger_status not in ('NOT_BOOKED', 'REVERSED')
        else (balance = 0) <> (ledger_status in ('PAID', 'CREDITED', 'WRITTEN_OFF'))
          or (balance < 0 and type <> 'CREDIT_INVOICE') <> (ledger_status = 'OVERPAID')
          or ledger_status in ('NOT_BOOKED', 'REVERSED') end`,
  },
  {
    name: 'closed-claims',
    promise: 'nothing is owed on a claim that is closed',
    sql: `select id as subject, format('%s with %s, fees %s, interest %s', main_status, balance,
        fees_amount, interest_amount) as found
      from invoice where tenant_id = $1 and main_status in ('CLOSED', 'ARCHIVED')
        and (balance <> 0 or fees_amount <> 0 or interest_amount <> 0)`,
  },
  {
    name: 'credit-links',
    promise: 'a link takes from the debit what it takes from the credit note, and gives both back',
    sql: `select e.facts ->> 'linkId' as subject,
        format('%s %s is on one side only', e.type, sum(e.amount)) as found
      from financial_event e
      where e.tenant_id = $1 and e.type in ('CREDIT_LINK', 'CREDIT_UNLINK')
      group by e.type, e.facts ->> 'linkId'
      having sum(e.amount) <> 0 or min(e.book_date) <> max(e.book_date)`,
  },
  {
    name: 'reversed-events',
    promise: 'a reversal takes back all that its event did to the claim',
    sql: `select o.id as subject, format('%s is reversed by %s', o.amount, r.amount) as found
      from financial_event o
      full join financial_event r on r.tenant_id = o.tenant_id and r.reverses_id = o.id
      where coalesce(o.tenant_id, r.tenant_id) = $1
        and (o.reversed_by_id is not null or r.reverses_id is not null)
        and (o.reversed_by_id is distinct from r.id or o.amount <> -r.amount)`,
  },
  {
    name: 'debtor-balance',
    promise: 'the kept balance of every debtor is what their financial events say',
    sql: `select d.id as subject,
        format('keeps %s, events say %s', d.balance, coalesce(sum(e.amount), 0)) as found
      from debtor d left join financial_event e on e.tenant_id = d.tenant_id
        and e.debtor_id = d.id and e.currency = d.currency
      where d.tenant_id = $1 group by d.id, d.balance
      having d.balance <> coalesce(sum(e.amount), 0)`,
  },
]
