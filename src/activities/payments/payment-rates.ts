import { inBaseCurrency } from '../../domain/bookkeeping/exchange-rates.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { PaymentLink } from '../../entities/payment-link.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { exchangeRatesOf } from '../invoices/exchange-rate-of.ts'
import { settledBy, type Claims } from './claims.ts'

type Came = Pick<PaymentTransaction, 'currency' | 'bookDate'>

/** What money in the currency of a document is worth, by the rate of the day on which it came. */
export type Rates = (payment: Came, claimCurrency: string) => string | null

/** In no statement, where all is paid in the currency in which its claim is handled. */
export async function ratesOf(
  unit: Unit,
  paid: readonly { payment: Came; claimCurrency: string }[],
): Promise<Rates> {
  const datedOf = ({ currency, bookDate }: Came, baseCurrency: string) => ({
    invoiceCurrency: currency,
    baseCurrency,
    invoiceDate: bookDate,
  })
  const rateOf = await exchangeRatesOf(
    unit,
    paid.map(({ payment, claimCurrency }) => datedOf(payment, claimCurrency)),
  )
  return (payment, claimCurrency) => {
    try {
      return rateOf(datedOf(payment, claimCurrency)).rate
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }
}

/** What a part of a payment settles of its claim in another currency, and what it was worth. */
export function exchangeOf(
  claims: Claims,
  { claimId, amount, currency }: Pick<PaymentLink, 'claimId' | 'amount' | 'currency'>,
  rate: string | null,
): Partial<Pick<PaymentLink, 'claimCurrency' | 'claimAmount' | 'worth' | 'rate'>> {
  const { baseCurrency } = claims.invoices.get(claimId)!
  if (currency === baseCurrency || rate === null) return {}
  return {
    claimCurrency: baseCurrency,
    claimAmount: settledBy(claims, claimId, amount, currency),
    worth: inBaseCurrency(amount, { invoiceCurrency: currency, baseCurrency, rate }),
    rate,
  }
}
