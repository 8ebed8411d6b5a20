import { isLuhn } from '../../clients/references.ts'

/** A Swedish VAT number is derived from the organisation number; others must be given. */
export function vatNumberOf(identificationNumber: string, countryCode: string): string | null {
  const digits = identificationNumber.replaceAll(/\D/g, '').slice(-10)
  if (countryCode !== 'SE' || digits.length !== 10 || !isLuhn(digits)) return null
  return `SE${digits}01`
}
