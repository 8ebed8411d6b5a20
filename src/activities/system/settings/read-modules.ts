import { notFound } from '../../../domain/refusal.ts'
import {
  dependenciesOf,
  moduleCodes,
  modules,
  refuseOff,
  withDependents,
  type ModuleCode,
} from '../../../domain/system/modules.ts'
import { settingsInForce, type SettingsInForce } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { moduleSettings } from './module-settings.ts'

export interface Module {
  code: ModuleCode
  name: string
  enabled: boolean
  dependsOn: readonly ModuleCode[]
}

/** Those that are off, and all that cannot do without them. */
export async function switchedOff(unit: Unit): Promise<ReadonlySet<ModuleCode>> {
  return offIn(await settingsInForce(unit, [moduleSettings]))
}

/** The same where they were read with other settings. */
export function offIn(settings: SettingsInForce): ReadonlySet<ModuleCode> {
  const chosen = settings.of(moduleSettings)
  return withDependents(moduleCodes.filter((code) => !chosen[code].enabled))
}

export async function isSwitchedOff(unit: Unit, code: ModuleCode | undefined): Promise<boolean> {
  return code !== undefined && (await switchedOff(unit)).has(code)
}

/** For verbs of rooms that all share, which lead into a module. */
export async function refuseSwitchedOff(unit: Unit, code: ModuleCode | undefined): Promise<void> {
  if (code !== undefined) refuseOff(code, await switchedOff(unit))
}

/** Every module, and whether it is on together with all that it cannot do without. */
export async function readModules(unit: Unit): Promise<Module[]> {
  const off = await switchedOff(unit)
  return moduleCodes.map((code) => ({
    code,
    name: modules[code].name,
    enabled: !off.has(code),
    dependsOn: dependenciesOf(code),
  }))
}

export async function readModule(unit: Unit, code: string): Promise<Module> {
  return (await readModules(unit)).find((each) => each.code === code) ?? notFound()
}
