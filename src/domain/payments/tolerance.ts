import { minorOf, smaller } from '../money.ts'

/** The most that a tenant may choose as too little to ask for, whatever the currency. */
export const toleranceMax = 10

/** Where that much is a small amount; elsewhere it is one of the currency. */
const ofTen: ReadonlySet<string> = new Set(['SEK', 'NOK', 'DKK', 'CZK', 'ISK'])

/**
 * Up to here a difference is too little to ask for, whatever was chosen: of a small claim or
 * payment not more than a tenth, so that nothing that is really owed goes as rounding.
 */
export function toleranceIn(chosen: string, currency: string, whole: bigint): bigint {
  const most = minorOf(ofTen.has(currency) ? `${toleranceMax}` : '1', currency)
  return smaller(smaller(minorOf(chosen, currency), most), whole / 10n)
}
