import type { SettingKind } from '../../domain/clients/client.ts'
import { settingLevels, type Chosen, type SettingLevel } from '../../domain/settings.ts'
import type { KeyedSettings } from '../write/registered.ts'
import { known } from '../write/known.ts'
import type { Unit } from '../write/unit.ts'
import {
  chosenUnderKeys,
  resolved,
  valuesOf,
  type Resolved,
  type SettingGroup,
  type SettingTree,
  type ValuesOf,
} from './setting.ts'

/** A choice at one level: of a client for a group, or of the tenant for a key. */
interface Found extends Record<string, unknown> {
  level: SettingLevel
  target: string
  name: string
  value: Chosen
}

interface Asked {
  groups: readonly KeyedSettings[]
  clientIds: readonly string[]
}

/** The query of each level; a new level is a line here and one in `src/domain/settings.ts`. */
const byLevel: Readonly<
  Record<SettingLevel, (unit: Unit, asked: Asked, values: unknown[]) => string>
> = {
  CLIENT: (unit, { clientIds, groups }, values) => {
    const [clients, kinds] = [values.push(clientIds), values.push(kindsOf(groups))]
    return `select 'CLIENT' as level, client_id as target, kind as name, value
        from client_setting where tenant_id = $1 and client_id = any ($${clients})
          and kind = any ($${kinds}) and ${unit.bound('client_setting', values)}`
  },
  TENANT: (_, { groups }, values) =>
    `select 'TENANT' as level, null::uuid as target, key as name, value from system_setting
       where tenant_id = $1 and key = any ($${values.push(keysOfTenant(groups))})
         and value is not null`,
}

const kindsOf = (groups: readonly KeyedSettings[]): SettingKind[] =>
  groups.flatMap(({ kind }) => kind ?? [])

/** Of which settings the tenant can choose. */
export const keysOfTenant = (groups: readonly KeyedSettings[]): string[] =>
  groups.flatMap(({ settings }) =>
    settings.flatMap(({ key, levels }) => (levels.includes('TENANT') ? [key] : [])),
  )

/** A level that nobody asks for is left out of the statement. */
const isAsked: Readonly<Record<SettingLevel, (asked: Asked) => boolean>> = {
  CLIENT: ({ clientIds }) => clientIds.length > 0,
  TENANT: ({ groups }) => keysOfTenant(groups).length > 0,
}

/** The settings of clients, and of the tenant where no client is named. */
export interface SettingsInForce {
  of<T extends SettingTree>(group: SettingGroup<T>, clientId?: string): ValuesOf<T>
  /** The same without types, with the level that says each. */
  resolved(group: KeyedSettings, clientId?: string): Resolved
}

/** Groups of settings of any number of clients, in one statement for all levels. */
export async function settingsInForce(
  unit: Unit,
  groups: readonly KeyedSettings[],
  clientIds: readonly string[] = [],
): Promise<SettingsInForce> {
  const asked = { groups, clientIds }
  const values: unknown[] = [unit.tenantId]
  const levels = settingLevels.filter((level) => isAsked[level](asked))
  const statements = levels.map((level) => byLevel[level](unit, asked, values))
  const found =
    statements.length === 0 ? [] : await known<Found>(unit, statements.join('\nunion all '), values)
  return inForceAmong(found)
}

/** A group of settings of one client. */
export async function settingsOf<T extends SettingTree>(
  unit: Unit,
  clientId: string,
  group: SettingGroup<T>,
): Promise<ValuesOf<T>> {
  return (await settingsInForce(unit, [group], [clientId])).of(group, clientId)
}

/** A group of settings that only the tenant chooses. */
export async function settingsOfTenant<T extends SettingTree>(
  unit: Unit,
  group: SettingGroup<T>,
): Promise<ValuesOf<T>> {
  return (await settingsInForce(unit, [group])).of(group)
}

function inForceAmong(found: readonly Found[]): SettingsInForce {
  const ofTenant = Object.fromEntries(
    found.flatMap(({ level, name, value }) => (level === 'TENANT' ? [[name, value]] : [])),
  )
  const done = new Map<string, Resolved>()
  const resolve = (group: KeyedSettings, clientId?: string) => {
    const place = `${group.name} ${clientId ?? ''}`
    const before = done.get(place)
    if (before !== undefined) return before
    const now = resolved(group, {
      CLIENT: chosenByClient(group, clientId, found),
      TENANT: chosenUnderKeys(group, ofTenant),
    })
    done.set(place, now)
    return now
  }
  return {
    of: (group, clientId) => valuesOf(group, resolve(group, clientId)),
    resolved: resolve,
  }
}

function chosenByClient(
  { kind }: KeyedSettings,
  clientId: string | undefined,
  found: readonly Found[],
): Chosen {
  const own = found.find(
    ({ level, target, name }) => level === 'CLIENT' && target === clientId && name === kind,
  )
  return own?.value ?? {}
}
