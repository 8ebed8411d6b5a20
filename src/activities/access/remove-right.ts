import { RoleRight, UserRole } from '../../entities/role.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableRole } from './changeable-role.ts'

export async function removeRight(unit: Unit, roleId: string, right: string): Promise<void> {
  await changeableRole(unit, roleId)
  unit.remove(await unit.load(RoleRight, { roleId, right }))
  const holders = await rowsOf(unit, UserRole, { roleId }, ['userId'])
  await unit.runtime.registered.leaveToDos(unit, { userIds: holders.map(({ userId }) => userId) })
}
