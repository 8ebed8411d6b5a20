import { bookkeeping } from './bookkeeping/index.ts'

/** What takes a second person, by the word under which it is asked for. */
export const topics = [...bookkeeping.topics] as const
export type Topic = (typeof topics)[number]
