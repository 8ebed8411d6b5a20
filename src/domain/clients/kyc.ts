import type { BusinessDate } from '../dates.ts'

interface Known<Status> {
  kycStatus: Status
  nextReviewAt: BusinessDate | null
}

/** An approval expires after the day of its next review. */
export function kycStatusOn<Status extends string>(
  { kycStatus, nextReviewAt }: Known<Status>,
  day: BusinessDate,
): Status | 'EXPIRED' {
  const isOver = nextReviewAt !== null && nextReviewAt < day
  return kycStatus === 'APPROVED' && isOver ? 'EXPIRED' : kycStatus
}
