/** One changed row, as the journal has it; what is not said is of the owner itself. */
export interface Entry {
  /** None where an event alone was brought over. */
  action?: 'CREATED' | 'UPDATED' | 'DELETED'
  /** A row that belongs to the owner: under its own name, or as a part of the owner. */
  entity?: string
  part?: string
  id?: string
  version?: number
  /** The owner's debtor is not this row's. */
  debtor?: null
  /**
   * Each field from what to what, or the state of what went. What appeared is told by its own row.
   */
  changes?: Readonly<Record<string, unknown>>
  /** Of what appeared, the fields that statements change later without a record. */
  kept?: Readonly<Record<string, unknown>>
  /** The event of each family. */
  events?: Readonly<Record<string, string>>
  /** What its events contain, by family; those of the owner itself stand once in the journal row. */
  data?: EventData
  changed?: readonly string[]
}

export type EventData = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** As it is stored: an invoice leaves a dozen entries, so their words are letters. */
export type StoredEntry = Readonly<Record<string, unknown>>

const letters = {
  action: 'a',
  entity: 'e',
  part: 'p',
  id: 'i',
  version: 'v',
  debtor: 'b',
  changes: 'c',
  kept: 'k',
  events: 'm',
  data: 'd',
  changed: 'f',
} as const satisfies Record<keyof Entry, string>

const actions = { CREATED: 'C', UPDATED: 'U', DELETED: 'D' } as const

export function storedEntry(entry: Entry): StoredEntry {
  const stored: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(entry)) stored[letters[name as keyof Entry]] = value
  if (entry.action !== undefined) stored[letters.action] = actions[entry.action]
  if (entry.action === 'UPDATED') stored[letters.changes] = pairsOf(entry.changes)
  if (entry.data !== undefined) stored[letters.data] = inOrderOf(entry.events, entry.data)
  return stored
}

/** What events contain, in their order: their families stand beside it. */
const inOrderOf = (events: Entry['events'] = {}, data: EventData) =>
  Object.keys(events).map((family) => data[family] ?? null)

/** A field that changed, as what it was and what it is. */
function pairsOf(changes: Entry['changes'] = {}): Record<string, readonly unknown[]> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => {
      const { from, to } = value as { from?: unknown; to?: unknown }
      return [field, [from ?? null, to ?? null]]
    }),
  )
}

/** The same read back in SQL, of an entry `e.entry`. */
export const inEntry = (word: keyof Entry) => `e.entry -> '${letters[word]}'`
export const textInEntry = (word: keyof Entry) => `e.entry ->> '${letters[word]}'`

const cases = Object.entries(actions).map(([word, letter]) => `when '${letter}' then '${word}'`)
export const actionOfEntry = `case ${textInEntry('action')} ${cases.join(' ')} end`
export const isUpdate = `${textInEntry('action')} = '${actions.UPDATED}'`

export const changesOfEntry = `case when ${isUpdate} then (
      select coalesce(json_object_agg(key, json_build_object('from', value -> 0, 'to', value -> 1)),
        '{}') from json_each(${inEntry('changes')}))
    else ${inEntry('changes')} end`

/** What the event at this place contains; nothing where only others of the entry do. */
export function dataOfEvent(place: string): string {
  const data = `${inEntry('data')} -> (${place})`
  return `case when json_typeof(${data}) <> 'null' then ${data} end`
}
