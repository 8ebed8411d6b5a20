import type { BusinessDate } from '../dates.ts'

interface Known<Status> {
  kycStatus: Status
  nextReviewAt: BusinessDate | null
}

/** So long before it expires somebody is to look at the client again. */
export const reviewAheadDays = 14

/** An approval expires after the day of its next review. */
export function kycStatusOn<Status extends string>(
  { kycStatus, nextReviewAt }: Known<Status>,
  day: BusinessDate,
): Status | 'EXPIRED' {
  const isOver = nextReviewAt !== null && nextReviewAt < day
  return kycStatus === 'APPROVED' && isOver ? 'EXPIRED' : kycStatus
}
