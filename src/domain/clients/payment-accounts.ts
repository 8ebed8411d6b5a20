import { isValidIBAN } from 'ibantools'
import { isLuhn } from './references.ts'

export const paymentAccountKinds = ['BANKGIRO', 'PLUSGIRO', 'IBAN'] as const
export type AccountKind = (typeof paymentAccountKinds)[number]

/** An account that debtors pay to. */
export interface PaymentAccount {
  kind: AccountKind
  number: string
  bic?: string | undefined
}

/** Without what people write between digits. */
export const plainAccount = (number: string): string =>
  number.replaceAll(/[ .,-]/g, '').toUpperCase()

export function isBankgiro(number: string): boolean {
  return /^\d{3,4}-?\d{4}$/.test(number) && isLuhn(number.replace('-', ''))
}

export function isPlusgiro(number: string): boolean {
  const digits = number.replaceAll(/[ -]/g, '')
  return /^[\d -]+$/.test(number) && /^\d{2,8}$/.test(digits) && isLuhn(digits)
}

/** ISO 13616: the country decides the length and the shape; the check digits are ISO 7064. */
export const isIban = (number: string): boolean => isValidIBAN(plainAccount(number))

export function isBic(code: string): boolean {
  return /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/.test(code)
}

export function isAccount(kind: AccountKind, number: string): boolean {
  if (kind === 'BANKGIRO') return isBankgiro(number)
  return kind === 'PLUSGIRO' ? isPlusgiro(number) : isIban(number)
}

/** The printed form: `5050-1055`, `28 65 43-4`, an IBAN in groups of four. */
export function shownAccount(kind: AccountKind, number: string): string {
  const plain = plainAccount(number)
  if (kind === 'BANKGIRO') return `${plain.slice(0, -4)}-${plain.slice(-4)}`
  if (kind === 'IBAN') return plain.replaceAll(/(.{4})(?=.)/g, '$1 ')
  const pairs = plain.slice(0, -1).replaceAll(/(\d)(?=(?:\d{2})+$)/g, '$1 ')
  return `${pairs}-${plain.slice(-1)}`
}
