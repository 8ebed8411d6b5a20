import { plusDays } from '../../domain/dates.ts'
import { decimal } from '../../domain/money.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The claims on an identity, whoever's they are, as far as the caller sees them. */
function claimsOn(unit: Unit, systemDebtorId: string, values: unknown[]): string {
  values.push(systemDebtorId)
  const its = `d.system_debtor_id = $${values.length}`
  return `from debtor d join invoice i on i.tenant_id = $1 and i.debtor_id = d.id
    where d.tenant_id = $1 and ${its} and i.booked_date is not null
      and ${unit.bound('debtor', values, 'd.')} and ${unit.bound('invoice', values, 'i.')}`
}

const sums = (today: string) => `count(*) filter (where i.balance > 0)::int as invoices,
  coalesce(sum(i.balance), 0)::text as open,
  coalesce(sum(i.balance) filter (where i.balance > 0 and i.due_date < ${today}::date), 0)::text
    as overdue,
  coalesce(sum(i.balance) filter (where i.financing_status in ('FINANCED', 'REFINANCED')), 0)::text
    as financed`

interface Sums extends Record<string, unknown> {
  currency: string
  invoices: number
  open: string
  overdue: string
  financed: string
}

const shownSums = ({ currency, invoices, open, overdue, financed }: Sums) => ({
  currency,
  invoices,
  open: decimal(BigInt(open), currency),
  overdue: decimal(BigInt(overdue), currency),
  financed: decimal(BigInt(financed), currency),
})

export interface ClientOfDebtor extends Record<string, unknown> {
  clientId: string
  name: string
  debtorIds: string[]
}

/** The clients that have it as a debtor, in the order of their ids, and what it owes each. */
export async function clientsOfSystemDebtor(
  unit: Unit,
  systemDebtorId: string,
  { after, limit }: { after: string | null; limit: number },
) {
  const values: unknown[] = [unit.tenantId, systemDebtorId, after, limit]
  const clients = await unit.transaction.query<ClientOfDebtor>(
    `select d.client_id as "clientId", c.name, array_agg(d.id order by d.id) as "debtorIds"
     from debtor d join client c on c.tenant_id = $1 and c.id = d.client_id
     where d.tenant_id = $1 and d.system_debtor_id = $2
       and ($3::uuid is null or d.client_id > $3) and ${unit.bound('debtor', values, 'd.')}
     group by 1, 2 order by 1 limit $4`,
    values,
  )
  const asked: unknown[] = [unit.tenantId, await unit.today()]
  const claims = claimsOn(unit, systemDebtorId, asked)
  asked.push(clients.map(({ clientId }) => clientId))
  const owed = await unit.transaction.query<Sums & { clientId: string }>(
    `select i.client_id as "clientId", i.base_currency as currency, ${sums('$2')}
     ${claims} and i.balance <> 0 and i.client_id = any($${asked.length})
     group by 1, 2 order by 1, 2`,
    asked,
  )
  const ofClient = Map.groupBy(owed, ({ clientId }) => clientId)
  return clients.map((client) => ({
    ...client,
    owed: (ofClient.get(client.clientId) ?? []).map(shownSums),
  }))
}

const lastYear = 365

/** What it owes in each currency, and how it paid what was settled in the last year. */
export async function owedBySystemDebtor(unit: Unit, systemDebtorId: string) {
  const today = await unit.today()
  const values: unknown[] = [unit.tenantId, today, plusDays(today, -lastYear)]
  const settled = `i.type = 'INVOICE' and i.paid_amount > 0 and i.closed_date >= $3::date`
  const rows = await unit.transaction.query<Sums & { toPay: string | null; late: string | null }>(
    `select i.base_currency as currency, ${sums('$2')},
       round(avg(i.closed_date - i.invoice_date) filter (where ${settled}), 1)::text as "toPay",
       round(avg(i.closed_date - i.due_date) filter (where ${settled}), 1)::text as late
     ${claimsOn(unit, systemDebtorId, values)}
     group by 1 order by 1`,
    values,
  )
  return rows.map((row) => ({
    ...shownSums(row),
    averageDaysToPay: daysOf(row.toPay),
    averageDaysLate: daysOf(row.late),
  }))
}

export const daysOf = (text: string | null): number | null => (text === null ? null : Number(text))
