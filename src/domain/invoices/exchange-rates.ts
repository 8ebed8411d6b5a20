import Big from 'big.js'
import type { BusinessDate } from '../dates.ts'
import { atRate, rounded } from '../money.ts'
import { invalid } from '../refusal.ts'

interface RatesOfDay {
  from: BusinessDate
  /** How much of each currency one euro is worth. */
  perEuro: Readonly<Record<string, string>>
}

/** Data: indicative rates that ship with the platform; each holds until the next. */
const published: readonly RatesOfDay[] = [
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

const placesOfRate = 10

/** Base currency for one of the invoice's, on a day. */
export function exchangeRate(
  { invoiceCurrency, baseCurrency }: { invoiceCurrency: string; baseCurrency: string },
  date: BusinessDate,
): string {
  if (invoiceCurrency === baseCurrency) return '1'
  const perEuro = published.findLast(({ from }) => from <= date)?.perEuro ?? {}
  const [one, base] = [perEuro[invoiceCurrency], perEuro[baseCurrency]]
  if (one === undefined || base === undefined) {
    const message = `No rate from ${invoiceCurrency} to ${baseCurrency} is known on ${date}`
    return invalid('/currency/invoiceCurrency', 'EXCHANGE_RATE_MISSING', message)
  }
  return rounded(new Big(base).div(one), placesOfRate).toFixed()
}

interface Converting {
  invoiceCurrency: string
  baseCurrency: string
  rate: string
}

/** An amount of the base currency in that of the invoice, as far as one rate tells it. */
export function inInvoiceCurrency(minor: bigint, of: Converting): bigint {
  if (of.invoiceCurrency === of.baseCurrency) return minor
  return atRate(minor, of.baseCurrency, of.invoiceCurrency, new Big(1).div(of.rate))
}

/** An amount of the invoice in its base currency, in minor units of that. */
export function inBaseCurrency(minor: bigint, of: Converting): bigint {
  if (of.invoiceCurrency === of.baseCurrency) return minor
  return atRate(minor, of.invoiceCurrency, of.baseCurrency, of.rate)
}
