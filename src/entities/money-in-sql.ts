import { currenciesByPlaces } from '../domain/money.ts'

/*
 * Amounts in statements that calculate with them: the same as `domain/money.ts` does one by one.
 */

const listed = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ')

const byPlaces = (currency: string, of: (places: number) => string) => {
  const cases = currenciesByPlaces.map(
    ({ places, codes }) => `when ${currency} in (${listed(codes)}) then ${of(places)}`,
  )
  return `case ${cases.join(' ')} else ${of(2)} end`
}

/** An amount in minor units, in decimal notation with the places of its currency. */
export const decimalIn = (amount: string, currency: string): string =>
  `(${amount}::numeric * ${byPlaces(currency, (places) => (places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`))})`

/** A number in minor units of a currency, rounded half up, away from zero. */
export const minorIn = (value: string, currency: string): string =>
  `round(${value} * ${byPlaces(currency, (places) => `1${'0'.repeat(places)}`)})::bigint`
