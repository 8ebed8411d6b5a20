import { plusDays, type BusinessDate } from '../../../domain/dates.ts'
import { vatRateOf } from '../../../domain/reminders/charge.ts'
import type { ChargeType } from '../../../domain/pricing/price.ts'
import type { PriceBook, PriceFound } from '../../pricing/price-book.ts'
import { vatOf, type VatFacts } from './price-charge.ts'

/** What holds from a day to another for one kind of charge in one currency. */
export interface Terms extends PriceFound {
  chargeType: ChargeType
  currency: string
  from: BusinessDate
  to: BusinessDate
  vat: ReturnType<typeof vatOf>
}

/** By which each thing of these days is charged, as `priced` finds it for one. */
export function termsOf(
  book: PriceBook,
  vat: VatFacts,
  from: BusinessDate,
  to: BusinessDate,
): Terms[] {
  const starts = startsOf(book, vat, from, to)
  return starts.flatMap((start, at) => {
    const next = starts[at + 1]
    const days = { from: start, to: next === undefined ? to : plusDays(next, -1) }
    return [...book.currencies].flatMap((currency) =>
      [...book.priced].flatMap((chargeType) => {
        const found = book.on(start, currency, chargeType)
        if (found === undefined) return []
        const said = vatOf(chargeType, found.price.vatTreatment, vat, start)
        return [{ ...found, ...days, chargeType, currency, vat: said }]
      }),
    )
  })
}

/** The first day, and each on which a list or the rate of VAT is another than the day before. */
function startsOf(
  { begins }: PriceBook,
  { country }: VatFacts,
  from: BusinessDate,
  to: BusinessDate,
): BusinessDate[] {
  const starts: BusinessDate[] = []
  let before: string | undefined
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    const rate = vatRateOf('STANDARD', country, day)
    if (rate !== before || begins.has(day)) starts.push(day)
    before = rate
  }
  return starts
}
