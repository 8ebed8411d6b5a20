import type { DayRate } from '../../domain/system/exchange-rate.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const insert = `insert into exchange_rate
    (tenant_id, base, currency, date, rate, source, loaded_at)
  select $1, r.base, r.currency, r.date, r.rate, r.source, $7
  from unnest($2::text[], $3::text[], $4::date[], $5::numeric[], $6::text[])
    as r (base, currency, date, rate, source)
  on conflict (tenant_id, base, currency, date)
  do update set rate = excluded.rate, source = excluded.source, loaded_at = excluded.loaded_at
  where exchange_rate.rate <> excluded.rate or exchange_rate.source <> excluded.source
  returning date`

/** Keeps what was published, and corrects what is there. Answers how many rates that were. */
export async function loadRates(unit: Unit, rates: readonly DayRate[]): Promise<number> {
  const once = [...new Map(rates.map((rate) => [keyOf(rate), rate])).values()]
  const rows = await unit.transaction.query(insert, [
    unit.tenantId,
    once.map(({ base }) => base),
    once.map(({ currency }) => currency),
    once.map(({ date }) => date),
    once.map(({ rate }) => rate),
    once.map(({ source }) => source),
    unit.now,
  ])
  return rows.length
}

export const keyOf = ({ base, currency, date }: DayRate) => `${base} ${currency} ${date}`
