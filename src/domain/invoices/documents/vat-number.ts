import { isLuhn } from '../../clients/references.ts'

/** The VAT number of a Swedish organisation follows from its number; others have to be told. */
export function vatNumberOf(identificationNumber: string, countryCode: string): string | null {
  const digits = identificationNumber.replaceAll(/\D/g, '').slice(-10)
  if (countryCode !== 'SE' || digits.length !== 10 || !isLuhn(digits)) return null
  return `SE${digits}01`
}
