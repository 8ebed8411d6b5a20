import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import type { World } from './world.ts'

/** What the books say, as text: for each owner and account what its postings add up to. */
export async function trialOf(at: World, tenantId: string): Promise<Record<string, string>> {
  const rows = await at.owner(
    `select id_text(owner_id) || ' ' || account_number || ' ' || currency as account,
       sum(amount) as balance
     from voucher_posting where tenant_id = $1 group by 1 having sum(amount) <> 0 order by 1`,
    [tenantId],
  )
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
}

/** Every balance that is kept anywhere, as text. */
export async function balancesOf(at: World, tenantId: string): Promise<Record<string, string>> {
  const rows = await at.owner(
    `select 'invoice ' || id_text(id) as of, balance, credited_amount as other
     from invoice where tenant_id = $1
     union all select 'debtor ' || id_text(id), balance, 0 from debtor where tenant_id = $1
     union all select 'client account ' || id_text(id), balance, 0
       from client_account where tenant_id = $1
     union all select 'account ' || id_text(id), balance, 0
       from bookkeeping_account where tenant_id = $1
     union all select 'limit ' || id_text(id), utilised, reserved
       from credit_status where tenant_id = $1`,
    [tenantId],
  )
  return Object.fromEntries(rows.map(({ of, balance, other }) => [of, `${balance} ${other}`]))
}

/** Whatever is kept and is not what it follows from; nothing, if all is well. */
export async function driftsOf(at: World, tenantId: string): Promise<string[]> {
  const found = await verifyBooks(at.runtime.pool, tenantId)
  const debtors = await at.owner(
    `select 'debtor ' || id_text(d.id) || ': ' || d.balance || ' for '
       || coalesce(e.sum, 0) as drift
     from debtor d left join (
       select debtor_id, currency, sum(amount) from financial_event
       where tenant_id = $1 group by debtor_id, currency
     ) e on e.debtor_id = d.id and e.currency = d.currency
     where d.tenant_id = $1 and d.balance <> coalesce(e.sum, 0)
     union all
     select 'limit ' || id_text(c.id) || ': ' || c.utilised || ' for ' || coalesce(i.sum, 0)
     from credit_status c left join (
       select client_id, base_currency, sum(balance) from invoice
       where tenant_id = $1 and financing_status in ('FINANCED', 'REFINANCED')
       group by client_id, base_currency
     ) i on i.client_id = c.client_id and i.base_currency = c.currency
     where c.tenant_id = $1 and c.product_code = 'INVOICE_FACTORING_SELL'
       and c.utilised <> coalesce(i.sum, 0)`,
    [tenantId],
  )
  return [
    ...found.map(({ check, subject, found: what }) => `${check} ${subject}: ${what}`),
    ...debtors.map(({ drift }) => String(drift)),
  ]
}
