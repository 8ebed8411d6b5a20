import { minorOf, decimal } from '../../../domain/money.ts'
import { treatmentOf, vatRateOf } from '../../../domain/reminders/charge.ts'
import {
  bracketOf,
  chargedBy,
  type ChargeType,
  type VatTreatment,
} from '../../../domain/pricing/price.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import type { PriceBook } from '../../pricing/price-book.ts'

export interface ToPrice {
  chargeType: ChargeType
  day: BusinessDate
  currency: string
  quantity: number
  /** What it is charged for. */
  basis: bigint
  /** How many there are in the month with it. */
  volume: number
}

export interface VatFacts {
  /** What the client's bills say. */
  ofBills: VatTreatment
  /** Of the tenant, whose tax it is. */
  country: string
}

/** What it costs, which version and bracket say so, and its VAT; undefined where no list has it. */
export function priced(book: PriceBook, vat: VatFacts, of: ToPrice) {
  const { chargeType, day, currency, quantity, volume } = of
  const found = book.on(day, currency, chargeType)
  if (found === undefined) return undefined
  const { list, price } = found
  const basis = { amount: decimal(of.basis, currency), quantity, volume }
  const bracket = bracketOf(price, basis)
  const { fixed, percent } = bracket ?? price
  return {
    ...vatOf(chargeType, price.vatTreatment, vat, day),
    amount: minorOf(chargedBy(price, basis, currency), currency),
    unitPrice: fixed,
    percent,
    priceListId: list.id,
    priceBracketId: bracket?.id ?? null,
  }
}

export function vatOf(
  chargeType: ChargeType,
  said: VatTreatment | null,
  { ofBills, country }: VatFacts,
  day: BusinessDate,
) {
  const vatTreatment = treatmentOf(chargeType, said, ofBills)
  return { vatTreatment, vatRate: vatRateOf(vatTreatment, country, day) }
}
