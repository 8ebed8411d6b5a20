import { z } from 'zod'
import { invalid, notFound, refuse } from '../../../domain/refusal.ts'
import type { SettingLevel } from '../../../domain/settings.ts'
import type { KeyedSetting, KeyedSettings } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface NamedSetting {
  group: KeyedSettings
  setting: KeyedSetting
}

const all = (unit: Unit): NamedSetting[] =>
  unit.runtime.registered.settings.flatMap((group) =>
    group.settings.map((setting) => ({ group, setting })),
  )

/** Every setting that can be chosen at a level, in the order of their areas. */
export function settingsOfLevel(unit: Unit, level: SettingLevel): NamedSetting[] {
  return all(unit).filter(({ setting }) => setting.levels.includes(level))
}

/** The setting of this key; one that nobody has declared, or not for this level, is not there. */
export function settingNamed(unit: Unit, key: string, level: SettingLevel): NamedSetting {
  return settingsOfLevel(unit, level).find(({ setting }) => setting.key === key) ?? notFound()
}

/** The same for a choice; the refusal says at which levels it can be chosen. */
export function settingToChoose(unit: Unit, key: string, level: SettingLevel): NamedSetting {
  const named = all(unit).find(({ setting }) => setting.key === key) ?? notFound()
  const { levels } = named.setting
  if (levels.includes(level)) return named
  return refuse('SETTING_NOT_OF_LEVEL', { detail: `${key} is chosen by ${levels.join(' or ')}.` })
}

/** Which of the settings of a level are meant: all, its switches, or those not of the tenant. */
export type Which = 'ALL' | 'FLAGS' | 'OWN_FLAGS'

export const isMeant: Readonly<Record<Which, (named: NamedSetting) => boolean>> = {
  ALL: () => true,
  FLAGS: ({ setting: { type } }) => type instanceof z.ZodBoolean,
  OWN_FLAGS: ({ group, setting: { type } }) => !group.byTenant && type instanceof z.ZodBoolean,
}

export const pointerTo = (key: string) => `/settings/${key}`

/** The setting of a key in a body. */
export function settingSent(
  unit: Unit,
  key: string,
  level: SettingLevel,
  which: Which,
): NamedSetting {
  if (all(unit).every(({ setting }) => setting.key !== key)) {
    invalid(pointerTo(key), 'UNKNOWN_SETTING', 'There is no setting of this key')
  }
  const named = settingToChoose(unit, key, level)
  if (isMeant[which](named)) return named
  return invalid(pointerTo(key), 'NOT_CHOSEN_HERE', 'It is no switch that can be set here')
}
