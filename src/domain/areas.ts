/**
 * The areas of the trade in their order: an area imports only those before it. To reach a later
 * one, emit an event, or call a verb or task that the later area registers.
 */
export const areaOrder = [
  'access',
  'system',
  'automation',
  'webhooks',
  'distribution',
  'bookkeeping',
  'clients',
  'pricing',
  'debtors',
  'credit',
  'factoring',
  'invoices',
  'payments',
  'payouts',
  'reminders',
  'collections',
  'loans',
  'integrations',
  'reports',
] as const

export type AreaName = (typeof areaOrder)[number]
