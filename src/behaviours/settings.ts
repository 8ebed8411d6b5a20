import { z } from 'zod'
import type { KeptSettings } from '../activities/clients/kept-settings.ts'
import {
  settingLevels,
  settingSources,
  settingTypes,
  type SettingSource,
} from '../domain/settings.ts'
import { id, showVersioned, versionedView } from '../kernel/read/fields.ts'
import { shapeOf, type SettingGroup, type SettingTree } from '../kernel/read/setting.ts'
import type { KeyedSetting } from '../kernel/write/registered.ts'
import { settingsInForce, type SettingsInForce } from '../kernel/read/settings-in-force.ts'
import type { Unit } from '../kernel/write/unit.ts'

const sources = z
  .record(z.string(), z.enum(settingSources))
  .meta({ description: 'Of each setting the level that says what it is.' })

/** A group of settings of a client as it is in force, and where each of them comes from. */
export function settingsViewOf<const T extends SettingTree>(group: SettingGroup<T>, name: string) {
  const schema = z
    .object({ clientId: id('Client'), ...versionedView, ...shapeOf(group), sources })
    .meta({ id: name })
  return {
    schema,
    facts: (unit: Unit, rows: readonly KeptSettings[]) =>
      settingsInForce(
        unit,
        [group],
        rows.map(({ clientId }) => clientId),
      ),
    // The resolved values have the types of the group's settings.
    show: (row: KeptSettings, inForce: SettingsInForce) =>
      ({
        clientId: row.clientId,
        ...showVersioned(row),
        ...inForce.of(group, row.clientId),
        sources: inForce.resolved(group, row.clientId).sources,
      }) as z.output<typeof schema>,
  }
}

/** A value of any setting, as its own type has it. */
const anyValue = z.unknown().meta({ example: 'FOLLOWING' })

/** One setting by its key: its type and value, the level it comes from, and its default. */
export const settingShape = {
  key: z.string().meta({ example: 'dates.dueDateRoll' }),
  type: z.enum(settingTypes),
  value: anyValue,
  source: z.enum(settingSources),
  default: anyValue,
  /** Where it can be chosen, from the nearest. */
  levels: z.array(z.enum(settingLevels)),
  /** What has to be built before any value but the default is accepted. */
  waitsFor: z.string().nullable(),
}

export interface ShownSetting {
  setting: KeyedSetting
  value: unknown
  source: SettingSource
}

export const showSetting = ({ setting, value, source }: ShownSetting) => ({
  key: setting.key,
  type: typeOf(setting),
  value,
  source,
  default: setting.usual,
  levels: [...setting.levels],
  waitsFor: setting.until,
})

const schemas = new WeakMap<z.ZodType, Record<string, unknown>>()

/** Which values it takes, as a JSON Schema. */
export function schemaOfSetting({ type }: KeyedSetting): Record<string, unknown> {
  const known = schemas.get(type) ?? z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  schemas.set(type, known)
  return known
}

const typeNames: Readonly<Record<string, (typeof settingTypes)[number]>> = {
  boolean: 'SWITCH',
  integer: 'NUMBER',
  number: 'NUMBER',
  string: 'TEXT',
  array: 'LIST',
  object: 'GROUP',
}

function typeOf(setting: KeyedSetting): (typeof settingTypes)[number] {
  const said = schemaOfSetting(setting)
  const some = ((said['anyOf'] ?? [said]) as Record<string, unknown>[]).filter(
    (each) => each['type'] !== 'null',
  )
  if (some.every((each) => 'enum' in each || 'const' in each)) return 'CHOICE'
  return (some.length === 1 && typeNames[String(some[0]?.['type'])]) || 'OTHER'
}
