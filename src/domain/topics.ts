import { bookkeeping } from './bookkeeping/index.ts'
import { debtors } from './debtors/index.ts'

/** Every topic that takes a second person, by name. */
export const topics = [...bookkeeping.topics, ...debtors.topics] as const
export type Topic = (typeof topics)[number]
