import type { Check } from './check.ts'

const kept = [
  ['outstanding_principal', `e.component = 'CAPITAL'`],
  ['accrued_interest', `e.component = 'CREDIT_INTEREST'`],
  ['fees_due', `e.component = 'NOTICE_FEE'`],
] as const

/** What the steps of a loan say that is owed on it, those to come included. */
const planned = `
  select business_loan_id as id,
    sum(principal - paid_principal) filter (where type = 'INSTALMENT') as principal,
    sum(interest - paid_interest) filter (where status not in ('PLANNED', 'NOTIFIED')) as interest,
    sum(fee - paid_fee) filter (where status not in ('PLANNED', 'NOTIFIED')) as fees
  from business_loan_ledger_event
  where tenant_id = $1 and status not in ('PAID', 'SKIPPED') group by 1`

const posted = (role: string, book: '=' | '<>' = '=') => `
  select claim_id as id, sum(amount) as amount from voucher_posting
  where tenant_id = $1 and owner_id ${book} $2 and role = '${role}' group by 1`

/** A voucher of the client's that could not be made yet. */
const waiting = `
  select 1 from voucher_request r
  join financial_event e on e.tenant_id = $1 and e.id = r.financial_event_id
  where r.tenant_id = $1 and r.owner_type = 'CLIENT' and r.status <> 'CREATED'
    and e.claim_id = l.id`

/** What was written off stands in the tenant's book no more. */
const inBook = (column: string) =>
  `case when l.written_off_date is null then coalesce(l.${column}, 0) else 0 end`

export const checksOfLoans: readonly Check[] = [
  {
    name: 'loan-amounts',
    promise: 'what is owed on every loan is what its financial events say',
    sql: kept
      .map(
        ([column, where]) => `
      select l.id as subject, format('${column} is %s, events say %s', l.${column},
        coalesce(e.amount, 0)) as found
      from business_loan l left join (
        select e.claim_id as id, sum(e.amount) as amount from financial_event e
        where e.tenant_id = $1 and e.claim_type = 'BUSINESS_LOAN' and ${where} group by 1
      ) e on e.id = l.id
      where l.tenant_id = $1 and l.${column} <> coalesce(e.amount, 0)`,
      )
      .join(' union all '),
  },
  {
    name: 'loan-plans',
    promise: 'what instalments take of every loan is what is owed on it, and no more is due',
    sql: `select l.id as subject, format('planned is %s, owed %s; due is %s and %s, owed %s and %s',
        coalesce(s.principal, 0), l.outstanding_principal, coalesce(s.interest, 0),
        coalesce(s.fees, 0), l.accrued_interest, l.fees_due) as found
      from business_loan l left join (${planned}) s on s.id = l.id
      where l.tenant_id = $1 and (coalesce(s.principal, 0) <> l.outstanding_principal
        or coalesce(s.interest, 0) > l.accrued_interest or coalesce(s.fees, 0) <> l.fees_due)`,
  },
  {
    name: 'loan-books',
    promise: 'the loans in the tenant’s book, and their interest, are what is owed on them',
    sql: `select coalesce(l.id::text, 'no loan') as subject,
        format('the book says %s and %s, owed is %s and %s',
        coalesce(p.amount, 0), coalesce(i.amount, 0), ${inBook('outstanding_principal')},
        ${inBook('accrued_interest')})
        as found
      from (select * from business_loan where tenant_id = $1) l
      full join (${posted('LOAN_PRINCIPAL')}) p on p.id = l.id
      left join (${posted('LOAN_INT_RECEIVABLE')}) i on i.id = l.id
      where ${inBook('outstanding_principal')} <> coalesce(p.amount, 0)
        or ${inBook('accrued_interest')} <> coalesce(i.amount, 0)`,
  },
  {
    name: 'loan-books-of-clients',
    promise: 'the loans in the books of clients, and their interest, are what is owed on them',
    sql: `select coalesce(l.id::text, 'no loan') as subject,
        format('the book says %s and %s, owed is %s and %s', -coalesce(p.amount, 0),
        -coalesce(i.amount, 0), l.outstanding_principal, l.accrued_interest) as found
      from (select * from business_loan where tenant_id = $1) l
      full join (${posted('LOAN_LIABILITY', '<>')}) p on p.id = l.id
      left join (${posted('LOAN_INT_PAYABLE', '<>')}) i on i.id = l.id
      where (coalesce(l.outstanding_principal, 0) <> -coalesce(p.amount, 0)
        or coalesce(l.accrued_interest, 0) <> -coalesce(i.amount, 0))
        and not exists (${waiting})`,
  },
]
