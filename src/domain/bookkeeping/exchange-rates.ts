import Big from 'big.js'
import type { BusinessDate } from '../dates.ts'
import { atRate, sum } from '../money.ts'
import { invalid } from '../refusal.ts'
import type { DayRate } from '../system/exchange-rate.ts'
import { rateOn } from '../system/indicative-rates.ts'

/** The rate of an invoice, its day and its source. */
export interface InvoiceRate {
  rate: string
  rateDate: BusinessDate | null
  rateSource: string | null
}

/** Base currency for one unit of the invoice's, on a day. */
export function exchangeRate(
  { invoiceCurrency, baseCurrency }: { invoiceCurrency: string; baseCurrency: string },
  date: BusinessDate,
  lists: readonly (readonly DayRate[])[],
): InvoiceRate {
  if (invoiceCurrency === baseCurrency) return { rate: '1', rateDate: null, rateSource: null }
  const [of, to] = [invoiceCurrency, baseCurrency]
  const found = rateOn(date, of, to, lists)
  if (found !== undefined) {
    return { rate: found.rate.toFixed(), rateDate: found.date, rateSource: found.source }
  }
  const message = `No rate from ${invoiceCurrency} to ${baseCurrency} is known on ${date}`
  return invalid('/currency/invoiceCurrency', 'EXCHANGE_RATE_MISSING', message)
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

/** The VAT of an invoice as it is booked: each rate by itself. */
export const vatInBaseCurrency = (invoice: Converting & { vats: readonly { amount: string }[] }) =>
  sum(invoice.vats.map(({ amount }) => inBaseCurrency(BigInt(amount), invoice)))
