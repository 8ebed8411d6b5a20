import { isNumberOf, normalisedNumber } from '../identification-number.ts'
import { decimal, hasPlacesOf, minorOf } from '../money.ts'
import { invalid, refuse } from '../refusal.ts'
import type { MainStatus } from './invoice.ts'

/** Whoever is released is not liable any more, and stays on record. */
export const guarantorStatuses = ['ACTIVE', 'RELEASED'] as const

export const guarantorsMax = 20

/** Nobody becomes liable for what is settled. */
export function refuseSettled(status: MainStatus): void {
  if (status === 'CLOSED' || status === 'ARCHIVED') refuse('GUARANTEE_NOT_CHANGEABLE')
}

interface Numbered {
  identificationNumber: string
  countryCode: string
}

/** By which somebody guarantees, and nobody twice for the same. */
export function numberOfGuarantor(
  { identificationNumber, countryCode }: Numbered,
  pointer: string,
): string {
  if (!isNumberOf(identificationNumber, countryCode)) {
    invalid(pointer, 'NO_NUMBER', `It is no number of ${countryCode}`)
  }
  return normalisedNumber(identificationNumber, countryCode)
}

/** Whoever owes it does not guarantee for themselves. */
export const isSameNumber = (
  number: string,
  countryCode: string,
  other: string | null | undefined,
): boolean => other != null && normalisedNumber(other, countryCode) === number

export interface Guarantee {
  limitAmount?: bigint | null | undefined
  currency: string
}

/** Up to the same figure: a limit is said in the currency of the invoice, as its prices are. */
export function guaranteeIn(currency: string, { limitAmount, ...was }: Guarantee): Guarantee {
  if (limitAmount == null) return { limitAmount: null, currency }
  const figure = decimal(limitAmount, was.currency)
  if (hasPlacesOf(figure, currency)) return { limitAmount: minorOf(figure, currency), currency }
  const message = `A guarantor is liable for ${figure}: more decimals than ${currency} has`
  return invalid('/currency/baseCurrency', 'TOO_PRECISE', message)
}
