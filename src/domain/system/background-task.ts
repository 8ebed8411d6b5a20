export const taskStatuses = [
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'CLOSED',
] as const

export const taskItemStatuses = ['WAITING', 'DONE', 'FAILED', 'SKIPPED'] as const

/** Every background task by name: what it does, told where it is listed. */
export const taskNames = [
  'articles.bulkUpdate',
  'invoices.bulkActivate',
  'invoices.bulkUpdate',
  'invoices.linkMultiple',
  'factoring.bulkDecision',
  'clientProduct.apply',
] as const
export type TaskName = (typeof taskNames)[number]
