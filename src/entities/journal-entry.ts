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
  /** What its events contain, by family. */
  data?: EventData
  changed?: readonly string[]
}

/** By names, or the values alone in the order in which the family has its fields. */
export type EventData = Readonly<
  Record<string, Readonly<Record<string, unknown>> | readonly unknown[]>
>

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

/** In the id of a workflow, where that of the tenant would stand. */
export const ofTheTenant = '/~/'

export const storedWorkflowId = (workflowId: string | null, tenantId: string) =>
  workflowId?.replace(`/${tenantId}/`, ofTheTenant) ?? null

const actions = { CREATED: 'C', UPDATED: 'U', DELETED: 'D' } as const

/** Entries in a row that differ by their id alone, as those of new articles, are one with all ids. */
export function storedEntries(entries: readonly Entry[]): StoredEntry[] {
  const groups: { ids: string[]; rest: StoredEntry; key: string | undefined }[] = []
  for (const { id, ...entry } of entries) {
    const rest = storedEntry(entry)
    const isAlike = id !== undefined && entry.action === 'CREATED' && entry.kept === undefined
    const key = isAlike ? JSON.stringify(rest) : undefined
    const last = groups.at(-1)
    if (isAlike && last?.key === key) last?.ids.push(id)
    else groups.push({ ids: id === undefined ? [] : [id], rest, key })
  }
  return groups.map(({ ids, rest }) => {
    if (ids.length === 0) return rest
    return { ...rest, [letters.id]: ids.length === 1 ? ids[0] : ids }
  })
}

function storedEntry(entry: Entry): StoredEntry {
  const stored: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(entry)) stored[letters[name as keyof Entry]] = value
  if (entry.action !== undefined) stored[letters.action] = actions[entry.action]
  if (entry.action === 'UPDATED') stored[letters.changes] = pairsOf(entry.changes)
  if (entry.data !== undefined) stored[letters.data] = inOrderOf(entry.events, entry.data)
  return stored
}

/**
 * The entries of a row that appears, in SQL: its event of each family, and what that contains, each
 * value as JSON in SQL.
 */
export function entriesOfNew(
  events: Readonly<Record<string, string>>,
  data: Readonly<Record<string, readonly string[]>>,
): string {
  const entry = JSON.stringify(storedEntry({ action: 'CREATED', events })).replaceAll("'", "''")
  if (Object.keys(data).length === 0) return `'[${entry}]'::json`
  const contents = Object.keys(events).map((family) => {
    const values = data[family]
    return values === undefined ? `'null'` : `'[' || ${values.join(` || ',' || `)} || ']'`
  })
  const opened = `'[${entry.slice(0, -1)},"${letters.data}":['`
  return `(${opened} || ${contents.join(` || ',' || `)} || ']}]')::json`
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

/** Each entry of a row `j` of the journal with its id, if it has one, and its number. */
export const entriesIn = `(
    select g.entry, i.id, row_number() over (order by g.n, i.n) as n
    from json_array_elements(j.entries) with ordinality g (entry, n)
    cross join lateral json_array_elements_text(
      case json_typeof(g.entry -> '${letters.id}') when 'array' then g.entry -> '${letters.id}'
        else json_build_array(g.entry -> '${letters.id}') end) with ordinality i (id, n)
  ) e`

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

/** What the event of this family at this place contains; nothing where only others of it do. */
export const dataOfEvent = (family: string, place: string) =>
  `event_data(${family}, ${inEntry('data')} -> (${place}))`
