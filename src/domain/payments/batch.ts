import { life } from '../life.ts'

export const paymentBatchStatuses = ['CREATED', 'MATCHED', 'BOOKED', 'ABORTED'] as const

/** What of a file without faults is booked by itself; WHEN_MATCHED a batch that is matched whole. */
export const fileBookings = ['AT_ONCE', 'WHEN_MATCHED', 'BY_HAND'] as const

export const lifeOfPaymentBatch = life('batch', 'PAYMENT_BATCH_BOOKED', paymentBatchStatuses, {
  match: { from: ['CREATED', 'MATCHED'] },
  matchLast: { from: ['CREATED', 'MATCHED'], to: 'MATCHED', event: 'matched' },
  book: { from: ['CREATED', 'MATCHED'] },
  bookLast: { from: ['CREATED', 'MATCHED'], to: 'BOOKED', event: 'booked' },
  abort: { from: ['CREATED', 'MATCHED'], to: 'ABORTED', event: 'aborted' },
})

interface Counts {
  status: (typeof paymentBatchStatuses)[number]
  count: number
  matchedCount: number
  bookedCount: number
}

/** A batch after so many more of its payments were looked for, and so many booked. */
export function countedOn(
  batch: Counts,
  more: { matched: number; booked: number },
): Pick<Counts, 'status' | 'matchedCount' | 'bookedCount'> {
  const matchedCount = batch.matchedCount + more.matched
  const bookedCount = batch.bookedCount + more.booked
  const { status, count } = batch
  const verb = bookedCount === count ? 'bookLast' : matchedCount === count ? 'matchLast' : undefined
  return {
    status: verb === undefined ? status : lifeOfPaymentBatch.move(status, verb),
    matchedCount,
    bookedCount,
  }
}
