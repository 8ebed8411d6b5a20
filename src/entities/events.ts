import type { EventRule, FamilyFacts } from '../domain/event-rules.ts'
import { entities } from './all.ts'
import { factsOf, type TableFacts } from './table.ts'

/** A family of events: what its own table says of it, and every event that some table means by it. */
export interface Family extends FamilyFacts {
  type: string
  table: string
  names: readonly string[]
}

const declared = entities.flatMap(({ meta: { tableName } }) =>
  Object.entries(factsOf(tableName).events ?? {}).map(([type, said]) => ({
    ...said,
    type,
    table: tableName,
  })),
)

/** Every family there is, as the tables say it. */
export const families: ReadonlyMap<string, Family> = new Map(
  [...Map.groupBy(declared, ({ type }) => type)].map(([type, said]) => {
    const own = said.filter((one) => one.rights !== undefined)
    const [first] = own
    if (first === undefined || own.length > 1) {
      throw new Error(`One table says who receives ${type}, not ${own.length}`)
    }
    const names = new Set(said.flatMap(({ means }) => means.map(({ name }) => name)))
    return [type, { ...first, names: [...names] }]
  }),
)

/**
 * Whether somebody may be told of a family, by whatever way it is handed on: those who list, listen
 * and subscribe are all asked here.
 */
export const receives = ({ has }: { has(right: string): boolean }, type: string): boolean =>
  families.get(type)?.rights.some((right) => has(right)) ?? false

/** The names by which one subscribes. */
export const familyNames: readonly string[] = [...families.keys()].toSorted()

export interface ChangeFacts {
  action: 'CREATED' | 'UPDATED' | 'DELETED'
  fields: Readonly<Record<string, { to?: unknown }>>
  /** The row, as it is or was. */
  entity: object
}

/** The events that a change of this table means: of each family the first rule that fits. */
export function eventsOf({ events = {} }: TableFacts, change: ChangeFacts) {
  const row = change.entity as Readonly<Record<string, unknown>>
  return Object.entries(events).flatMap(([type, { means, of = {} }]) => {
    if (!Object.entries(of).every(([field, value]) => row[field] === value)) return []
    const rule = means.find(({ when }) => fits(when, change))
    return rule === undefined ? [] : [{ type, name: rule.name }]
  })
}

/** Whether what an event of this table contains depends on the day. */
export const dependsOnDay = ({ events = {} }: TableFacts): boolean =>
  Object.keys(events).some((type) => families.get(type)?.onDay !== undefined)

function fits(when: EventRule['when'], change: ChangeFacts): boolean {
  if (typeof when === 'string') return when === change.action
  const field = change.fields[when.field]
  if (change.action !== 'UPDATED' || field === undefined) return false
  return when.becomes === undefined || field.to === when.becomes
}
