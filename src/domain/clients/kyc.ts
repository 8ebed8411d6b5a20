import type { BusinessDate } from '../dates.ts'

interface Known<Status> {
  kycStatus: Status
  nextReviewAt: BusinessDate | null
}

/** What is known of a client holds until its day of review is over. */
export function kycStatusOn<Status extends string>(
  { kycStatus, nextReviewAt }: Known<Status>,
  day: BusinessDate,
): Status | 'EXPIRED' {
  const isOver = nextReviewAt !== null && nextReviewAt < day
  return kycStatus === 'APPROVED' && isOver ? 'EXPIRED' : kycStatus
}
