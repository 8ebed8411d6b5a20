import type { Check } from './check.ts'

/** What is part of an invoice has its client; no key of the database asks for that again. */
const parts = ['article', 'invoice_activation', 'invoice_ledger_event', 'document'].map(
  (table) => `select p.id, format('%s of %s, its invoice of %s', '${table}',
      coalesce(p.client_id::text, 'nobody'), coalesce(i.client_id::text, 'nobody')) as found
    from ${table} p left join invoice i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
    where p.tenant_id = $1 and p.invoice_id is not null
      and p.client_id is distinct from i.client_id`,
)

const orphans = [
  `select p.id, format('a posting of %s, which is not there', p.voucher_id) as found
    from voucher_posting p left join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
    where p.tenant_id = $1 and v.id is null`,
  ...['voucher', 'document', 'client_account_transaction'].map(
    (table) => `select p.id, format('%s of %s, who is not there', '${table}', p.client_id) as found
    from ${table} p left join client c on c.tenant_id = p.tenant_id and c.id = p.client_id
    where p.tenant_id = $1 and p.client_id is not null and c.id is null`,
  ),
  `select t.id, format('a transaction of %s on the account of %s', t.client_id, a.client_id)
    from client_account_transaction t
    join client_account a on a.tenant_id = t.tenant_id and a.id = t.client_account_id
    where t.tenant_id = $1 and t.client_id <> a.client_id`,
]

/** By which lists find few of many claims, without an index of what moves with every claim. */
const standings = [
  [
    `main_status in ('CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING')`,
    'booked_date is null',
  ],
  [
    `main_status in ('PAUSED', 'DISPUTED', 'STOPPED')`,
    'paused_from is not null and closed_date is null',
  ],
  [`main_status = 'ARCHIVED'`, 'archived_at is not null'],
  ['archived_at is not null', `main_status = 'ARCHIVED'`],
  [`main_status = 'DENIED_FINANCING'`, `financing_status = 'DENIED'`],
  [`product_code = 'INVOICE_FACTORING_SELL'`, `booked_date is null or financing_status <> 'NONE'`],
  [`product_code not in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL')`, 'booked_date is null'],
] as const

export const checksOfParts: readonly Check[] = [
  {
    name: 'parts',
    promise: 'every part of a claim, a voucher or an account is with what it is part of',
    sql: `select id as subject, found from (${[...parts, ...orphans].join(' union all ')}) p`,
  },
  {
    name: 'standing',
    promise: 'a claim has the dates and the financing that go with its status and product',
    sql: `select id as subject, format('%s as %s', main_status, product_code) as found
      from invoice where tenant_id = $1
        and (${standings.map(([is, means]) => `(${is} and not (${means}))`).join(' or ')})`,
  },
]
