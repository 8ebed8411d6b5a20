import { access } from './access/index.ts'
import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { debtors } from './debtors/index.ts'
import type { DualControl } from './dual-control.ts'
import { invoices } from './invoices/index.ts'
import { payments } from './payments/index.ts'

/** Every topic that may take a second person, and whether it does where nobody has chosen. */
export const usualControls = {
  ...access.topics,
  ...bookkeeping.topics,
  ...clients.topics,
  ...debtors.topics,
  ...invoices.topics,
  ...payments.topics,
} as const
export type Topic = keyof typeof usualControls

export const topics = Object.keys(usualControls) as [Topic, ...Topic[]]

/** Of a tenant of one person, or one to try things in. */
export const allByOne: Readonly<Record<Topic, DualControl>> = Object.fromEntries(
  topics.map((topic) => [topic, 'OFF']),
) as Record<Topic, 'OFF'>
