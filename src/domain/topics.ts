import { access } from './access/index.ts'
import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { credit } from './credit/index.ts'
import { debtors } from './debtors/index.ts'
import type { DualControl, SecondTopic } from './dual-control.ts'
import { factoring } from './factoring/index.ts'
import { invoices } from './invoices/index.ts'
import { loans } from './loans/index.ts'
import { payments } from './payments/index.ts'
import { payouts } from './payouts/index.ts'
import { pricing } from './pricing/index.ts'
import { reminders } from './reminders/index.ts'

const all = {
  ...access.topics,
  ...bookkeeping.topics,
  ...clients.topics,
  ...debtors.topics,
  ...credit.topics,
  ...factoring.topics,
  ...invoices.topics,
  ...payments.topics,
  ...loans.topics,
  ...payouts.topics,
  ...pricing.topics,
  ...reminders.topics,
} as const
export type Topic = keyof typeof all

/** Every topic that may take a second person. */
export const secondTopics: Readonly<Record<Topic, SecondTopic>> = all

export const topics = Object.keys(all) as [Topic, ...Topic[]]

/** Of a tenant of one person, or one to try things in; withdrawals always take two. */
export const allByOne: Readonly<Record<Topic, DualControl>> = Object.fromEntries(
  topics.map((topic) => [topic, topic === 'LOAN_WITHDRAWAL' ? 'ALWAYS' : 'OFF']),
) as Record<Topic, 'OFF'>
