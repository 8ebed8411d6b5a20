import { UserGroupMember } from '../../entities/user-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableGroup } from './changeable-group.ts'

export async function removeMember(unit: Unit, userGroupId: string, userId: string): Promise<void> {
  await changeableGroup(unit, userGroupId)
  unit.remove(await unit.load(UserGroupMember, { userGroupId, userId }))
  await unit.runtime.registered.leaveToDos(unit, { userIds: [userId], groupIds: [userGroupId] })
}
