import { isLuhn } from './references.ts'

export const paymentAccountKinds = ['BANKGIRO', 'PLUSGIRO', 'IBAN'] as const
export type AccountKind = (typeof paymentAccountKinds)[number]

/** An account that debtors pay to. */
export interface PaymentAccount {
  kind: AccountKind
  number: string
  bic?: string | undefined
}

export function isBankgiro(number: string): boolean {
  return /^\d{3,4}-?\d{4}$/.test(number) && isLuhn(number.replace('-', ''))
}

export function isPlusgiro(number: string): boolean {
  const digits = number.replaceAll(/[ -]/g, '')
  return /^[\d -]+$/.test(number) && /^\d{2,8}$/.test(digits) && isLuhn(digits)
}

/** ISO 13616: the country decides the length; the check digits are those of ISO 7064. */
export function isIban(number: string): boolean {
  const plain = number.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(plain)) return false
  const length = ibanLengths[plain.slice(0, 2)]
  if (length !== undefined && plain.length !== length) return false
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}

export function isBic(code: string): boolean {
  return /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/.test(code)
}

const ibanLengths: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  CH: 21,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  IE: 22,
  IS: 26,
  IT: 27,
  LT: 20,
  LU: 20,
  LV: 21,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  SE: 24,
}

export function isAccount(kind: AccountKind, number: string): boolean {
  if (kind === 'BANKGIRO') return isBankgiro(number)
  return kind === 'PLUSGIRO' ? isPlusgiro(number) : isIban(number)
}

/** The printed form: `5050-1055`, `28 65 43-4`, an IBAN in groups of four. */
export function shownAccount(kind: AccountKind, number: string): string {
  const plain = number.replaceAll(/[ -]/g, '').toUpperCase()
  if (kind === 'BANKGIRO') return `${plain.slice(0, -4)}-${plain.slice(-4)}`
  if (kind === 'IBAN') return plain.replaceAll(/(.{4})(?=.)/g, '$1 ')
  const pairs = plain.slice(0, -1).replaceAll(/(\d)(?=(?:\d{2})+$)/g, '$1 ')
  return `${pairs}-${plain.slice(-1)}`
}
