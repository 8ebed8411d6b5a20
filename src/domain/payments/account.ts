import { isAccount, plainAccount, shownAccount } from '../clients/payment-accounts.ts'
import { isOcr, isRf, type OcrLevel } from '../clients/references.ts'

/** How debtors pay to an account: through a bank, or through who collects for us. */
export const accountKinds = ['BANKGIRO', 'PLUSGIRO', 'IBAN', 'SWISH', 'PSP'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Whether the number is one of its kind. */
export function isPaymentAccount(kind: AccountKind, number: string): boolean {
  if (kind === 'SWISH') return /^123\d{7}$/.test(plainAccount(number))
  return kind === 'PSP' ? /^[\w.-]{1,40}$/.test(number) : isAccount(kind, number)
}

/** As it is kept and compared; what a collector calls an account is kept as it is. */
export const keptAccount = (kind: AccountKind, number: string): string =>
  kind === 'PSP' ? number : plainAccount(number)

export const shownPaymentAccount = (kind: AccountKind, number: string): string =>
  kind === 'SWISH' || kind === 'PSP' ? number : shownAccount(kind, number)

const currenciesOf: Readonly<Partial<Record<AccountKind, readonly string[]>>> = {
  BANKGIRO: ['SEK', 'EUR'],
  PLUSGIRO: ['SEK', 'EUR'],
  SWISH: ['SEK'],
}

/** In which currencies there are accounts of this kind; undefined for all. */
export const currenciesOfKind = (kind: AccountKind): readonly string[] | undefined =>
  currenciesOf[kind]

/** How the references of payments to an account are checked. */
export interface ReferenceCheck {
  referenceLevel?: OcrLevel | null | undefined
  referenceLength?: number | null | undefined
  furtherLength?: number | null | undefined
}

/** Whether a bank lets a payment with this reference through to the account. */
export function isLetThrough(
  reference: string,
  { referenceLevel, referenceLength, furtherLength }: ReferenceCheck,
): boolean {
  if (referenceLevel == null || isRf(reference)) return true
  const plain = reference.replaceAll(/[\s-]/g, '')
  if (referenceLevel !== 'FIXED') return isOcr(plain, referenceLevel)
  const lengths = [referenceLength, furtherLength].filter((length) => length != null)
  return lengths.some((length) => isOcr(plain, 'FIXED', length))
}
