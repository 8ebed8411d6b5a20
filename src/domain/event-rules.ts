import type { BusinessDate } from './dates.ts'

/** Which event a change means. */
export interface EventRule {
  entity: string
  /** The change: the row appears, goes, a field takes a value, or any field changes. */
  when: 'CREATED' | 'DELETED' | 'UPDATED' | { field: string; becomes?: string }
  type: string
  name: string
}

/** The life of a row; of what belongs to something larger, under a word of its own. */
export const life = (entity: string, type: string, of = ''): EventRule[] => [
  { entity, when: 'CREATED', type, name: worded(of, 'created') },
  { entity, when: 'UPDATED', type, name: worded(of, 'updated') },
  { entity, when: 'DELETED', type, name: worded(of, 'deleted') },
]

const worded = (of: string, verb: string) =>
  of === '' ? verb : of + verb.charAt(0).toUpperCase() + verb.slice(1)

/** What it means that a field takes one of these values. */
export const onBecoming = (
  entity: string,
  field: string,
  type: string,
  names: Readonly<Record<string, string>>,
): EventRule[] =>
  Object.entries(names).map(([becomes, name]) => ({ entity, when: { field, becomes }, type, name }))

/** What an event tells of its subject besides what changed. */
export interface EventContent {
  fields: readonly string[]
  /** The field that names the currency of its amounts. */
  currency?: string
  /** The fields whose value depends on the day on which the event is sent. */
  onDay?: Readonly<Record<string, (row: never, today: BusinessDate) => unknown>>
}
