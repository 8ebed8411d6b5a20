import Big from 'big.js'
import type { BusinessDate } from '../dates.ts'
import { atRate } from '../money.ts'
import { invalid } from '../refusal.ts'
import { rateOfLists, type DayRate } from '../system/exchange-rate.ts'

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

/** The rate of an invoice, its day and its source. */
export interface InvoiceRate {
  rate: string
  rateDate: BusinessDate | null
  rateSource: string | null
}

/**
 * Base currency for one unit of the invoice's, on a day. Of all lists the latest rate wins, and for
 * the same day the first list; if none has a rate, the yearly one is used and marked as indicative.
 */
export function exchangeRate(
  { invoiceCurrency, baseCurrency }: { invoiceCurrency: string; baseCurrency: string },
  date: BusinessDate,
  lists: readonly (readonly DayRate[])[],
): InvoiceRate {
  if (invoiceCurrency === baseCurrency) return { rate: '1', rateDate: null, rateSource: null }
  const [of, to] = [invoiceCurrency, baseCurrency]
  const found = rateOfLists(of, to, lists) ?? rateOfLists(of, to, [indicativeOn(date)])
  if (found !== undefined) {
    return { rate: found.rate.toFixed(), rateDate: found.date, rateSource: found.source }
  }
  const message = `No rate from ${invoiceCurrency} to ${baseCurrency} is known on ${date}`
  return invalid('/currency/invoiceCurrency', 'EXCHANGE_RATE_MISSING', message)
}

function indicativeOn(date: BusinessDate): DayRate[] {
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

interface Converting {
  invoiceCurrency: string
  baseCurrency: string
  rate: string
}

/** An amount of the base currency in the currency of the invoice, by one rate. */
export function inInvoiceCurrency(minor: bigint, of: Converting): bigint {
  if (of.invoiceCurrency === of.baseCurrency) return minor
  return atRate(minor, of.baseCurrency, of.invoiceCurrency, new Big(1).div(of.rate))
}

/** An amount of the invoice in its base currency, in minor units of that. */
export function inBaseCurrency(minor: bigint, of: Converting): bigint {
  if (of.invoiceCurrency === of.baseCurrency) return minor
  return atRate(minor, of.invoiceCurrency, of.baseCurrency, of.rate)
}
