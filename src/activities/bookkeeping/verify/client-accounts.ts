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
    sql: `select format('%s %s', e.id, t.client_account_id) as subject,
        format('%s is left', sum(t.amount)) as found
      from financial_event e join client_account_transaction t on t.tenant_id = e.tenant_id
        and t.financial_event_id in (e.id, e.reversed_by_id)
      where e.tenant_id = $1 and e.reversed_by_id is not null
      group by e.id, t.client_account_id having sum(t.amount) <> 0`,
  },
]
