import type { BusinessDate } from '../../domain/dates.ts'
import { exchangeRate, type InvoiceRate } from '../../domain/bookkeeping/exchange-rates.ts'
import { ratesFrom, type DayRate } from '../../domain/system/exchange-rate.ts'
import { bundledRates } from '../../ports/rates/bundled-rates.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface Pair {
  invoiceCurrency: string
  baseCurrency: string
}

/** The rate of a day: from the loaded rates, otherwise from those that ship with the platform. */
export async function exchangeRateOf(
  unit: Unit,
  pair: Pair,
  date: BusinessDate,
): Promise<InvoiceRate> {
  const dated = { ...pair, invoiceDate: date }
  const rateOf = await exchangeRatesOf(unit, [dated])
  return rateOf(dated)
}

interface Dated extends Pair {
  invoiceDate: BusinessDate
}

/** The same of many, each on its own day, in at most one statement. */
export async function exchangeRatesOf<Each extends Dated>(
  unit: Unit,
  all: readonly Each[],
): Promise<(one: Each) => InvoiceRate> {
  const foreign = all.filter((each) => each.invoiceCurrency !== each.baseCurrency)
  const dates = [...new Set(foreign.map(({ invoiceDate }) => invoiceDate))]
  const currencies = new Set(foreign.flatMap((each) => [each.invoiceCurrency, each.baseCurrency]))
  const loaded =
    foreign.length === 0
      ? []
      : await unit.transaction.prepared<DayRate & { on: BusinessDate } & Record<string, unknown>>(
          known,
          [unit.tenantId, dates, dates.map(ratesFrom), [...currencies]],
        )
  const byDay = Map.groupBy(loaded, ({ on }) => on)
  return (one) => {
    const own = [one.invoiceCurrency, one.baseCurrency]
    const ofDay = (byDay.get(one.invoiceDate) ?? []).filter(
      ({ base, currency }) => own.includes(base) || own.includes(currency),
    )
    return exchangeRate(one, one.invoiceDate, [ofDay, bundledRates(one.invoiceDate)])
  }
}

const known = `select distinct on (d.day, base, currency) d.day::text as "on", base, currency,
    date::text as date, rate::text as rate, source
  from unnest($2::date[], $3::date[]) as d (day, earliest)
  join exchange_rate r on r.tenant_id = $1 and r.date between d.earliest and d.day
    and (r.base = any($4) or r.currency = any($4))
  order by d.day, base, currency, date desc`
