import { plainAccount } from '../../../domain/clients/payment-accounts.ts'
import { PaymentAccount, SystemBankAccount } from '../../../entities/payment-account.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/**
 * The days that statements tell of: a bank that was closed goes on where it had ended, and a file
 * may hold more than the day of its balance.
 */
const spans = `
  asked as (select * from unnest($2::uuid[], $3::uuid[]) as a (id, account_id)),
  wanted as materialized (
    select r.id, r.account, r.currency, r.date, least(r.date, before.next, held.first) as from_date,
      (select array_agg(a.account_id) from asked a where a.id = r.id) as accounts
    from payment_reconciliation r
    left join lateral (
      select case when exists (select 1 from payment_reconciliation o
          where o.tenant_id = $1 and o.account = r.account and o.currency = r.currency
            and o.date = r.date and o.opening = p.closing) then p.date + 1 end as next
      from payment_reconciliation p
      where p.tenant_id = $1 and p.account = r.account and p.currency = r.currency
        and p.date < r.date
      order by p.date desc, p.id desc limit 1) before on true
    left join lateral (
      select min(b.book_date) as first from payment_batch b
      where b.tenant_id = $1 and b.payment_file_id = r.payment_file_id and b.account = r.account
        and b.currency = r.currency and b.statement is not distinct from r.statement) held on true
    where r.tenant_id = $1 and r.id in (select id from asked)
  )`

/** Postings on the tenant's bank accounts of a booking and of what reversed it. */
const postedOf = (event: string) => `(
  select coalesce(sum(g.amount), 0) from voucher v
  join voucher_posting g on g.tenant_id = v.tenant_id and g.voucher_id = v.id
  where v.tenant_id = $1 and v.financial_event_id in (${event}.id, ${event}.reversed_by_id)
    and v.owner_id = $4 and g.role = 'BANK')`

/** What came to the account on those days, by the bank or by hand, with what is booked of it. */
const came = `
  came as (
    select w.id, p.id as payment_id, p.source, p.book_date as date, p.payer_name as text,
      case when p.kind = 'REVERSAL' then -p.amount else p.amount end as amount,
      coalesce(${postedOf('e')}, 0) as booked
    from wanted w
    join payment_transaction p on p.tenant_id = $1 and p.book_date between w.from_date and w.date
      and p.currency = w.currency and p.status <> 'ABORTED'
    left join payment_batch b on b.tenant_id = $1 and b.id = p.batch_id
    left join financial_event e on e.tenant_id = $1
      and e.source_key = 'payment/' || id_text(p.id)
    where p.payment_account_id = any (w.accounts) or b.account = w.account
  )`

/**
 * What else moved on the bank's account in the books: what goes back to a payer is of the account
 * that it came to, and what is of none, of the only one that has statements of these days.
 */
const other = `
  other as (
    select w.id, v.id as voucher_id, v.date, v.text, g.amount
    from wanted w
    join bookkeeping_account a on a.tenant_id = $1 and a.owner_id = $4 and a.role = 'BANK'
      and a.currency = w.currency
    join voucher_posting g on g.tenant_id = $1 and g.account_id = a.id
      and g.date between w.from_date and w.date
    join voucher v on v.tenant_id = $1 and v.id = g.voucher_id
    left join financial_event e on e.tenant_id = $1 and e.id = v.financial_event_id
    left join payment_return t on t.tenant_id = $1 and e.source_type = 'PaymentReturn'
      and t.id = e.source_id
    left join payment_transaction p on p.tenant_id = $1
      and p.id = case e.source_type when 'PaymentTransaction' then e.source_id
        else t.transaction_id end
    left join payment_batch b on b.tenant_id = $1 and b.id = p.batch_id
    where case
      when p.payment_account_id is null and b.id is null then not exists (
        select 1 from payment_reconciliation o where o.tenant_id = $1 and o.currency = w.currency
          and o.date between w.from_date and w.date and o.account <> w.account)
      when e.source_type = 'PaymentTransaction' then false
      else coalesce(p.payment_account_id = any (w.accounts), false)
        or coalesce(b.account = w.account, false) end
  )`

/** Each statement counts once, in however many files it came. */
const moved = `
  moved as (
    select w.id, sum(one.statement_sum) as amount from wanted w
    join lateral (
      select distinct statement, serial, opening, closing, statement_sum
      from payment_reconciliation o where o.tenant_id = $1 and o.account = w.account
        and o.currency = w.currency and o.date = w.date) one on true
    group by 1
  )`

/** Both sides of some reconciliations. */
export const sidesSql = `
with ${spans}, ${came}, ${other}, ${moved}
select w.id, w.from_date::text as "fromDate", m.amount::text as "daySum",
  (coalesce((select sum(booked) from came c where c.id = w.id), 0)
    + coalesce((select sum(amount) from other o where o.id = w.id), 0))::text as "bookedSum",
  coalesce((select sum(d.amount) from bookkeeping_account a
    join account_day d on d.tenant_id = $1 and d.account_id = a.id and d.date <= w.date
    where a.tenant_id = $1 and a.owner_id = $4 and a.role = 'BANK' and a.currency = w.currency
  ), 0)::text as "booksBalance"
from wanted w join moved m on m.id = w.id`

/** What one side has and the other has not, the largest first, and what the bank has of both. */
export const linesSql = `
with ${spans}, ${came}, ${other}
select *, count(*) over ()::int as total from (
  select case source when 'FILE' then 'STATEMENT' else 'BOOKS' end as side,
    'PaymentTransaction' as "subjectType", id_text(payment_id) as "subjectId", date::text as date,
    (case source when 'FILE' then amount else 0 end)::text as stated, booked::text as booked,
    coalesce(text, '') as text
  from came where booked <> case source when 'FILE' then amount else 0 end
  union all
  select 'BOOKS', 'Voucher', id_text(voucher_id), date::text, '0', amount::text, text from other
) line
order by abs(booked::bigint - stated::bigint) desc, "subjectId" limit $5`

export interface Side extends Record<string, unknown> {
  id: string
  fromDate: string
  daySum: string
  bookedSum: string
  booksBalance: string
}

/** The ids of reconciliations, each beside every one of our accounts that its number means. */
export async function askedOf(
  unit: Unit,
  rows: readonly { id: string; account: string }[],
): Promise<[tenantId: string, ids: string[], accounts: (string | null)[], ownerId: string]> {
  const numbers = [...new Set(rows.map(({ account }) => account))]
  const plain = [...new Set(numbers.flatMap((number) => [number, plainAccount(number)]))]
  const banks = await rowsOf(unit, SystemBankAccount, { number: plain }, ['id', 'number'])
  const [own, under] = await Promise.all([
    rowsOf(unit, PaymentAccount, { number: plain }, ['id', 'number']),
    rowsOf(unit, PaymentAccount, { systemBankAccountId: banks.map(({ id }) => id) }, [
      'id',
      'systemBankAccountId',
    ]),
  ])
  const numberOf = new Map(banks.map(({ id, number }) => [id, number]))
  const all = [
    ...own,
    ...under.map((one) => ({ id: one.id, number: numberOf.get(one.systemBankAccountId!)! })),
  ]
  const pairs = rows.flatMap(({ id, account }) => {
    const ofIt = all.filter(({ number }) => plainAccount(number) === plainAccount(account))
    return [null, ...new Set(ofIt.map((one) => one.id))].map((known) => [id, known] as const)
  })
  const { tenantId } = unit
  return [tenantId, pairs.map(([id]) => id), pairs.map(([, known]) => known), tenantId]
}
