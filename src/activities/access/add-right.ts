import { refuseBeyond } from '../../domain/access/grant.ts'
import { type Role, RoleRight } from '../../entities/role.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableRole } from './changeable-role.ts'

/** Adds a right that the caller has; adding one that is there already changes nothing. */
export async function addRight(unit: Unit, roleId: string, right: string): Promise<Role> {
  const role = await changeableRole(unit, roleId)
  refuseBeyond(unit.principal, { rights: [right], clientId: null })
  if ((await unit.find(RoleRight, { roleId, right })) !== null) return role
  unit.add(RoleRight, { roleId, right })
  await unit.flush()
  return role
}
