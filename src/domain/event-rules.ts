import type { BusinessDate } from './dates.ts'

/** Which event a change of a row means. */
export interface EventRule {
  /** The change: the row appears, goes, a field takes a value, or any field changes. */
  when: 'CREATED' | 'DELETED' | 'UPDATED' | { field: string; becomes?: string }
  name: string
}

/** Created, updated and deleted; rows that are part of something larger use a word of their own. */
export const ofRow = (of = ''): EventRule[] => [
  onCreated(worded(of, 'created')),
  onUpdated(worded(of, 'updated')),
  onDeleted(worded(of, 'deleted')),
]

const worded = (of: string, verb: string) =>
  of === '' ? verb : of + verb.charAt(0).toUpperCase() + verb.slice(1)

export const onCreated = (name: string): EventRule => ({ when: 'CREATED', name })
export const onUpdated = (name: string): EventRule => ({ when: 'UPDATED', name })
export const onDeleted = (name: string): EventRule => ({ when: 'DELETED', name })

/** A field that changes to any value. */
export const onChange = (field: string, name: string): EventRule => ({ when: { field }, name })

/** A field that takes one of these values. */
export const onBecoming = (field: string, names: Readonly<Record<string, string>>): EventRule[] =>
  Object.entries(names).map(([becomes, name]) => ({ when: { field, becomes }, name }))

/** What the table whose family it is declares once for a family of events. */
export interface FamilyFacts {
  /**
   * Any one of these rights lets a subscriber receive it; they are the rights that show its rows.
   */
  rights: readonly string[]
  /**
   * The fields of its subject that an event contains besides the changed ones. The journal has
   * their values in this order, so a new one stands last and none is taken out.
   */
  shows?: readonly string[]
  /** The field that names the currency of its amounts. */
  currency?: string
  /** The fields whose value depends on the day on which the event is sent. */
  onDay?: Readonly<Record<string, (row: never, today: BusinessDate) => unknown>>
  /** Which of the events about it a debtor receives, by what they contain: none of them by default. */
  toDebtor?: (data: Readonly<Record<string, unknown>>) => boolean
}

/** What the changes of a table mean in one family: the first rule that fits. */
export type EventsInFamily = {
  means: readonly EventRule[]
  /** Only changes of rows with these values are told of in this family. */
  of?: Readonly<Record<string, string>>
} & (FamilyFacts | { [F in keyof FamilyFacts]?: never })

/** The families of a table: its own, and those of what its rows belong to. */
export type EventsOfTable = Readonly<Record<string, EventsInFamily>>
