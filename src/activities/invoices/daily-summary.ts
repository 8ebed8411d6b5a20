import { plusDays, type BusinessDate } from '../../domain/dates.ts'
import type { MainStatus } from '../../domain/invoices/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface SummaryAsked {
  from?: BusinessDate | undefined
  to?: BusinessDate | undefined
  clientId?: string | undefined
}

/** The sums of the invoices of one date, status and pair of currencies, in minor units. */
export interface DayOfSummary {
  date: BusinessDate
  mainStatus: MainStatus
  invoiceCurrency: string
  baseCurrency: string
  invoices: number
  net: bigint
  vat: bigint
  gross: bigint
  balance: bigint
}

export interface Summary {
  from: BusinessDate
  to: BusinessDate
  days: DayOfSummary[]
}

const daysUsual = 30

const summed = (bound: string, status: string) => `
  select invoice_date as date, ${status} as "mainStatus", invoice_currency as "invoiceCurrency",
    base_currency as "baseCurrency", count(*)::int as invoices, sum(net_amount)::text as net,
    sum(vat_amount)::text as vat, sum(gross_amount)::text as gross, sum(balance)::text as balance
  from invoice
  where tenant_id = $1 and invoice_date between $2 and $3
    and ($4::uuid is null or client_id = $4) and ${bound}
  group by 1, 2, 3, 4 order by 1, 2, 3, 4`

/** Counts and sums of invoices by date and status; for the last thirty days by default. */
export async function dailySummary(unit: Unit, asked: SummaryAsked): Promise<Summary> {
  const to = asked.to ?? (await unit.today())
  const from = asked.from ?? plusDays(to, 1 - daysUsual)
  const values: unknown[] = [unit.tenantId, from, to, asked.clientId ?? null]
  const text = summed(unit.bound('invoice', values), statusShown(unit))
  const rows = await unit.transaction.query<Record<string, unknown>>(text, values)
  return { from, to, days: rows.map(dayFrom) }
}

/** A debtor does not see whether its invoices are financed. */
function statusShown({ scope }: Unit): string {
  if (scope.debtorId === null) return 'main_status'
  return `case main_status when 'DENIED_FINANCING' then 'ACTIVATED' else main_status end`
}

function dayFrom(row: Record<string, unknown>): DayOfSummary {
  const { net, vat, gross, balance, ...day } = row as Record<string, string>
  const sums = { net: BigInt(net!), vat: BigInt(vat!), gross: BigInt(gross!) }
  return { ...(day as unknown as DayOfSummary), ...sums, balance: BigInt(balance!) }
}
