import type { BusinessDate } from './dates.ts'

/** Which event a change of a row means. */
export interface EventRule {
  /** The change: the row appears, goes, a field takes a value, or any field changes. */
  when: 'CREATED' | 'DELETED' | 'UPDATED' | { field: string; becomes?: string }
  name: string
}

/** A row that appears, changes and goes; of what belongs to something larger under a word of its own. */
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

/** A field that changes, to whatever. */
export const onChange = (field: string, name: string): EventRule => ({ when: { field }, name })

/** A field that takes one of these values. */
export const onBecoming = (field: string, names: Readonly<Record<string, string>>): EventRule[] =>
  Object.entries(names).map(([becomes, name]) => ({ when: { field, becomes }, name }))

/** What is said of a family of events once, by the table whose family it is. */
export interface FamilyFacts {
  /** By any one of these one receives it: those that show its rows. */
  rights: readonly string[]
  /** What an event contains of its subject besides what changed. */
  shows?: readonly string[]
  /** The field that names the currency of its amounts. */
  currency?: string
  /** The fields whose value depends on the day on which the event is sent. */
  onDay?: Readonly<Record<string, (row: never, today: BusinessDate) => unknown>>
  /** Which of the events about it a debtor receives, by what they contain: none of them by default. */
  toDebtor?: (data: Readonly<Record<string, unknown>>) => boolean
}

/** What the changes of a table mean in one family: the first rule that fits. */
export type EventsInFamily = { means: readonly EventRule[] } & (
  | FamilyFacts
  | { [F in keyof FamilyFacts]?: never }
)

/** The families of a table: its own, and those of what its rows belong to. */
export type EventsOfTable = Readonly<Record<string, EventsInFamily>>
