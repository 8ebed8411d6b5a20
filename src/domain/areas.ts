/**
 * The areas of the trade in their order: an area knows those before it, and none after it. What
 * must happen the other way is an event, a registered verb or a task.
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
