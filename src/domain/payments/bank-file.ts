import { isDay, type BusinessDate } from '../dates.ts'
import { decimalsOf, hasPlacesOf, minorOf } from '../money.ts'
import { life } from '../life.ts'

/** What is known by what stands in a file, never by its name. */
export const bankFileFormats = ['CAMT053', 'CAMT054', 'BGMAX', 'CSV', 'PAIN002'] as const
export type BankFileFormat = (typeof bankFileFormats)[number]

export const paymentFileStatuses = [
  'UPLOADED',
  'IMPORTING',
  'IMPORTED',
  'PARTIAL',
  'FAILED',
] as const

const begun = ['IMPORTING'] as const

export const lifeOfPaymentFile = life('file', 'PAYMENT_FILE_IMPORTING', paymentFileStatuses, {
  /** Again as often as anybody likes: what was taken of it before counts once. */
  import: { from: paymentFileStatuses, to: 'IMPORTING' },
  takeWhole: { from: begun, to: 'IMPORTED', event: 'imported' },
  takePart: { from: begun, to: 'PARTIAL', event: 'imported' },
  takeNothing: { from: begun, to: 'FAILED', event: 'failed' },
  delete: { from: ['UPLOADED', 'IMPORTED', 'PARTIAL', 'FAILED'] },
})

/** What a bank says of one movement, in the words of a payment. */
export interface EntryRead {
  /** The line or path at which it stands. */
  place: string
  kind: 'PAYMENT' | 'REVERSAL'
  /** The number of its statement in the file. */
  statement: number
  account: string
  currency: string
  /** In minor units. */
  amount: string
  bookDate: BusinessDate
  valueDate: BusinessDate
  reference: string | null
  split: readonly PartRead[] | null
  message: string | null
  payerName: string | null
  payerAccount: string | null
  payerIdentificationNumber: string | null
  bankRef: string | null
  endToEndId: string | null
  /** What tells it from all others of its account, by whatever file it comes. */
  key: string
  /** The collective entry that it is, or is a part of; under the other key the same counts as well. */
  group: string | null
  groupOtherwise: string | null
}

/** The entries of one statement, account, bankgiro, currency and day. */
export interface BatchRead {
  /** Where the first of them stands. */
  place: string
  statement: number
  account: string
  /** To which of those at the account it was paid, where the file says so. */
  bankgiro: string | null
  currency: string
  bookDate: BusinessDate
}

/** As much of an entry as tells whether it is new. */
export interface HeadRead {
  place: string
  key: string
  groupOtherwise: string | null
  /** The number of its batch in the file. */
  batch: number
  /** In minor units; below zero where the bank takes it back. */
  moves: string
  /** The payout of ours that comes back by it, and the code that says why. */
  returns: { id: string; code: string } | null
}

/** One of several references of a payment; the amount in minor units, where the bank knows it. */
export interface PartRead {
  reference: string
  amount: string | null
}

/** One account over one time. */
export interface StatementRead {
  place: string
  number: number
  /** What its sender calls it, and the number that it counts by. */
  id: string | null
  serial: string | null
  account: string
  currency: string
  date: BusinessDate | null
  /** In minor units; null where the file says none. */
  opening: string | null
  closing: string | null
  /** All that came in less all that went out. */
  movement: string
}

export const findingCodes = [
  'UNREADABLE',
  'ENDS_TOO_SOON',
  'ACCOUNT_MISSING',
  'ACCOUNT_UNKNOWN',
  'CURRENCY_UNKNOWN',
  'CURRENCY_DIFFERS',
  'CURRENCY_NOT_TAKEN',
  'AMOUNT_INVALID',
  'AMOUNTS_TOO_LARGE',
  'DIRECTION_MISSING',
  'DATE_INVALID',
  'DATE_IN_FUTURE',
  'TEXT_TOO_LONG',
  'TOO_MANY_PARTS',
  'COUNT_DIFFERS',
  'SUM_DIFFERS',
  'BALANCE_DIFFERS',
  'BALANCE_GAP',
  'SERIAL_INVALID',
  'SERIAL_TWICE',
  'RECORD_UNKNOWN',
  'PAYMENT_UNKNOWN',
  'STATUS_UNKNOWN',
  'ABORT_UNFINISHED',
] as const
export type FindingCode = (typeof findingCodes)[number]

/** An entry that came before, and where it came first. */
export interface DuplicateRead {
  place: string
  first: {
    paymentId: string
    /** Null where it came by no file, or nobody has noted its place. */
    paymentFileId: string | null
    filename: string | null
    place: string | null
  }
}

export const duplicatesKept = 100

/** What is wrong in a file, and where. */
export interface Finding {
  place: string
  code: FindingCode
  message: string
}

/** What left an account by an order of ours, by the name that we gave it. */
export interface SentRead {
  place: string
  account: string
  currency: string
  id: string
  /** In minor units; null where the file does not say it of this one. */
  amount: string | null
  /** The day on which it left the account; null where the file does not say it. */
  day: string | null
}

export interface BankFileRead {
  format: BankFileFormat
  sent: readonly SentRead[]
  statements: readonly StatementRead[]
  batches: readonly BatchRead[]
  findings: readonly Finding[]
  /** How many there are, of which the first are given. */
  findingCount: number
}

export const findingsKept = 1000

/** More than any file of a bank has; one that has more is not read. */
export const entriesMost = 500_000
export const statementsMost = 10_000
/** Each is held by its number while the file is taken. */
export const accountsMost = 1000
export const partsMost = 1000

/** In minor units: what one entry may be, and all of a file together. */
export const amountMost = 10n ** 17n
export const sumMost = 10n ** 18n

const amountText = /^\d{1,15}(?:\.\d{1,5})?$/

/** In minor units; undefined for what is no amount of that currency. */
export function amountRead(text: string, currency: string): bigint | undefined {
  const plain = text.trim()
  if (!amountText.test(plain) || !hasPlacesOf(plain, currency)) return undefined
  const minor = minorOf(plain, currency)
  return minor > amountMost ? undefined : minor
}

/** What of it was wrong, of all that an amount has to be. */
export const noAmount = (currency: string): string =>
  `There is no amount of ${currency} above zero, with ${decimalsOf(currency)} decimals at most`

/** A day that is one: of a time only its day counts, as the bank wrote it. */
export function dayRead(text: string): BusinessDate | undefined {
  const day = text.trim().slice(0, 10)
  return isDay(day) && day >= '1900' ? day : undefined
}

/** An account number as it is compared: as banks write it, with spaces, hyphens or zeros before. */
export const plainAccount = (text: string): string =>
  text
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
