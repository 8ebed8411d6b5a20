import { claimTypes } from '../bookkeeping/ledger.ts'
import { plusDays, type BusinessDate } from '../dates.ts'
import { life } from '../life.ts'

/** How the platform came to know of a payment. */
export const paymentSources = ['FILE', 'MANUAL', 'PAYMENT_REQUEST', 'INTERNAL'] as const

/** A reversal is what a bank takes back of what it had given. */
export const paymentKinds = ['PAYMENT', 'REVERSAL'] as const

export const paymentStatuses = [
  'NEW',
  'MATCHED',
  'PARTLY_MATCHED',
  'UNPLACED',
  'BOOKED',
  'ABORTED',
] as const

/** Nothing of it is in the books. */
const waiting = ['NEW', 'MATCHED', 'PARTLY_MATCHED', 'UNPLACED'] as const

export const lifeOfPayment = life('payment', 'PAYMENT_BOOKED', paymentStatuses, {
  change: { from: waiting },
  matchWhole: { from: waiting, to: 'MATCHED', event: 'matched' },
  matchPart: { from: waiting, to: 'PARTLY_MATCHED', event: 'matched' },
  matchNothing: { from: waiting, to: 'UNPLACED', event: 'unplaced' },
  book: { from: waiting, to: 'BOOKED', event: 'booked' },
  delete: { from: waiting },
  abort: { from: waiting, to: 'ABORTED', event: 'aborted' },
  place: { from: ['BOOKED'], refusal: 'PAYMENT_NOT_BOOKED' },
})

/** Where the money of a payment is: the four make up its amount, always. */
export interface Whereabouts {
  amount: bigint
  linked: bigint
  unplaced: bigint
  returned: bigint
  writtenOff: bigint
}

/** All of it is unplaced before anything is known of it. */
export const allUnplaced = (amount: bigint): Whereabouts => ({
  amount,
  linked: 0n,
  unplaced: amount,
  returned: 0n,
  writtenOff: 0n,
})

type Place = 'linked' | 'returned' | 'writtenOff'

/** So much more is at this place, and less of it unplaced; below zero it goes back. */
export function moved(of: Whereabouts, place: Place, amount: bigint): Whereabouts {
  const { amount: whole, linked, unplaced, returned, writtenOff } = of
  const before = { amount: whole, linked, unplaced, returned, writtenOff }
  return { ...before, [place]: of[place] + amount, unplaced: unplaced - amount }
}

/** What matching has found of a payment that is not booked. */
export function matchedStatus({ linked, unplaced }: Whereabouts): MatchVerb {
  if (linked === 0n) return 'matchNothing'
  return unplaced === 0n ? 'matchWhole' : 'matchPart'
}
type MatchVerb = 'matchWhole' | 'matchPart' | 'matchNothing'

/** What a part of a payment is put on: a claim, or an account of whom the tenant settles with. */
export const placeTypes = [...claimTypes, 'CLIENT_ACCOUNT', 'SETTLEMENT_ACCOUNT'] as const

export const linkStatuses = ['PROPOSED', 'CONFIRMED', 'BOOKED', 'REVERTED', 'DENIED'] as const
export type LinkStatus = (typeof linkStatuses)[number]

/** A part of a payment for a claim: proposed by its client, found or named, then booked. */
export const lifeOfLink = life('link', 'PAYMENT_BOOKED', linkStatuses, {
  deny: { from: ['PROPOSED', 'CONFIRMED'], to: 'DENIED', event: 'linkDenied' },
  book: { from: ['PROPOSED', 'CONFIRMED'], to: 'BOOKED', event: 'linked' },
  revert: {
    from: ['BOOKED'],
    to: 'REVERTED',
    refusal: 'LINK_NOT_BOOKED',
    event: 'unlinked',
  },
})

/** Whose a payment is by those who have parts of it: of several, nobody's who has none. */
export function ownerOf(before: string | null, owners: readonly string[]): string | null {
  const [first, ...others] = new Set(owners)
  if (first === undefined) return before
  if (others.length === 0) return first
  return before !== null && owners.includes(before) ? before : null
}

/** Interest follows the value date: one that is far from its booking is a mistake. */
export const isFarFrom = (bookDate: BusinessDate, valueDate: BusinessDate): boolean =>
  valueDate !== bookDate &&
  (valueDate > plusDays(bookDate, daysApart) || valueDate < plusDays(bookDate, -daysApart))
const daysApart = 366

/** What would have come longer ago than any claim lives is a mistake of typing. */
export const isLongAgo = (bookDate: BusinessDate, today: BusinessDate): boolean =>
  bookDate < plusDays(today, -daysBack)
const daysBack = 3_653

/** What a bank says of money that came in for one claim. */
export interface BankPayment {
  amount: string
  currency?: string | undefined
  bookDate?: BusinessDate | undefined
  valueDate?: BusinessDate | undefined
  message?: string | null | undefined
  payerName?: string | null | undefined
  payerAccount?: string | null | undefined
  payerIdentificationNumber?: string | null | undefined
  bankRef?: string | null | undefined
  endToEndId?: string | null | undefined
}

/** That a debtor paid the client itself; without an amount, all that is open. */
export interface DirectPayment {
  amount?: string | undefined
  currency?: string | undefined
  bookDate?: BusinessDate | undefined
  text?: string | undefined
}
