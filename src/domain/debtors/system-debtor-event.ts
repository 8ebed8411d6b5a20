export const systemDebtorEventTypes = [
  'PAYMENT',
  'LATE',
  'REMINDER',
  'COLLECTION',
  'BANKRUPTCY',
  'CREDIT_CHANGE',
  'LIMIT_CHANGE',
  'BLOCK',
] as const
export type SystemDebtorEventType = (typeof systemDebtorEventTypes)[number]
