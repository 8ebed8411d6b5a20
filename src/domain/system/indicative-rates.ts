import type { BusinessDate } from '../dates.ts'
import { rateOfLists, type DayRate, type FoundRate } from './exchange-rate.ts'

interface RatesOfYear {
  from: BusinessDate
  /** How much of each currency one euro is worth. */
  perEuro: Readonly<Record<string, string>>
}

/** Data: a rough rate for a year, where the rate of a day is not known. */
const indicative: readonly RatesOfYear[] = [
  {
    from: '2024-01-01',
    perEuro: {
      EUR: '1',
      SEK: '11.10',
      NOK: '11.24',
      DKK: '7.4529',
      USD: '1.1050',
      GBP: '0.8691',
      CHF: '0.9260',
      PLN: '4.3395',
      ISK: '150.50',
      JPY: '156.33',
      KWD: '0.3395',
    },
  },
  {
    from: '2025-01-01',
    perEuro: {
      EUR: '1',
      SEK: '11.46',
      NOK: '11.80',
      DKK: '7.4578',
      USD: '1.0389',
      GBP: '0.8292',
      CHF: '0.9412',
      PLN: '4.2750',
      ISK: '143.90',
      JPY: '163.06',
      KWD: '0.3201',
    },
  },
  {
    from: '2026-01-01',
    perEuro: {
      EUR: '1',
      SEK: '10.85',
      NOK: '11.80',
      DKK: '7.4690',
      USD: '1.1740',
      GBP: '0.8720',
      CHF: '0.9310',
      PLN: '4.2250',
      ISK: '147.50',
      JPY: '184.00',
      KWD: '0.3605',
    },
  },
]

/**
 * The rate of a day. Of all lists the latest wins, and for the same day the first list; if none has
 * a rate, the yearly one is used and marked as indicative.
 */
export const rateOn = (
  date: BusinessDate,
  of: string,
  to: string,
  lists: readonly (readonly DayRate[])[],
): FoundRate | undefined => rateOfLists(of, to, lists) ?? rateOfLists(of, to, [indicativeOn(date)])

export function indicativeOn(date: BusinessDate): DayRate[] {
  const year = indicative.findLast(({ from }) => from <= date)
  if (year === undefined) return []
  return Object.entries(year.perEuro).map(([currency, rate]) => ({
    base: 'EUR',
    currency,
    date: year.from,
    rate,
    source: 'INDICATION',
  }))
}
