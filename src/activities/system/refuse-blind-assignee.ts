import { maySee } from '../../domain/system/to-do.ts'
import { refuse } from '../../domain/refusal.ts'
import { User } from '../../entities/user.ts'
import { UserGroup, UserGroupMember } from '../../entities/user-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface Named {
  assigneeUserId?: string | null | undefined
  userGroupId?: string | null | undefined
}

/** Nobody is given to do what they could not open; of a group one who can is enough. */
export async function refuseBlindAssignee(
  unit: Unit,
  { assigneeUserId, userGroupId }: Named,
  clientId: string | null,
): Promise<void> {
  const asked: User[][] = []
  if (assigneeUserId != null) {
    asked.push([await unit.load(User, { id: assigneeUserId }, '/assigneeUserId')])
  }
  if (userGroupId != null) {
    await unit.load(UserGroup, { id: userGroupId }, '/userGroupId')
    const members = await unit.all(UserGroupMember, { userGroupId })
    asked.push(await unit.all(User, { id: members.map(({ userId }) => userId) }))
  }
  const sees = ({ status, clientId: own = null, debtorId = null }: User) =>
    maySee({ active: status === 'ACTIVE', clientId: own, debtorId }, clientId)
  if (!asked.every((users) => users.some(sees))) refuse('ASSIGNEE_MAY_NOT_SEE')
}
