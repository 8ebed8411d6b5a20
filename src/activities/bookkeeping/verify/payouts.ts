import type { Check } from './check.ts'

export const checksOfPayouts: readonly Check[] = [
  {
    name: 'payout-batches',
    promise:
      'every batch of payouts has as many as it says, of the sum that it says, and its status',
    sql: `with said as materialized (
        select batch_id as id, count(*) as count, sum(amount) as total,
          count(*) filter (where status = 'EXPORTED') as sent,
          count(*) filter (where status = 'BOOKED') as booked,
          count(*) filter (where status = 'IN_BATCH') as gathered,
          count(*) filter (where status = 'AUTHORIZED') as authorized
        from payout where tenant_id = $1 and batch_id is not null group by 1
      )
      select b.id as subject, format('it is %s of %s, %s in all; payouts say %s, %s', b.status,
        b.count, b.total, coalesce(s.count, 0), coalesce(s.total, 0)) as found
      from payout_batch b left join said s on s.id = b.id
      where b.tenant_id = $1 and ((coalesce(s.count, 0), coalesce(s.total, 0))
          is distinct from (b.count::bigint, b.total::numeric)
        or case b.status when 'CREATED' then s.gathered < s.count
          when 'AUTHORIZED' then s.authorized < s.count
          when 'EXPORTED' then s.gathered + s.authorized > 0
          when 'BOOKED' then s.gathered + s.authorized + s.sent > 0
          when 'CLOSED' then s.gathered + s.authorized + s.sent + s.booked > 0
          else false end)`,
  },
  {
    name: 'payout-settlements',
    promise:
      'every settlement of a payout is explained by its lines, from its opening to its closing',
    sql: `with said as materialized (
        select l.settlement_id as id, sum(t.amount) as amount from payout_settlement_line l
        join client_account_transaction t on t.tenant_id = $1 and t.id = l.transaction_id
        where l.tenant_id = $1 group by 1
      )
      select s.id as subject, format('from %s to %s, its lines say %s', s.opening, s.closing,
        coalesce(d.amount, 0)) as found
      from payout_settlement s left join said d on d.id = s.id
      where s.tenant_id = $1 and (s.closing - s.opening <> coalesce(d.amount, 0)
        or s.closing - s.opening <> s.payments + s.financed + s.fees + s.payouts + s.adjustments)`,
  },
  {
    name: 'payouts-booked',
    promise: 'every payout that was booked has taken its amount, and one that came back has not',
    sql: `with booked as materialized (
        select source_id as id,
          sum(case facts ->> 'variant' when 'SENT' then 1 else -1 end
            * (facts ->> 'amount')::bigint) as amount
        from financial_event where tenant_id = $1 and type = 'PAYOUT_BOOKED'
          and source_type = 'Payout' and facts ->> 'variant' in ('SENT', 'REJECTED', 'RETURNED')
        group by 1
      ), said as materialized (
        select id, case when status in ('BOOKED', 'CONFIRMED') then amount else 0 end as amount
        from payout where tenant_id = $1 and claim_id is null and return_id is null
      )
      select coalesce(s.id, b.id) as subject, format('%s is booked, it says %s',
        coalesce(b.amount, 0), coalesce(s.amount, 0)) as found
      from said s full join booked b using (id)
      where coalesce(b.amount, 0) <> coalesce(s.amount, 0)`,
  },
]
