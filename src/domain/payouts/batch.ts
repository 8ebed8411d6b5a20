import type { BankAccountKind } from '../clients/bank-account.ts'
import type { BusinessDate } from '../dates.ts'
import { plusDays } from '../dates.ts'
import { life } from '../life.ts'
import type { payoutSchedules } from '../clients/accounts.ts'
import type { PayoutStatus } from './payout.ts'

export const payoutBatchStatuses = [
  'CREATED',
  'AUTHORIZED',
  'EXPORTED',
  'BOOKED',
  'CLOSED',
  'DISSOLVED',
] as const
export type PayoutBatchStatus = (typeof payoutBatchStatuses)[number]

/** CLOSED once the bank has said of each payout what became of it. */
export const lifeOfPayoutBatch = life(
  'payout batch',
  'PAYOUT_BATCH_NOT_POSSIBLE',
  payoutBatchStatuses,
  {
    authorize: { from: ['CREATED'], to: 'AUTHORIZED', event: 'authorized' },
    export: { from: ['AUTHORIZED'], to: 'EXPORTED', event: 'exported' },
    exportAgain: { from: ['EXPORTED', 'BOOKED'] },
    book: { from: ['EXPORTED'] },
    bookLast: { from: ['EXPORTED'], to: 'BOOKED', event: 'booked' },
    close: { from: ['EXPORTED', 'BOOKED'], to: 'CLOSED', event: 'closed' },
    dissolve: { from: ['CREATED', 'AUTHORIZED'], to: 'DISSOLVED', event: 'dissolved' },
  },
)

export const payoutFileFormats = ['PAIN001_09', 'PAIN001_03'] as const
export type PayoutFileFormat = (typeof payoutFileFormats)[number]

/** As many as one file holds, and one transaction changes. */
export const payoutsOfBatchMax = 10_000

/** Where a batch stands, of which so many payouts have each status. */
export function statusOfBatch(
  status: PayoutBatchStatus,
  counts: Readonly<Partial<Record<PayoutStatus, number>>>,
): PayoutBatchStatus {
  if (!lifeOfPayoutBatch.may(status, 'close') || (counts.EXPORTED ?? 0) > 0) return status
  if ((counts.BOOKED ?? 0) === 0) return lifeOfPayoutBatch.move(status, 'close')
  return lifeOfPayoutBatch.may(status, 'bookLast')
    ? lifeOfPayoutBatch.move(status, 'bookLast')
    : status
}

type Schedule = (typeof payoutSchedules)[number]

/** The first day of the period of a schedule that a day lies in; a week begins on a Monday. */
export function periodBegin(schedule: Exclude<Schedule, 'ON_REQUEST'>, day: BusinessDate) {
  if (schedule === 'DAILY') return day
  if (schedule === 'MONTHLY') return `${day.slice(0, 8)}01`
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return plusDays(day, -weekday)
}

/** Once in each day, week or month, as soon as there is something to pay. */
export function isDueToPay(
  schedule: Schedule | null | undefined,
  lastDay: BusinessDate | null,
  day: BusinessDate,
): boolean {
  if (schedule == null || schedule === 'ON_REQUEST') return false
  return lastDay === null || lastDay < periodBegin(schedule, day)
}

export interface PostalAddress {
  street: string
  zip: string
  city: string
  countryCode: string
}

/** One payment of a file. */
export interface PaymentOut {
  id: string
  amount: bigint
  kind: BankAccountKind
  number: string
  bic: string | null
  holder: string
  address: PostalAddress | null
  text: string | null
}
