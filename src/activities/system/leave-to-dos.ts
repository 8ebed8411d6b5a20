import { ToDo } from '../../entities/to-do.ts'
import { User } from '../../entities/user.ts'
import { UserGroupMember } from '../../entities/user-group.ts'
import type { LeavingToDos } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { unassignErrands } from './unassign-errands.ts'
import { lockAssignees, whoMayOpen, type On } from './who-may-open.ts'

/**
 * After somebody has lost a right, their access or their group: to-dos and errands that they can
 * open no more they give back, for anybody to take. A group keeps what one of it can open.
 */
export function leaveToDos(
  unit: Unit,
  { userIds = [], groupIds = [] }: LeavingToDos,
): Promise<void> {
  return unit.widened(async () => {
    // Before it is written: a right that is taken holds the policy's number, which ends every change.
    await lockAssignees(unit, userIds)
    await unit.flush()
    if (userIds.length > 0) await unassignErrands(unit, userIds)
    const toDos = await unit.readEach(ToDo, theirs, [userIds, groupIds])
    if (toDos.length === 0) return
    const groups = toDos.flatMap(({ userGroupId }) => userGroupId ?? [])
    const members = await unit.all(UserGroupMember, { userGroupId: { $in: [...new Set(groups)] } })
    const ids = [
      ...toDos.flatMap(({ assigneeUserId }) => assigneeUserId ?? []),
      ...members.map(({ userId }) => userId),
    ]
    const users = await unit.all(User, { id: { $in: [...new Set(ids)] } })
    const known = new Map(users.map((user) => [user.id, user]))
    const alone = ({ assigneeUserId }: ToDo) =>
      [assigneeUserId].flatMap((id) => known.get(id ?? '') ?? [])
    const together = ({ userGroupId }: ToDo) =>
      members
        .filter((member) => member.userGroupId === userGroupId)
        .flatMap(({ userId }) => known.get(userId) ?? [])
    const asked = toDos.flatMap((toDo) =>
      [...alone(toDo), ...together(toDo)].map((user): readonly [User, On] => [user, toDo]),
    )
    const mayOpen = await whoMayOpen(unit, asked)
    for (const toDo of toDos) {
      const { assigneeUserId, userGroupId } = toDo
      const sees = (user: User) => mayOpen(user, toDo)
      const left = {
        ...(assigneeUserId != null && !alone(toDo).some(sees) && { assigneeUserId: null }),
        ...(userGroupId != null && !together(toDo).some(sees) && { userGroupId: null }),
      }
      if (Object.keys(left).length > 0) unit.update(ToDo, toDo, left)
    }
  })
}

const theirs = `status = 'OPEN' and (assignee_user_id = any ($2) or user_group_id = any ($3)
  or user_group_id in (select user_group_id from user_group_member
    where tenant_id = $1 and user_id = any ($2)))`
