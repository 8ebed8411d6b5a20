import type { BusinessDate } from '../../domain/dates.ts'
import { exchangeRate, type InvoiceRate } from '../../domain/bookkeeping/exchange-rates.ts'
import { ratesFrom, type DayRate } from '../../domain/system/exchange-rate.ts'
import { bundledRates } from '../../ports/rates/bundled-rates.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const known = `select distinct on (base, currency) base, currency, date::text as date,
    rate::text as rate, source
  from exchange_rate where tenant_id = $1 and date between $2 and $3
    and (base = any($4) or currency = any($4))
  order by base, currency, date desc`

/** The rate of a day: from the loaded rates, otherwise from those that ship with the platform. */
export async function exchangeRateOf(
  unit: Unit,
  pair: { invoiceCurrency: string; baseCurrency: string },
  date: BusinessDate,
): Promise<InvoiceRate> {
  const { invoiceCurrency, baseCurrency } = pair
  if (invoiceCurrency === baseCurrency) return exchangeRate(pair, date, [])
  const loaded = await unit.transaction.query<DayRate & Record<string, unknown>>(known, [
    unit.tenantId,
    ratesFrom(date),
    date,
    [invoiceCurrency, baseCurrency],
  ])
  return exchangeRate(pair, date, [loaded, bundledRates(date)])
}
