import { chargedForDays } from '../../../domain/reminders/charge.ts'
import { plusDays, type BusinessDate } from '../../../domain/dates.ts'
import type { chargeSources } from '../../../domain/reminders/charge.ts'
import type { ChargeType } from '../../../domain/pricing/price.ts'
import type { Row } from '../../../ports/database/transaction.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** What a client may have to pay for: it happened on a day, and is about so much. */
export interface Happening extends Row {
  chargeType: ChargeType
  sourceType: (typeof chargeSources)[number]
  sourceId: string
  day: BusinessDate
  currency: string
  amount: bigint
}

interface Source {
  chargeTypes: readonly ChargeType[]
  /** Of client $2 from $3 to $4: `charge_type`, `source_type`, `id`, `day`, `currency`, `amount`. */
  sql: string
}

const events = (chargeType: ChargeType, which: string, amount: string): Source => ({
  chargeTypes: [chargeType],
  sql: `select '${chargeType}' as charge_type, 'FINANCIAL_EVENT' as source_type, e.id,
      e.book_date as day, e.currency, ${amount} as amount
    from financial_event e
    where e.tenant_id = $1 and e.client_id = $2 and ${which}
      and e.book_date between $3::date and $4::date
      and e.reverses_id is null and e.reversed_by_id is null`,
})

/** What is charged for, each by its own price: a further one is a line here. */
const sources: readonly Source[] = [
  events('INVOICE_FEE', `e.type = 'INVOICE_BOOKED'`, 'abs(e.amount)'),
  events('CREDIT_INVOICE_FEE', `e.type = 'CREDIT_BOOKED'`, 'abs(e.amount)'),
  events('DISCOUNT_INTEREST', `e.type = 'FINANCED'`, `(e.facts->>'advance')::bigint`),
  events(
    'PAYOUT_FEE',
    `e.type = 'PAYOUT_BOOKED' and e.facts->>'variant' = 'SENT'`,
    `(e.facts->>'amount')::bigint`,
  ),
  {
    chargeTypes: ['DISTRIBUTION_EMAIL'],
    sql: `select 'DISTRIBUTION_EMAIL' as charge_type, 'DOCUMENT' as source_type, d.id,
        (d.sent_at at time zone $5)::date as day, $6::text as currency, 0::bigint as amount
      from document d
      where d.tenant_id = $1 and d.client_id = $2 and d.channel = 'EMAIL'
        and d.invoice_id is not null
        and (d.sent_at at time zone $5)::date between $3::date and $4::date`,
  },
]

export const happeningsMax = 10_000

interface Asked {
  priced: ReadonlySet<ChargeType>
  toDate: BusinessDate
  /** The last of the page before. */
  after?: Happening | undefined
}

/**
 * What happened to a client up to a day and is not charged for yet, of what somebody has priced,
 * in the order in which it happened.
 */
export async function happeningsOf(
  unit: Unit,
  clientId: string,
  { priced, toDate, after }: Asked,
): Promise<Happening[]> {
  const asked = sources.filter(({ chargeTypes }) => chargeTypes.some((type) => priced.has(type)))
  if (asked.length === 0) return []
  const { timeZone, currency } = await unit.tenant()
  const first = plusDays(toDate, -chargedForDays)
  const from = after !== undefined && after.day > first ? after.day : first
  const key = [after?.day ?? null, after?.sourceId ?? null, after?.chargeType ?? null]
  const rows = await unit.transaction.query<Happening & { amount: unknown }>(
    // By `offset 0` each is looked up by its whole key: a plan that believes that there are few
    // charges, as before the first, would go through all of them for each.
    `with given as (select $5::text as zone, $6::text as currency)
     select h.charge_type as "chargeType", h.source_type as "sourceType", h.id as "sourceId",
       h.day::text as day, h.currency, h.amount::text as amount
     from (${asked.map(({ sql }) => sql).join('\n union all ')}) h, given
     where not exists (select 1 from charge c where c.tenant_id = $1 and c.source_id = h.id
       and c.charge_type = h.charge_type and c.period = '' offset 0)
       and ($7::date is null or (h.day, h.id, h.charge_type) > ($7::date, $8::uuid, $9::text))
     order by h.day, h.id, h.charge_type limit ${happeningsMax}`,
    [unit.tenantId, clientId, from, toDate, timeZone, currency, ...key],
  )
  return rows.map((row) => ({ ...row, amount: BigInt(String(row.amount)) }))
}

/** How many of each charge there are in each month so far, by `INVOICE_FEE SEK 2026-11`. */
export async function volumesOf(
  unit: Unit,
  clientId: string,
  from: BusinessDate,
): Promise<Map<string, number>> {
  const rows = await unit.transaction.query<{ key: string; count: number }>(
    `select charge_type || ' ' || currency || ' ' || to_char(charge_date, 'YYYY-MM') as key,
       sum(quantity)::int as count
     from charge where tenant_id = $1 and client_id = $2 and status <> 'DELETED'
       and charge_date >= date_trunc('month', $3::date) group by 1`,
    [unit.tenantId, clientId, from],
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}
