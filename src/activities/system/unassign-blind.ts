import { maySee } from '../../domain/system/to-do.ts'
import type { ToDo } from '../../entities/to-do.ts'
import { User } from '../../entities/user.ts'
import { UserGroupMember } from '../../entities/user-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Where a thing is another client's now, nobody keeps a to-do on it that they cannot open. */
export async function unassignBlind(
  unit: Unit,
  toDos: readonly ToDo[],
  clientId: string,
): Promise<void> {
  const groupIds = toDos.flatMap(({ userGroupId }) => userGroupId ?? [])
  const members =
    groupIds.length === 0 ? [] : await unit.all(UserGroupMember, { userGroupId: groupIds })
  const userIds = [
    ...toDos.flatMap(({ assigneeUserId }) => assigneeUserId ?? []),
    ...members.map(({ userId }) => userId),
  ]
  if (userIds.length === 0) return
  const users = await unit.all(User, { id: userIds })
  const sees = ({ status, clientId: own = null, debtorId = null }: User) =>
    maySee({ active: status !== 'DISABLED', clientId: own, debtorId }, clientId)
  const seeing = new Set(users.filter(sees).map(({ id }) => id))
  for (const toDo of toDos) {
    const { assigneeUserId, userGroupId } = toDo
    if (assigneeUserId != null && !seeing.has(assigneeUserId)) toDo.assigneeUserId = null
    if (userGroupId == null) continue
    const of = members.filter((member) => member.userGroupId === userGroupId)
    if (!of.some(({ userId }) => seeing.has(userId))) toDo.userGroupId = null
  }
}
