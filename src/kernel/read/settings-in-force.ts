import type { SettingKind } from '../../domain/clients/client.ts'
import {
  sharedLevels,
  type Chosen,
  type ChosenByLevel,
  type SettingLevel,
} from '../../domain/settings.ts'
import type { KeyedSettings } from '../write/registered.ts'
import { known } from '../write/known.ts'
import type { Unit } from '../write/unit.ts'
import {
  chosenAmong,
  chosenUnderKeys,
  resolved,
  valuesOf,
  type Resolved,
  type SettingGroup,
  type SettingTree,
  type ValuesOf,
} from './setting.ts'

/** What a level says: of a client for a group, of the tenant for a key, else for all keys. */
interface Found extends Record<string, unknown> {
  level: SettingLevel
  target: string | null
  name: string | null
  value: Chosen
}

interface Asked {
  groups: readonly KeyedSettings[]
  clientIds: readonly string[]
  debtorIds: readonly string[]
}

interface Query {
  isAsked(asked: Asked): boolean
  text(unit: Unit, asked: Asked, values: unknown[]): string
}

/** Whose choices a client `c` follows besides its own. Ids of several tables are never the same. */
export const followedBy = (c: string) => `any (array[${c}.template_id, ${c}.service_provider_id,
    coalesce(${c}.instance_provider_id, (select p.id from instance_provider p
      where p.tenant_id = $1 and p.is_default))])`

/**
 * What hangs on the clients, and of their debtors only whether anything is chosen: a new level is a
 * query here or below, and a line in `src/domain/settings.ts`.
 */
const ofClients: readonly Query[] = [
  {
    isAsked: ({ clientIds, groups }) => clientIds.length > 0 && kindsOf(groups).length > 0,
    text(unit, { clientIds, groups }, values) {
      const [clients, kinds] = [values.push(clientIds), values.push(kindsOf(groups))]
      return `select 'CLIENT' as level, client_id as target, kind as name, value
        from client_setting where tenant_id = $1 and client_id = any ($${clients})
          and kind = any ($${kinds}) and ${unit.bound('client_setting', values)}`
    },
  },
  {
    isAsked: ({ clientIds, groups }) => clientIds.length > 0 && isOf(groups, sharedLevels),
    text: (unit, { clientIds }, values) => `select s.level, c.id as target, null as name, s.value
        from client c join setting_choice s on s.tenant_id = $1 and s.target_id = ${followedBy('c')}
        where c.tenant_id = $1 and c.id = any ($${values.push(clientIds)})
          and ${unit.bound('client', values, 'c.')}`,
  },
  {
    isAsked: ({ groups }) => isOf(groups, ['TENANT']),
    text: (_, { groups }, values) => `select 'TENANT' as level, null::uuid as target, key as name,
        value from system_setting where tenant_id = $1 and value is not null
          and key = any ($${values.push(keysOfTenant(groups))})`,
  },
  {
    isAsked: ({ debtorIds, groups }) => debtorIds.length > 0 && isOf(groups, ['DEBTOR']),
    text: (unit, { clientIds }, values) => `select 'DEBTOR' as level, null::uuid as target,
        null as name, '{}'::jsonb as value
        where exists (select 1 from debtor_setting where tenant_id = $1
          and client_id = any ($${values.push(clientIds)})
          and ${unit.bound('debtor_setting', values)})
        or exists (select 1 from setting_choice
          where tenant_id = $1 and level = 'SYSTEM_DEBTOR')`,
  },
]

/** Asked by their ids, and only where the first statement says that there is anything. */
const ofDebtors = (unit: Unit, { debtorIds }: Asked, values: unknown[]) => {
  const debtors = `any ($${values.push(debtorIds)})`
  return `select 'DEBTOR' as level, debtor_id as target, null as name, value from debtor_setting
      where tenant_id = $1 and debtor_id = ${debtors} and ${unit.bound('debtor_setting', values)}
    union all
    select s.level, d.id, null, s.value
      from debtor d join setting_choice s on s.tenant_id = $1 and s.target_id = d.system_debtor_id
      where d.tenant_id = $1 and d.id = ${debtors} and ${unit.bound('debtor', values, 'd.')}`
}

const kindsOf = (groups: readonly KeyedSettings[]): SettingKind[] =>
  groups.flatMap(({ kind }) => kind ?? [])

const isOf = (groups: readonly KeyedSettings[], levels: readonly SettingLevel[]): boolean =>
  groups.some(({ settings }) =>
    settings.some((each) => levels.some((level) => each.levels.includes(level))),
  )

/** Of which settings the tenant can choose. */
export const keysOfTenant = (groups: readonly KeyedSettings[]): string[] =>
  groups.flatMap(({ settings }) =>
    settings.flatMap(({ key, levels }) => (levels.includes('TENANT') ? [key] : [])),
  )

/** The settings of clients and their debtors, and of the tenant where none is named. */
export interface SettingsInForce {
  of<T extends SettingTree>(
    group: SettingGroup<T>,
    clientId?: string,
    debtorId?: string,
  ): ValuesOf<T>
  /** The same without types, with the level that says each. */
  resolved(group: KeyedSettings, clientId?: string, debtorId?: string): Resolved
}

/**
 * Groups of settings of any number of clients, in one statement for all levels; of any number of
 * debtors of theirs in a second one, where anything is chosen for a debtor.
 */
export async function settingsInForce(
  unit: Unit,
  groups: readonly KeyedSettings[],
  clientIds: readonly string[] = [],
  debtorIds: readonly string[] = [],
): Promise<SettingsInForce> {
  const asked = { groups, clientIds, debtorIds }
  const values: unknown[] = [unit.tenantId]
  const queries = ofClients.filter(({ isAsked }) => isAsked(asked))
  const texts = queries.map(({ text }) => text(unit, asked, values))
  const found =
    texts.length === 0 ? [] : await known<Found>(unit, texts.join('\nunion all '), values)
  if (found.every(({ level, target }) => level !== 'DEBTOR' || target !== null)) {
    return inForceAmong(found)
  }
  const further: unknown[] = [unit.tenantId]
  const text = ofDebtors(unit, asked, further)
  return inForceAmong([...found, ...(await known<Found>(unit, text, further, true))])
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
  const byTarget = Map.groupBy(found, ({ target }) => target)
  const ofTenant = Object.fromEntries(
    found.flatMap(({ level, name, value }) => (level === 'TENANT' ? [[name, value]] : [])),
  )
  const done = new Map<string, Resolved>()
  const resolve = (group: KeyedSettings, clientId?: string, debtorId?: string) => {
    const place = `${group.name} ${clientId ?? ''} ${debtorId ?? ''}`
    const before = done.get(place)
    if (before !== undefined) return before
    const near = [clientId, debtorId].flatMap((id) => byTarget.get(id ?? '') ?? [])
    const now = resolved(group, {
      ...chosenNear(group, near),
      TENANT: chosenUnderKeys(group, ofTenant),
    })
    done.set(place, now)
    return now
  }
  return {
    of: (group, clientId, debtorId) => valuesOf(group, resolve(group, clientId, debtorId)),
    resolved: resolve,
  }
}

function chosenNear(group: KeyedSettings, near: readonly Found[]): ChosenByLevel {
  const own = near.filter(({ level, name }) => level !== 'CLIENT' || name === group.kind)
  return Object.fromEntries(
    own.map(({ level, value }) => [level, level === 'CLIENT' ? value : chosenAmong(group, value)]),
  )
}
