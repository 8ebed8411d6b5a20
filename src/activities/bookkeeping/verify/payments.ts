import type { Check } from './check.ts'

export const checksOfPayments: readonly Check[] = [
  {
    name: 'payments-linked',
    promise: 'what is linked of every payment is what its links say',
    sql: `with said as materialized (
        select transaction_id, sum(amount) as amount from payment_link
        where tenant_id = $1 and status in ('CONFIRMED', 'BOOKED') group by 1
      )
      select p.id as subject, format('%s is linked, links say %s', p.linked,
        coalesce(s.amount, 0)) as found
      from payment_transaction p left join said s on s.transaction_id = p.id
      where p.tenant_id = $1 and p.linked <> coalesce(s.amount, 0)`,
  },
  {
    name: 'payments-booked',
    promise: 'every booked link has its events, and no other has any',
    sql: `with booked as materialized (
        select id, sum(amount) as amount from (
          select source_id as id, -amount as amount from financial_event
          where tenant_id = $1 and source_type = 'PaymentLink'
            and type in ('PAYMENT', 'INSTALMENT_PAID', 'REVERSAL')
            and facts ->> 'reverses' is distinct from 'ROUNDING'
          union all
          -- Nothing is owed on an account: what was put on it stands among the facts.
          select source_id, (facts ->> 'amount')::bigint from financial_event
          where tenant_id = $1 and source_type = 'PaymentLink'
            and type in ('MANUAL_TRANSACTION', 'SETTLEMENT') and reversed_by_id is null
        ) each group by 1 having sum(amount) <> 0
      )
      select coalesce(l.id, b.id) as subject,
        format('the link says %s, its events %s', coalesce(l.claim_amount, l.amount, 0),
          coalesce(b.amount, 0)) as found
      from (select * from payment_link where tenant_id = $1 and status = 'BOOKED') l
      full join booked b on b.id = l.id
      where coalesce(l.claim_amount, l.amount, 0) <> coalesce(b.amount, 0)`,
  },
  {
    name: 'payment-days',
    promise: 'no payment is in the books, or on a claim, before the day on which it came',
    sql: `with came as materialized (
        select id as source, id, book_date from payment_transaction where tenant_id = $1
        union all
        select l.id, p.id, p.book_date from payment_link l
        join payment_transaction p on p.tenant_id = l.tenant_id and p.id = l.transaction_id
        where l.tenant_id = $1
      )
      select c.id as subject, format('came on %s, %s is on %s', c.book_date, e.type, e.book_date)
        as found
      from financial_event e join came c on c.source = e.source_id
      where e.tenant_id = $1 and e.source_type in ('PaymentTransaction', 'PaymentLink')
        and e.type in
          ('PAYMENT', 'ROUNDING', 'INSTALMENT_PAID', 'MANUAL_TRANSACTION', 'SETTLEMENT')
        and e.book_date < c.book_date`,
  },
  {
    name: 'payments-claim-days',
    promise:
      'no payment is on a claim before the days on which that was booked, bought or given back',
    sql: `select e.source_id as subject, format('on the claim on %s, which is of %s', e.book_date,
        b.book_date) as found
      from financial_event e join financial_event b on b.tenant_id = e.tenant_id
        and b.claim_id = e.claim_id and b.reversed_by_id is null and (b.type = 'INVOICE_BOOKED'
          or b.type in ('FINANCED', 'RECOURSE') and b.recorded_at < e.recorded_at)
      where e.tenant_id = $1 and e.source_type = 'PaymentLink' and e.type in ('PAYMENT', 'ROUNDING')
        and e.book_date < b.book_date`,
  },
  {
    name: 'payments-exchanged',
    promise:
      'what was paid in another currency went by the exchange, at the worth that its link has',
    sql: `with links as materialized (
        select currency, amount, claim_currency, worth from payment_link
        where tenant_id = $1 and status = 'BOOKED' and claim_amount is not null
      ), said as (
        select currency, sum(amount) as amount from (
          select currency, -amount as amount from links
          union all select claim_currency, worth from links
        ) both_sides group by 1
      ), posted as (
        select p.currency, sum(p.amount) as amount from voucher_posting p
        join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
        where p.tenant_id = $1 and p.role = 'CURRENCY_EXCHANGE'
          and v.financial_event_id is not null
        group by 1
      )
      select currency as subject, format('the book says %s, links say %s', coalesce(p.amount, 0),
        coalesce(s.amount, 0)) as found
      from said s full join posted p using (currency)
      where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    name: 'payment-batches',
    promise: 'every batch that counts has the payments that it says, and as many of them booked',
    sql: `with said as materialized (
        select batch_id as id, count(*) as count, count(booked_at) as booked,
          sum(case when kind = 'REVERSAL' then -amount else amount end) as total,
          count(*) filter (where status <> 'NEW') as matched
        from payment_transaction where tenant_id = $1 and batch_id is not null group by 1
      )
      select b.id as subject,
        format('%s of %s are there, %s of %s looked for, %s of %s booked, %s of %s', s.count,
          b.count, s.matched, b.matched_count, s.booked, b.booked_count, s.total, b.total) as found
      from payment_batch b left join said s on s.id = b.id
      where b.tenant_id = $1 and b.status <> 'ABORTED'
        and (s.count, s.booked, s.total, s.matched)
          is distinct from (b.count::bigint, b.booked_count::bigint, b.total::numeric,
            b.matched_count::bigint)`,
  },
  {
    name: 'payments-taken-back',
    promise: 'what the bank has taken back is on no claim, and not unplaced',
    sql: `select p.id as subject, format('%s was taken back, %s returned', r.amount, p.returned)
        as found
      from payment_transaction r
      join payment_transaction p on p.tenant_id = r.tenant_id and p.id = r.reverses_id
      where r.tenant_id = $1 and r.booked_at is not null and p.returned < r.amount`,
  },
  {
    name: 'payments-unplaced',
    promise: 'what is unplaced of every booked payment waits for somebody, and stands in the books',
    sql: `select p.id as subject, format('%s is unplaced, %s waits, %s stands in the books',
        p.unplaced, coalesce(u.amount_open, 0), coalesce(i.open, 0)) as found
      from payment_transaction p
      left join unplaced_payment u on u.tenant_id = p.tenant_id and u.transaction_id = p.id
      left join unallocated_item i on i.tenant_id = p.tenant_id
        and i.source_key = 'payment/' || id_text(p.id)
      where p.tenant_id = $1 and p.booked_at is not null
        and (p.unplaced <> coalesce(u.amount_open, 0) or p.unplaced <> coalesce(i.open, 0))`,
  },
  {
    name: 'payments-returned',
    promise: 'what is returned of every payment is what its returns and its bank say',
    sql: `with said as materialized (
        select transaction_id, sum(amount) as amount from (
          select transaction_id, amount from payment_return
          where tenant_id = $1 and status in ('RETURNED', 'CONFIRMED')
          union all
          select reverses_id, amount from payment_transaction
          where tenant_id = $1 and reverses_id is not null and booked_at is not null
        ) each group by 1
      )
      select p.id as subject, format('%s is returned, returns say %s', p.returned,
        coalesce(s.amount, 0)) as found
      from payment_transaction p left join said s on s.transaction_id = p.id
      where p.tenant_id = $1 and p.kind is distinct from 'REVERSAL'
        and p.returned <> coalesce(s.amount, 0)`,
  },
  {
    name: 'refunds',
    promise: 'every refund that is booked waits to be paid out, and no other does',
    sql: `with booked as materialized (
        select source_id as id, amount from financial_event
        where tenant_id = $1 and type = 'REFUND' and reversed_by_id is null
      ), waiting as materialized (
        select id, amount from payout
        where tenant_id = $1 and claim_id is not null
          and status not in ('CANCELLED', 'REJECTED')
      )
      select coalesce(b.id, w.id) as subject, format('%s is booked, %s waits',
        coalesce(b.amount, 0), coalesce(w.amount, 0)) as found
      from booked b full join waiting w using (id) where b.amount is distinct from w.amount`,
  },
  {
    name: 'returns-paid',
    promise: 'every return that leaves by a file of a bank is where its payout is',
    sql: `select p.id as subject, format('it is %s of %s, its return %s of %s', p.status, p.amount,
        r.status, r.amount) as found
      from payout p join payment_return r on r.tenant_id = p.tenant_id and r.id = p.return_id
      where p.tenant_id = $1 and ((p.amount, p.currency) <> (r.amount, r.currency)
        or r.status <> case when p.status = 'CONFIRMED' then 'CONFIRMED'
          when p.status in ('REJECTED', 'CANCELLED') then 'REJECTED' else 'RETURNED' end)`,
  },
  {
    name: 'in-transit',
    promise:
      'what is on its way is in the book until the bank has it, and what it took till it is known',
    sql: `with said as (
        select currency, sum(amount) as amount from (
          select currency, -amount as amount from payment_transaction
          where tenant_id = $1 and kind = 'REVERSAL' and booked_at is not null
            and reverses_id is null
          union all
          select currency, amount from payment_return where tenant_id = $1 and status = 'RETURNED'
          union all
          select currency, amount from payout
          where tenant_id = $1 and return_id is null and (status = 'BOOKED' or claim_id is not null
            and status not in ('CANCELLED', 'CONFIRMED', 'REJECTED'))
        ) waiting group by 1
      ), posted as (
        select p.currency, -sum(p.amount) as amount from voucher_posting p
        join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
        left join voucher o on o.tenant_id = v.tenant_id and o.id = v.reverses_id
        where p.tenant_id = $1 and p.role = 'IN_TRANSIT'
          and coalesce(o.source_type, v.source_type)
            in ('PaymentReturn', 'Payout', 'PaymentTransaction')
          and coalesce(o.rule, v.rule) in ('P9', 'P10r', 'P4', 'P4r')
        group by 1
      )
      select currency as subject, format('the book says %s, %s is on its way',
        coalesce(p.amount, 0), coalesce(s.amount, 0)) as found
      from said s full join posted p using (currency)
      where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    name: 'statements',
    promise: 'a statement agrees where it and the books say the same, or somebody has said why not',
    sql: `select id as subject, format('%s: the bank says %s, the books %s', status, day_sum,
        booked_sum) as found
      from payment_reconciliation where tenant_id = $1 and case status
        when 'MATCHED' then compared_at is not null
          and (difference <> 0 or day_sum is distinct from booked_sum)
        when 'EXPLAINED' then explanation is null or explained_by is null
        else difference = 0 and day_sum = booked_sum end`,
  },
]
