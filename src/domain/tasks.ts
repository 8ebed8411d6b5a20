import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { debtors } from './debtors/index.ts'
import { factoring } from './factoring/index.ts'
import { invoices } from './invoices/index.ts'
import { payments } from './payments/index.ts'
import { payouts } from './payouts/index.ts'
import { pricing } from './pricing/index.ts'
import { reminders } from './reminders/index.ts'

/** Every background task by name; the areas describe them. */
export const taskNames = [
  ...bookkeeping.tasks,
  ...clients.tasks,
  ...debtors.tasks,
  ...factoring.tasks,
  ...invoices.tasks,
  ...payments.tasks,
  ...payouts.tasks,
  ...pricing.tasks,
  ...reminders.tasks,
] as const
export type TaskName = (typeof taskNames)[number]
