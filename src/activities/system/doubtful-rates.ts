import { plusDays, type BusinessDate } from '../../domain/dates.ts'
import { isDoubtful, type DayRate } from '../../domain/system/exchange-rate.ts'
import { rateOn } from '../../domain/system/indicative-rates.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A rate that is likely a slip, as 1120 for 11.20, with what was known before it. */
export interface DoubtfulRate extends DayRate {
  last: string
}

/** Of older rates nobody knows what has become of the currency since. */
const daysBack = 366

const known = `select r.base, r.currency, r.date::text as date, r.rate::text as rate, r.source
  from unnest($2::text[], $3::text[]) as p (base, currency)
  cross join lateral (
    (select * from exchange_rate where tenant_id = $1 and base = p.base and currency = p.currency
       and date < $4 order by date desc limit 1)
    union all
    (select * from exchange_rate where tenant_id = $1 and base = p.base and currency = p.currency
       and date between $4 and $5)) r`

/** Those that differ too much from the last one before them, or from what is known of their year. */
export async function doubtfulAmong(
  unit: Unit,
  rates: readonly DayRate[],
): Promise<DoubtfulRate[]> {
  const ofPair = Map.groupBy(rates, pairOf)
  const days = rates.map(({ date }) => date).toSorted()
  const pairs = [...ofPair.values()].map(([first]) => first!)
  if (pairs.length === 0) return []
  const rows = await unit.transaction.query<DayRate & Record<string, unknown>>(known, [
    unit.tenantId,
    pairs.map(({ base }) => base),
    pairs.map(({ currency }) => currency),
    days[0],
    days.at(-1),
  ])
  const stored = Map.groupBy(rows, pairOf)
  return [...ofPair].flatMap(([pair, sent]) => doubtfulOf(sent, stored.get(pair) ?? []))
}

const pairOf = ({ base, currency }: DayRate) => `${base} ${currency}`

function doubtfulOf(sent: readonly DayRate[], stored: readonly DayRate[]): DoubtfulRate[] {
  const byDay = (a: DayRate, b: DayRate) => a.date.localeCompare(b.date)
  const before = stored.toSorted(byDay)
  let next = 0
  let last: DayRate | undefined
  return sent.toSorted(byDay).flatMap((one) => {
    for (; next < before.length && before[next]!.date <= one.date; next++) {
      if (last === undefined || last.date <= before[next]!.date) last = before[next]
    }
    const of = lastFor(one, last)
    if (of !== undefined && isDoubtful(one.rate, of)) return [{ ...one, last: of }]
    last = one
    return []
  })
}

function lastFor({ base, currency, date }: DayRate, last: DayRate | undefined): string | undefined {
  if (last !== undefined && isRecent(last.date, date)) return last.rate
  return rateOn(date, base, currency, [])?.rate.toFixed()
}

const isRecent = (last: BusinessDate, date: BusinessDate) => last >= plusDays(date, -daysBack)
