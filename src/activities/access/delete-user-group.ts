import { ClientAccess } from '../../entities/client-access.ts'
import { ToDo } from '../../entities/to-do.ts'
import { UserGroupMember } from '../../entities/user-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableGroup } from './changeable-group.ts'

export async function deleteUserGroup(unit: Unit, id: string): Promise<void> {
  const group = await changeableGroup(unit, id)
  for (const member of await unit.all(UserGroupMember, { userGroupId: id })) unit.remove(member)
  // What it was to do, or has done, is no group's any more.
  for (const toDo of await unit.all(ToDo, { userGroupId: id })) toDo.userGroupId = null
  for (const access of await unit.all(ClientAccess, { holderId: id })) unit.remove(access)
  unit.remove(group)
}
