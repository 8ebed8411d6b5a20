/**
 * The levels of settings, nearest first: the first level with a choice decides. What its client
 * says of a debtor is nearer than what the tenant says of whoever that is for all clients.
 */
export const settingLevels = [
  'DEBTOR',
  'SYSTEM_DEBTOR',
  'CLIENT',
  'TEMPLATE',
  'SERVICE_PROVIDER',
  'INSTANCE_PROVIDER',
  'TENANT',
] as const
export type SettingLevel = (typeof settingLevels)[number]

/** Where a setting may be chosen unless it says otherwise: who owes is no matter of most. */
export const levelsOfMost: readonly SettingLevel[] = settingLevels.slice(2)

/** Of what is kept for a whole tenant, whoever asks: nothing in it is about one client. */
export const sharedLevels = [
  'SYSTEM_DEBTOR',
  'TEMPLATE',
  'SERVICE_PROVIDER',
  'INSTANCE_PROVIDER',
] as const satisfies readonly SettingLevel[]
export type SharedLevel = (typeof sharedLevels)[number]

/** The entity that a choice is about. */
export const entitiesOfLevels = {
  SYSTEM_DEBTOR: 'SystemDebtor',
  TEMPLATE: 'ClientFinancialPriceTemplate',
  SERVICE_PROVIDER: 'ServiceProvider',
  INSTANCE_PROVIDER: 'InstanceProvider',
} as const satisfies Record<SharedLevel, string>

/** What a value of a setting is; `CHOICE` is one of some words. None is a secret. */
export const settingTypes = [
  'SWITCH',
  'NUMBER',
  'TEXT',
  'CHOICE',
  'LIST',
  'GROUP',
  'OTHER',
] as const

/** Where a value comes from. */
export const settingSources = [...settingLevels, 'DEFAULT'] as const
export type SettingSource = (typeof settingSources)[number]

/** What was chosen at a level: values under their names, some of them in groups of names. */
export type Chosen = Readonly<Record<string, unknown>>

export type ChosenByLevel = Readonly<Partial<Record<SettingLevel, Chosen>>>

/** What is needed of a setting to find its value. */
export interface Choosable {
  /** The names under which it stands, from the outermost. */
  path: readonly string[]
  levels: readonly SettingLevel[]
  /** The value if nobody has chosen one. */
  usual: unknown
}

/** The value of a setting, and the level it comes from. An empty value is a choice as well. */
export function inForce(
  { path, levels, usual }: Choosable,
  chosen: ChosenByLevel,
): { value: unknown; source: SettingSource } {
  for (const level of settingLevels) {
    const value = levels.includes(level) ? chosenAt(chosen[level] ?? {}, path) : undefined
    if (value !== undefined) return { value, source: level }
  }
  return { value: usual, source: 'DEFAULT' }
}

/** What stands under these names; nothing where nobody has chosen. */
export function chosenAt(chosen: Chosen, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (within, name) => (isGroup(within) && Object.hasOwn(within, name) ? within[name] : undefined),
    chosen,
  )
}

/** The same choices with another under these names, or with none. */
export function withChoice(chosen: Chosen, path: readonly string[], value: unknown): Chosen {
  const [name, ...rest] = path
  if (name === undefined) return chosen
  const { [name]: was, ...others } = chosen
  if (rest.length === 0) return value === undefined ? others : { ...others, [name]: value }
  const within = withChoice(isGroup(was) ? was : {}, rest, value)
  return Object.keys(within).length === 0 ? others : { ...others, [name]: within }
}

function isGroup(value: unknown): value is Chosen {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
