import { parse } from 'kontonummer'
import { life } from '../life.ts'
import { refuse } from '../refusal.ts'
import { isAccount, paymentAccountKinds, plainAccount, shownAccount } from './payment-accounts.ts'

export const bankAccountKinds = [...paymentAccountKinds, 'BBAN'] as const
export type BankAccountKind = (typeof bankAccountKinds)[number]

export const bankAccountStatuses = ['UNVERIFIED', 'VERIFIED', 'REVOKED'] as const

/** UNVERIFIED until two people of the tenant have seen it; a changed number begins anew. */
export const lifeOfBankAccount = life('bank account', 'BANK_ACCOUNT_REVOKED', bankAccountStatuses, {
  verify: { from: ['UNVERIFIED', 'VERIFIED'], to: 'VERIFIED', event: 'verified' },
  change: { from: ['UNVERIFIED', 'VERIFIED'], to: 'UNVERIFIED' },
  revoke: { from: ['UNVERIFIED', 'VERIFIED'], to: 'REVOKED', event: 'revoked' },
})

/** What money is paid to an account for. */
export const accountPurposes = ['PAYOUT'] as const

/** Its bank and its number, as Swedish ones are written: `8327-9, 123 456 789-7`. */
const domestic = (number: string) => {
  const [clearing, ...rest] = number.split(',')
  return rest.length === 0
    ? parse(plainAccount(number))
    : parse(plainAccount(clearing ?? ''), plainAccount(rest.join('')))
}

export function isBankAccount(kind: BankAccountKind, number: string): boolean {
  if (kind !== 'BBAN') return isAccount(kind, number)
  if (!/^[\d .,-]+$/.test(number)) return false
  try {
    return domestic(number).valid
  } catch {
    return false
  }
}

/** What kind of account a number is, where it is written so that it can be only one. */
export function kindOfNumber(number: string): BankAccountKind | null {
  const written: readonly [BankAccountKind, RegExp][] = [
    ['IBAN', /^[A-Z]{2}/i],
    ['BANKGIRO', /^\d{3,4}-\d{4}$/],
    ['PLUSGIRO', /^[\d ]+-\d$/],
    ['BBAN', /,/],
  ]
  const found = written.find(([kind, form]) => form.test(number) && isBankAccount(kind, number))
  return found?.[0] ?? null
}

/** As it is kept and compared: without what people write between digits. */
export function keptNumber(kind: BankAccountKind, number: string): string {
  if (kind !== 'BBAN') return plainAccount(number)
  const { sortingCode, accountNumber } = domestic(number)
  return `${sortingCode}${accountNumber}`
}

/** The bank of a domestic account, by its first digits. */
export const clearingOf = (kind: BankAccountKind, number: string): string | null =>
  kind === 'BBAN' ? domestic(number).sortingCode : null

export const shownNumber = (kind: BankAccountKind, number: string): string =>
  kind === 'BBAN' ? number : shownAccount(kind, number)

/** Giros and domestic accounts are of Sweden, and take its currency alone. */
export const takesCurrency = (kind: BankAccountKind, currency: string): boolean =>
  kind === 'IBAN' || currency === 'SEK'

/** Enough to know it again, and too little to pay to. */
export const lastDigits = (number: string): string => `•••• ${plainAccount(number).slice(-4)}`

export interface PayoutAccount {
  status: (typeof bankAccountStatuses)[number]
  verifiedAt?: Date | null | undefined
}

const dayMs = 86_400_000

/** Money goes to an account only some days after two people have seen it. */
export function refuseUnverified(
  { status, verifiedAt }: PayoutAccount,
  cooldownDays: number,
  now: Date,
): void {
  if (status !== 'VERIFIED' || verifiedAt == null) {
    refuse('PAYOUT_ACCOUNT_NOT_VERIFIED', { detail: `The account is ${status}.` })
  }
  const retryAllowedAt = new Date(verifiedAt.getTime() + cooldownDays * dayMs)
  if (retryAllowedAt > now) refuse('PAYOUT_ACCOUNT_COOLING_DOWN', { retryAllowedAt })
}
