/** Where a delivery stands: waiting for its first attempt, under way, waiting for another, or over. */
export const deliveryStatuses = ['QUEUED', 'SENDING', 'RETRYING', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const attemptKinds = ['AUTOMATIC', 'MANUAL'] as const
export type AttemptKind = (typeof attemptKinds)[number]

/** The clock of the specification. */
export const retryAfterMs = 10_000
export const lockMs = 5 * 60_000
export const coolOffMs = 30 * 60_000
export const automaticAttemptsMax = 2
