import {
  amountColumn,
  clientColumns,
  clientParameter,
  countColumn,
  currencyColumn,
  dayColumn,
  periodParameters,
  textColumn,
  type Asked,
  type Report,
} from './report.ts'

const accountBalances: Report = {
  id: 'client-account-balances',
  name: 'Balances of client accounts',
  topic: 'CLIENTS',
  description: 'What stands on each account of each client now.',
  parameters: [clientParameter],
  columns: [
    ...clientColumns,
    textColumn('account', 'Account'),
    currencyColumn,
    amountColumn('balance', 'Balance'),
  ],
  key: ['clientName', 'clientId', 'account', 'currency'],
  sql: ({ tenant, value, bound }) => `
    select a.client_id as "clientId", c.name as "clientName", a.type::text as account, a.currency,
      a.balance::text as balance
    from client_account a join client c on c.tenant_id = a.tenant_id and c.id = a.client_id
    where a.tenant_id = ${tenant}
      and (${value('clientId')} is null or a.client_id = ${value('clientId')})
      and ${bound('client_account', 'a.')}`,
}

/** Postings of a period, each with its book: that of a client, or the tenant's own. */
const postings = ({ tenant, value, bound }: Asked) => `
    from voucher_posting p
    left join client c on c.tenant_id = p.tenant_id and c.id = p.client_id
    where p.tenant_id = ${tenant} and p.date between ${value('fromDate')} and ${value('toDate')}
      and (${value('clientId')} is null or p.client_id = ${value('clientId')})
      and ${bound('voucher_posting', 'p.')}`

const sides = [amountColumn('debit', 'Debit'), amountColumn('credit', 'Credit')]
const book = textColumn('book', "Book of a client; empty for the tenant's own")

const vouchers: Report = {
  id: 'vouchers-of-period',
  name: 'Vouchers of a period',
  topic: 'BOOKKEEPING',
  description: 'Each line of each voucher of a period, in the books of clients and of the tenant.',
  parameters: [...periodParameters, clientParameter],
  columns: [
    dayColumn('date', 'Date'),
    { name: 'voucherId', type: 'ID', of: 'Voucher', label: 'Voucher id' },
    countColumn('line', 'Line'),
    book,
    textColumn('series', 'Series'),
    countColumn('number', 'Number'),
    textColumn('account', 'Account'),
    textColumn('text', 'Text'),
    currencyColumn,
    ...sides,
  ],
  key: ['date', 'voucherId', 'line'],
  sql: (asked) => `
    select l.*, v.series, v.number from (
      select p.date, p.voucher_id as "voucherId", p.line, coalesce(c.name, '') as book,
        p.account_number as account, p.text, p.currency, greatest(p.amount, 0)::text as debit,
        greatest(-p.amount, 0)::text as credit
      ${postings(asked)}) l
    join voucher v on v.tenant_id = ${asked.tenant} and v.id = l."voucherId"`,
}

const accountTotals: Report = {
  id: 'account-totals',
  name: 'Totals of bookkeeping accounts',
  topic: 'BOOKKEEPING',
  description: 'What was debited and credited on each account of each book in a period.',
  parameters: [...periodParameters, clientParameter],
  columns: [
    book,
    textColumn('bookId', 'Book id'),
    textColumn('account', 'Account'),
    currencyColumn,
    countColumn('postings', 'Postings'),
    ...sides,
    amountColumn('change', 'Change'),
  ],
  key: ['book', 'bookId', 'account', 'currency'],
  sql: (asked) => `
    select coalesce(c.name, '') as book, coalesce(id_text(p.client_id), '') as "bookId",
      p.account_number as account, p.currency, count(*)::int as postings,
      coalesce(sum(p.amount) filter (where p.amount > 0), 0)::text as debit,
      coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::text as credit,
      sum(p.amount)::text as change
    ${postings(asked)} group by 1, 2, 3, 4`,
}

export const reportsOfBooks: readonly Report[] = [accountBalances, vouchers, accountTotals]
