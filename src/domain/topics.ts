import { bookkeeping } from './bookkeeping/index.ts'

/** Every topic that takes a second person, by name. */
export const topics = [...bookkeeping.topics] as const
export type Topic = (typeof topics)[number]
