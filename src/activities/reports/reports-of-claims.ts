import {
  amountColumn,
  asOfParameter,
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

/** By how many days they are overdue; the first has none. */
const ages = [
  ['notDue', 'Not due', null, 0],
  ['days1To30', '1-30 days', 1, 30],
  ['days31To60', '31-60 days', 31, 60],
  ['days61To90', '61-90 days', 61, 90],
  ['days91To180', '91-180 days', 91, 180],
  ['daysOver180', 'Over 180 days', 181, null],
] as const

const due = 'coalesce(i.due_date, i.expire_date)'

/** What was open of a claim on the day: what is open now, without what was booked since. */
const open = '(i.balance - coalesce(l.amount, 0))'

const openClaims = ({ tenant, value, bound }: Asked) =>
  `from invoice i join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
   left join (select claim_id, sum(amount) as amount from financial_event
     where tenant_id = ${tenant} and claim_type = 'INVOICE' and component = 'CAPITAL'
       and book_date > ${value('asOf')}
     group by claim_id) l on l.claim_id = i.id
   where i.tenant_id = ${tenant} and ${open} <> 0
     and (i.booked_date is not null or l.claim_id is not null)
     and (${value('clientId')} is null or i.client_id = ${value('clientId')})
     and ${bound('invoice', 'i.')}`

const openByAge: Report = {
  id: 'open-claims-by-age',
  name: 'Open claims by age',
  topic: 'LEDGER',
  description: 'What was owed to each client on a day, by how long it had been overdue.',
  parameters: [asOfParameter, clientParameter],
  columns: [
    ...clientColumns,
    currencyColumn,
    countColumn('claims', 'Claims'),
    ...ages.map(([name, label]) => amountColumn(name, label)),
    amountColumn('total', 'Total'),
  ],
  key: ['clientName', 'clientId', 'currency'],
  sql: (asked) => {
    const days = `(${asked.value('asOf')} - ${due})`
    const within = (from: number | null, to: number | null) =>
      [from && `${days} >= ${from}`, to !== null && `${days} <= ${to}`]
        .filter(Boolean)
        .join(' and ')
    const sums = ages.map(
      ([name, , from, to]) =>
        `coalesce(sum(${open}) filter (where ${within(from, to)}), 0)::text as "${name}"`,
    )
    return `select i.client_id as "clientId", c.name as "clientName", i.base_currency as currency,
      count(*)::int as claims, ${sums.join(', ')}, sum(${open})::text as total
      ${openClaims(asked)} group by 1, 2, 3`
  },
}

const overdueByDebtor: Report = {
  id: 'overdue-by-debtor',
  name: 'Overdue by debtor',
  topic: 'LEDGER',
  description: 'Who owed what was overdue on a day, since when, and to which client.',
  parameters: [asOfParameter, clientParameter],
  columns: [
    ...clientColumns,
    { name: 'debtorId', type: 'ID', of: 'Debtor', label: 'Debtor id' },
    textColumn('customerNumber', 'Customer number'),
    textColumn('debtorName', 'Debtor'),
    currencyColumn,
    countColumn('claims', 'Claims'),
    amountColumn('overdue', 'Overdue'),
    dayColumn('since', 'Due since'),
    countColumn('days', 'Days'),
  ],
  key: ['clientName', 'clientId', 'debtorName', 'debtorId', 'currency'],
  sql: (asked) => `
    select o.*, d.customer_number as "customerNumber", d.name as "debtorName" from (
      select i.client_id as "clientId", c.name as "clientName", i.debtor_id as "debtorId",
        i.base_currency as currency, count(*)::int as claims, sum(${open})::text as overdue,
        min(${due}) as since, (${asked.value('asOf')} - min(${due}))::int as days
      ${openClaims(asked)} and ${open} > 0 and ${due} < ${asked.value('asOf')}
      group by 1, 2, 3, 4) o
    join debtor d on d.tenant_id = ${asked.tenant} and d.id = o."debtorId"`,
}

const activatedVolume: Report = {
  id: 'activated-volume',
  name: 'Activated volume',
  topic: 'INVOICES',
  description: 'What each client has had activated in each month of a period, by type.',
  parameters: [...periodParameters, clientParameter],
  columns: [
    textColumn('month', 'Month'),
    ...clientColumns,
    textColumn('type', 'Type'),
    currencyColumn,
    countColumn('invoices', 'Invoices'),
    amountColumn('net', 'Net'),
    amountColumn('vat', 'VAT'),
    amountColumn('gross', 'Gross'),
  ],
  key: ['month', 'clientName', 'clientId', 'type', 'currency'],
  sql: ({ tenant, value, bound }) => `
    select to_char(i.booked_date, 'YYYY-MM') as month, i.client_id as "clientId",
      c.name as "clientName", i.type::text as type, i.invoice_currency as currency,
      count(*)::int as invoices, sum(i.net_amount)::text as net, sum(i.vat_amount)::text as vat,
      sum(i.gross_amount)::text as gross
    from invoice i join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
    where i.tenant_id = ${tenant}
      and i.booked_date between ${value('fromDate')} and ${value('toDate')}
      and (${value('clientId')} is null or i.client_id = ${value('clientId')})
      and ${bound('invoice', 'i.')}
    group by 1, 2, 3, 4, 5`,
}

const decisions: Report = {
  id: 'financing-decisions',
  name: 'Financing decisions',
  topic: 'FACTORING',
  description: 'Each request for financing of a period, what was decided, and by whom.',
  parameters: [...periodParameters, clientParameter],
  columns: [
    { name: 'decisionId', type: 'ID', of: 'FactoringDecision', label: 'Decision id' },
    dayColumn('requested', 'Requested'),
    ...clientColumns,
    textColumn('debtorName', 'Debtor'),
    textColumn('invoiceNumber', 'Invoice'),
    textColumn('status', 'Status'),
    textColumn('decision', 'Decision'),
    textColumn('decidedBy', 'Decided by'),
    currencyColumn,
    amountColumn('amount', 'Amount'),
  ],
  key: ['requested', 'decisionId'],
  sql: ({ tenant, zone, value, bound }) => `
    select f.id as "decisionId", (f.requested_at at time zone ${zone})::date as requested,
      f.client_id as "clientId", c.name as "clientName", d.name as "debtorName",
      i.invoice_number as "invoiceNumber", f.status::text as status,
      f.finance_decision::text as decision, f.decided_by::text as "decidedBy", f.currency,
      f.amount::text as amount
    from factoring_decision f
    join client c on c.tenant_id = f.tenant_id and c.id = f.client_id
    join debtor d on d.tenant_id = f.tenant_id and d.id = f.debtor_id
    join invoice i on i.tenant_id = f.tenant_id and i.id = f.invoice_id
    where f.tenant_id = ${tenant}
      and f.requested_at >= ${value('fromDate')}::timestamp at time zone ${zone}
      and f.requested_at < (${value('toDate')} + 1)::timestamp at time zone ${zone}
      and (${value('clientId')} is null or f.client_id = ${value('clientId')})
      and ${bound('factoring_decision', 'f.')}`,
}

export const reportsOfClaims: readonly Report[] = [
  openByAge,
  overdueByDebtor,
  activatedVolume,
  decisions,
]
