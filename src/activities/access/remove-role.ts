import { UserRole } from '../../entities/role.ts'
import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export async function removeRole(unit: Unit, userId: string, roleId: string): Promise<void> {
  await unit.load(User, userId)
  unit.remove(await unit.load(UserRole, { userId, roleId }))
  await unit.runtime.registered.leaveToDos(unit, { userIds: [userId] })
}
