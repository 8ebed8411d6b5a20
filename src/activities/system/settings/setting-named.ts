import { notFound, refuse } from '../../../domain/refusal.ts'
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
