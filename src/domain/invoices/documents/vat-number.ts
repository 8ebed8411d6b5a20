import { companyNumberOf } from '../../identification-number.ts'

const forms: Readonly<Record<string, (number: string) => string>> = {
  SE: (number) => `SE${number}01`,
  NO: (number) => `NO${number}MVA`,
  FI: (number) => `FI${number}`,
  DK: (number) => `DK${number}`,
}

/** In the Nordic countries it is derived from a company's number; elsewhere it must be given. */
export function vatNumberOf(identificationNumber: string, countryCode: string): string | null {
  const number = companyNumberOf(identificationNumber, countryCode)
  return number === null ? null : (forms[countryCode]?.(number) ?? null)
}
