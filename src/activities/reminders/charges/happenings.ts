import { chargedForDays, type ChargeSource } from '../../../domain/reminders/charge.ts'
import { plusDays, type BusinessDate } from '../../../domain/dates.ts'
import type { ChargeType } from '../../../domain/pricing/price.ts'
import type { Row } from '../../../ports/database/transaction.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

interface Happened {
  id: string
  day: string
  currency: string
  /** What its price is a share of. */
  amount: string
  from: string
}

/**
 * What happened to client $2 from day $3 to $4, in the time zone $5; where it has no currency of its
 * own, it is of the tenant's, $6.
 */
export const happened = (
  source: ChargeSource,
  { id, day, currency, amount, from }: Happened,
): string => `select '${source}' as source_type, ${id} as id, ${day} as day,
    ${currency} as currency, ${amount} as amount
  from ${from} and ${day} between $3::date and $4::date`

export const dayOf = (moment: string) => `(${moment} at time zone $5)::date`

const events = (which: string, amount: string) =>
  happened('FINANCIAL_EVENT', {
    id: 'e.id',
    day: 'e.book_date',
    currency: 'e.currency',
    amount,
    from: `financial_event e where e.tenant_id = $1 and e.client_id = $2 and ${which}
      and e.reverses_id is null and e.reversed_by_id is null`,
  })

/** What is charged for, each by its own price: a further one is a line here, or in another area. */
export const chargedFor = {
  INVOICE_FEE: events(`e.type = 'INVOICE_BOOKED'`, 'abs(e.amount)'),
  CREDIT_INVOICE_FEE: events(`e.type = 'CREDIT_BOOKED'`, 'abs(e.amount)'),
  DISCOUNT_INTEREST: events(`e.type = 'FINANCED'`, `(e.facts->>'advance')::bigint`),
  PAYOUT_FEE: events(
    `e.type = 'PAYOUT_BOOKED' and e.facts->>'variant' = 'SENT'`,
    `(e.facts->>'amount')::bigint`,
  ),
  DISTRIBUTION_EMAIL: happened('DOCUMENT', {
    id: 'd.id',
    day: dayOf('d.sent_at'),
    currency: '$6::text',
    amount: '0::bigint',
    from: `document d where d.tenant_id = $1 and d.client_id = $2 and d.channel = 'EMAIL'
      and d.invoice_id is not null`,
  }),
} as const

/** Where something stands in the order in which it happened. */
interface Place {
  day: BusinessDate
  sourceId: string
  chargeType: ChargeType
}

/** What happened after one and up to another, so many at most. */
export interface Slice {
  after: Place | undefined
  until: Place
  count: number
}

const sliceMax = 10_000

interface Asked {
  priced: ReadonlySet<ChargeType>
  toDate: BusinessDate
}

export const firstChargedDay = (toDate: BusinessDate) => plusDays(toDate, -chargedForDays)

/** In slices, what is not charged for yet of what somebody has priced. */
export async function slicesOf(
  unit: Unit,
  clientId: string,
  { priced, toDate }: Asked,
): Promise<Slice[]> {
  const uncharged = unchargedOf(unit, priced)
  if (uncharged === undefined) return []
  const rows = await unit.transaction.query<Place & Row & { n: number }>(
    `with counted as (select h.day, h.id, h.charge_type, count(*) over () as "all",
         row_number() over (order by h.day, h.id, h.charge_type) as n from ${uncharged})
     select day::text as day, id as "sourceId", charge_type as "chargeType", n::int as n
     from counted where n % ${sliceMax} = 0 or n = "all" order by n`,
    await givenTo(unit, clientId, firstChargedDay(toDate), toDate),
  )
  return rows.map(({ n, ...until }, at) => {
    const before = rows[at - 1]
    return { after: before, until, count: n - (before?.n ?? 0) }
  })
}

/** The same of one slice, behind `from`, and what its parameters are. */
export async function happenedIn(
  unit: Unit,
  clientId: string,
  { priced, toDate }: Asked,
  { after, until }: Slice,
): Promise<{ from: string; values: readonly unknown[] }> {
  const first = after?.day ?? firstChargedDay(toDate)
  const key = [after?.day ?? null, after?.sourceId ?? null, after?.chargeType ?? null]
  return {
    from: `${unchargedOf(unit, priced) ?? ''}
      and ($7::date is null or (h.day, h.id, h.charge_type) > ($7::date, $8::uuid, $9::text))
      and (h.day, h.id, h.charge_type) <= ($10::date, $11::uuid, $12::text)`,
    values: [
      ...(await givenTo(unit, clientId, first, until.day)),
      ...key,
      until.day,
      until.sourceId,
      until.chargeType,
    ],
  }
}

async function givenTo(
  unit: Unit,
  clientId: string,
  from: BusinessDate,
  to: BusinessDate,
): Promise<unknown[]> {
  const { timeZone, currency } = await unit.tenant()
  return [unit.tenantId, clientId, from, to, timeZone, currency]
}

/**
 * Rows `h`. What is charged is looked up as the first key from theirs on, which one index alone has
 * in order: by their whole key, a plan of a time with few charges would go through all of them for
 * each, by whatever index it began with.
 */
function unchargedOf(unit: Unit, priced: ReadonlySet<ChargeType>): string | undefined {
  const sources = Object.entries(unit.runtime.registered.chargedFor).flatMap(([type, sql]) =>
    priced.has(type as ChargeType) ? [`select '${type}' as charge_type, s.* from (${sql}) s`] : [],
  )
  if (sources.length === 0) return undefined
  return `(${sources.join('\n union all ')}) h
    cross join (select $5::text as zone, $6::text as currency) given
    where not exists (select from (
        select c.source_id, c.charge_type, c.period from charge c where c.tenant_id = $1
          and (c.source_id, c.charge_type, c.period) >= (h.id, h.charge_type, '')
        order by c.source_id, c.charge_type, c.period limit 1) k
      where k.source_id = h.id and k.charge_type = h.charge_type and k.period = '')`
}

/** How many of each charge there are in each month so far, by `INVOICE_FEE SEK 2026-11`. */
export async function volumesOf(
  unit: Unit,
  clientId: string,
  from: BusinessDate,
): Promise<Map<string, number>> {
  const rows = await unit.transaction.query<{ key: string; count: number }>(
    `select ${volumeKey('charge_type', 'currency', 'charge_date')} as key,
       sum(quantity)::int as count
     from charge where tenant_id = $1 and client_id = $2 and status <> 'DELETED'
       and charge_date >= date_trunc('month', $3::date) group by 1`,
    [unit.tenantId, clientId, from],
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** By what is counted together, in SQL. */
export const volumeKey = (chargeType: string, currency: string, day: string) =>
  `${chargeType} || ' ' || ${currency} || ' ' || to_char(${day}, 'YYYY-MM')`
