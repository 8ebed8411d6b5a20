import { notFound } from '../../../domain/refusal.ts'
import {
  dependenciesOf,
  moduleCodes,
  modules,
  withDependents,
  type ModuleCode,
} from '../../../domain/system/modules.ts'
import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { moduleSettings } from './module-settings.ts'

export interface Module {
  code: ModuleCode
  name: string
  enabled: boolean
  dependsOn: readonly ModuleCode[]
}

/** Every module, and whether it is on together with all that it cannot do without. */
export async function readModules(unit: Unit): Promise<Module[]> {
  const chosen = await settingsOfTenant(unit, moduleSettings)
  const off = withDependents(moduleCodes.filter((code) => !chosen[code].enabled))
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
