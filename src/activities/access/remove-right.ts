import { RoleRight } from '../../entities/role.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableRole } from './changeable-role.ts'

export async function removeRight(unit: Unit, roleId: string, right: string): Promise<void> {
  await changeableRole(unit, roleId)
  unit.remove(await unit.load(RoleRight, { roleId, right }))
}
