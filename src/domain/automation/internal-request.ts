export const requestStatuses = ['OPEN', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const

/** So long a second person may be found; after that the first begins anew. */
export const requestExpiresAfterMs = 72 * 3_600_000
