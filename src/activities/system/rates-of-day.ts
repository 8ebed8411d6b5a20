import type { BusinessDate } from '../../domain/dates.ts'
import { ratesFrom, type DayRate } from '../../domain/system/exchange-rate.ts'
import { indicativeOn, rateOn } from '../../domain/system/indicative-rates.ts'
import { bundledRates } from '../../ports/rates/bundled-rates.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface RateOfDay {
  currency: string
  /** How much of it one of the base is worth. */
  rate: string
  /** How much of the base one of it is worth, as an invoice freezes it. */
  inverse: string
  date: BusinessDate
  source: string
}

const known = `select distinct on (base, currency) base, currency, date::text as date,
    rate::text as rate, source
  from exchange_rate where tenant_id = $1 and date between $2 and $3
  order by base, currency, date desc`

/** What an invoice of the day would use for every currency, as loaded, shipped or indicated. */
export async function ratesOfDay(
  unit: Unit,
  base: string,
  day: BusinessDate,
): Promise<RateOfDay[]> {
  const loaded = await unit.transaction.query<DayRate & Record<string, unknown>>(known, [
    unit.tenantId,
    ratesFrom(day),
    day,
  ])
  const lists = [loaded, bundledRates(day)]
  const currencies = new Set(
    [...lists.flat(), ...indicativeOn(day)].flatMap((one) => [one.base, one.currency]),
  )
  currencies.delete(base)
  return [...currencies].toSorted().flatMap((currency) => {
    const [of, to] = [rateOn(day, base, currency, lists), rateOn(day, currency, base, lists)]
    if (of === undefined || to === undefined) return []
    const { date, source } = to
    return { currency, rate: of.rate.toFixed(), inverse: to.rate.toFixed(), date, source }
  })
}
