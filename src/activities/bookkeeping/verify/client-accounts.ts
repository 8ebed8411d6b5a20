import type { Check } from './check.ts'

export const checksOfClientAccounts: readonly Check[] = [
  {
    name: 'client-account-balance',
    promise: 'the kept balance of every client account is the sum of its transactions',
    sql: `select a.id as subject,
        format('keeps %s, its transactions say %s', a.balance, coalesce(t.amount, 0)) as found
      from client_account a left join (
        select client_account_id, sum(amount) as amount from client_account_transaction
        where tenant_id = $1 group by client_account_id
      ) t on t.client_account_id = a.id
      where a.tenant_id = $1 and a.balance <> coalesce(t.amount, 0)`,
  },
  {
    name: 'client-account-transactions',
    promise:
      'every transaction has the client and the currency of its account, and the day of its event',
    sql: `select t.id as subject, format('%s %s, the account %s %s', t.client_id, t.currency,
        coalesce(a.client_id::text, 'is gone'), a.currency) as found
      from client_account_transaction t
      left join client_account a on a.tenant_id = t.tenant_id and a.id = t.client_account_id
      left join financial_event e on e.tenant_id = t.tenant_id and e.id = t.financial_event_id
      where t.tenant_id = $1
        and (a.id is null or a.client_id <> t.client_id or a.currency <> t.currency
          or e.client_id is distinct from t.client_id or e.book_date <> t.book_date)`,
  },
  {
    name: 'client-account-chain',
    promise: 'the balances after the transactions of a client account lead from nothing to its own',
    // Each goes from one balance to another; all but the first and the last are come to and left.
    sql: `with move as (
        select client_account_id as id, balance_after - amount as at, 1 as n
        from client_account_transaction where tenant_id = $1
        union all
        select client_account_id, balance_after, -1
        from client_account_transaction where tenant_id = $1
        union all select id, 0, -1 from client_account where tenant_id = $1
        union all select id, balance, 1 from client_account where tenant_id = $1
      )
      select id as subject, format('%s at %s', sum(n), at) as found
      from move group by id, at having sum(n) <> 0`,
  },
  {
    name: 'client-account-postings',
    promise: "the tenant's book owes on every client account what its transactions say",
    sql: `with posted as (
        select client_account_id as id, -sum(amount) as amount from voucher_posting
        where tenant_id = $1 and client_account_id is not null group by 1
      ), moved as (
        select client_account_id as id, sum(amount) as amount from client_account_transaction
        where tenant_id = $1 group by 1
      )
      select id as subject,
        format('postings say %s, transactions %s', coalesce(p.amount, 0), coalesce(m.amount, 0))
          as found
      from posted p full join moved m using (id)
      where coalesce(p.amount, 0) <> coalesce(m.amount, 0)`,
  },
  {
    name: 'reversed-transactions',
    promise: 'a reversal gives back on each client account what its event took',
    sql: `select t.id::text as subject, 'it and its mirror do not know each other' as found
      from client_account_transaction t
      left join client_account_transaction o on o.tenant_id = t.tenant_id and o.id = t.reverses_id
      left join client_account_transaction m on m.tenant_id = t.tenant_id
        and m.id = t.reversed_by_id
      where t.tenant_id = $1
        and (t.reverses_id is not null and t.id is distinct from o.reversed_by_id
          or t.reversed_by_id is not null and t.id is distinct from m.reverses_id)
      union all
      select format('%s %s', e.id, t.client_account_id) as subject,
        format('%s is left', sum(t.amount)) as found
      from financial_event e join client_account_transaction t on t.tenant_id = e.tenant_id
        and t.financial_event_id in (e.id, e.reversed_by_id)
      where e.tenant_id = $1 and e.reversed_by_id is not null
      group by e.id, t.client_account_id having sum(t.amount) <> 0`,
  },
]
